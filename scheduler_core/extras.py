"""Libraries that only some inputs need: extras of the package, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class ExtraMissing(Exception):
    """An extra of the package is not installed; the text says what needs it, and how to install it."""

    def __init__(self, use: str, extra: str) -> None:
        super().__init__(f"{use}: install the extra, for example with pipx install 'schedscope[{extra}]'")


def required(module: str, extra: str, use: str) -> Any:
    """Return a module of an extra; raise ExtraMissing, with `use` as what needs it, where it is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise ExtraMissing(use, extra) from None
