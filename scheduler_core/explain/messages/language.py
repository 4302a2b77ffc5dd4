"""The language of an explanation: how its English literals are translated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """`gettext` translates a literal, `ngettext` the form of one for a number."""

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]


ENGLISH = Language(lambda text: text, lambda one, many, n: one if n == 1 else many)
