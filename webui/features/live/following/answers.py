"""What an API server says, taken for what it should be: whatever else it may say is odd, and bounded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import ApiError

LONGEST_WORDS = 500
_VERSION = re.compile(r"[!-~]{1,64}")  # opaque: etcd's are numbers, those of other servers need not be


class Unreachable(ApiError):
    """The API server gave no answer, or none for now: it may give one later."""

    def __init__(self, reason: str, status: int = 0) -> None:
        super().__init__(status, plain(reason))


class Odd(Unreachable):
    """The API server gave an answer that no API server gives."""


def decoded(text: bytes, what: str) -> Manifest:
    """Return an object from its JSON; raise Odd."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise Odd(f"{what} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise Odd(f"{what} is not an object")
    return value


def part(manifest: Mapping[str, Any], key: str) -> Manifest:
    """Return a field that is an object; an empty one if it is not."""
    value = manifest.get(key)
    return value if isinstance(value, dict) else {}


def version_of(manifest: Mapping[str, Any]) -> str:
    """Return the resource version of an object or a list, "" if it has none that can be one."""
    version = part(manifest, "metadata").get("resourceVersion")
    return version if isinstance(version, str) and _VERSION.fullmatch(version) else ""


def number_of(version: str) -> int | None:
    """Return a resource version as a number, None if it is none."""
    return int(version) if version.isascii() and version.isdecimal() else None


def plain(words: object) -> str:
    """Return what somebody else says as one line that can be stored and shown."""
    text = str(words)[:LONGEST_WORDS]
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()
