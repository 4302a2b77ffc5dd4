"""Regular expressions of selectors: RE2's syntax, in time linear in the text, with the errors of Go.

cel-go uses Go's regexp, which is RE2 in Go; the texts are those of src/regexp/syntax/parse.go @ go1.24.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from types import ModuleType
from typing import Any

from scheduler_core.extras import ExtraMissing, required

from .values import CelError

# What a compiled pattern may take: a thousand times what real selectors need. Go allows more.
_MAX_BYTES = 1 << 20
_TOO_LARGE = "expression too large"
_ANY_BYTE = "\\C"  # RE2 has it, Go has not

_TEXTS = {
    "bad repetition operator": "invalid nested repetition operator",
    "invalid character class range": "invalid character class range",
    "invalid escape sequence": "invalid escape sequence",
    "invalid named capture group": "invalid named capture",
    "invalid perl operator": "invalid or unsupported Perl syntax",
    "invalid repetition size": "invalid repeat count",
    "invalid UTF-8": "invalid UTF-8",
    "missing )": "missing closing )",
    "missing ]": "missing closing ]",
    "no argument for repetition operator": "missing argument to repetition operator",
    "trailing \\": "trailing backslash at end of expression",
    "unexpected )": "unexpected )",
}


def check_pattern(pattern: str) -> None:
    """Raise CelError if this is no pattern."""
    _compiled(pattern)


def found_in(pattern: str, text: str) -> bool:
    """Return whether the pattern matches somewhere in the text; raise CelError for no pattern."""
    return _compiled(pattern).search(text) is not None


def first_match(pattern: str, text: str) -> str:
    """Return the first match, or an empty text; raise CelError for no pattern."""
    return next(_matches(pattern, text), "")


def all_matches(pattern: str, text: str, limit: int = -1) -> list[str]:
    """Return the matches from left to right, at most `limit` if not negative; raise CelError for no pattern."""
    return list(islice(_matches(pattern, text), limit if limit >= 0 else None))


def _matches(pattern: str, text: str) -> Iterator[str]:
    """Yield the matches as Go finds them: an empty one is left out directly behind another."""
    try:
        compiled = _compiled(pattern)
    except CelError as error:
        raise CelError(f"Illegal regex: {error}") from None
    end = -1
    for match in compiled.finditer(text):
        if match.start() == match.end() == end:
            continue
        end = match.end()
        yield match[0]


@cache
def _re2() -> ModuleType:
    """Return the library; raise ExtraMissing."""
    return required("re2", "devices", "regular expressions of selectors need RE2 (google-re2)")


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    try:
        re2 = _re2()
    except ExtraMissing:  # a plain installation reads no selectors; names of node groups need no RE2
        return _compiled_by_python(pattern)
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MAX_BYTES
    try:
        compiled = re2.compile(pattern, options)
    except UnicodeEncodeError:
        raise CelError("error parsing regexp: invalid UTF-8") from None
    except re2.error as error:
        raise CelError(f"error parsing regexp: {_in_words_of_go(error, pattern)}") from None
    if _ANY_BYTE in pattern.replace("\\\\", ""):
        raise CelError(f"error parsing regexp: invalid escape sequence: `{_ANY_BYTE}`")
    return compiled


def _compiled_by_python(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise CelError(f"error parsing regexp: {error}") from None


def _in_words_of_go(error: Exception, pattern: str) -> str:
    text = error.args[0].decode()
    for ours, gos in _TEXTS.items():
        if text.startswith(ours):
            return f"{gos}: `{text.removeprefix(ours).removeprefix(': ')}`"
    return f"{_TOO_LARGE}: `{pattern}`"
