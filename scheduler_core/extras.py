"""Libraries that only some inputs need: extras of the package, imported when they are used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType


class ExtraMissing(Exception):
    """An extra of the package is not installed; the text says what needs it, and how to install it."""

    def __init__(self, use: str, extra: str) -> None:
        super().__init__(f"{use}: install the extra, for example with pipx install 'schedscope[{extra}]'")


@contextmanager
def needing(extra: str, use: str) -> Iterator[None]:
    """Import what an extra installs; raise ExtraMissing, with `use` as what needs it, where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == __package__:
            raise
        raise ExtraMissing(use, extra) from error


def required(module: str, extra: str, use: str) -> ModuleType:
    """Return a module of an extra; raise ExtraMissing, as `needing` does."""
    with needing(extra, use):
        return import_module(module)
