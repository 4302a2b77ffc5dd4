"""The plain scalars of YAML 1.1 as kubectl understands them.

Mirrors resolve of goyaml.v2/resolve.go and convertToJSONableObject of yaml.go @ sigs.k8s.io/yaml v1.6.0.
"""

from __future__ import annotations

import math
import re

_PREFIX = "tag:yaml.org,2002:"
TEXT, BOOLEAN, INTEGER, NUMBER, NULL = (
    f"{_PREFIX}{kind}" for kind in ("str", "bool", "int", "float", "null")
)

_BOOLEANS = {
    "y": True,
    "yes": True,
    "true": True,
    "on": True,
    "n": False,
    "no": False,
    "false": False,
    "off": False,
}
BOOLEANS = {
    form: value for word, value in _BOOLEANS.items() for form in (word, word.capitalize(), word.upper())
}
_NULLS = ("", "~", "null", "Null", "NULL")
_NOT_FINITE = [
    ".nan",
    ".NaN",
    ".NAN",
    ".inf",
    ".Inf",
    ".INF",
    "+.inf",
    "+.Inf",
    "+.INF",
    "-.inf",
    "-.Inf",
    "-.INF",
]
_TAGS = {
    **dict.fromkeys(BOOLEANS, BOOLEAN),
    **dict.fromkeys(_NULLS, NULL),
    **dict.fromkeys(_NOT_FINITE, NUMBER),
    "<<": f"{_PREFIX}merge",
}
_INTEGER = re.compile(r"[-+]?(?:0[bB][01]+|0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_OCTAL = re.compile(r"[-+]?0[0-7]+")


def tag_of(text: str) -> str:
    """Return the tag of a plain scalar."""
    if (tag := _TAGS.get(text)) is not None:
        return tag
    first = text[0]
    if first not in "+-.0123456789":
        return TEXT
    digits = text if first == "." else text.replace("_", "")
    if first != "." and _INTEGER.fullmatch(digits):
        return INTEGER
    return NUMBER if _NUMBER.fullmatch(digits) and math.isfinite(float(digits)) else TEXT


def integer(text: str) -> int:
    """Return the value of an integer; raise ValueError. Digits after 0 are octal, as in Go."""
    digits = text.replace("_", "")
    if not _INTEGER.fullmatch(digits):
        raise ValueError("not an integer")
    return int(digits, 8) if _OCTAL.fullmatch(digits) else int(digits, 0)


def number(text: str) -> int | float:
    """Return the value of a number, an integer where JSON would have no fraction; raise ValueError."""
    result = float(text.replace("_", ""))
    return int(result) if result.is_integer() and abs(result) < 1e21 else result


def key(text: str, tag: str) -> str:
    """Return a key as text: `yes` is "true", `0644` is "420"."""
    if tag == BOOLEAN:
        return "true" if BOOLEANS[text] else "false"
    return str(integer(text) if tag == INTEGER else number(text))
