"""What commands that serve a protocol on stdin and stdout have in common: packages of their own, and no stdin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import what the extra of this name installs; raise InvalidInput with what to install if it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "scheduler_core":
            raise
        needs = f"{name} needs the package {package}: install it with pip install 'schedscope[{name}]'"
        raise InvalidInput([InputError("", needs)]) from error


def require_files(names: Sequence[str]) -> None:
    """Raise InvalidInput if stdin, which has the questions, is named as a file too."""
    if "-" in names:
        raise InvalidInput([InputError("", "stdin is for the questions: name files in place of -")])
