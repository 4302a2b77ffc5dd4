"""Why a node has a taint, for the taints that have one well-known cause: `taints.yaml`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import yaml

_PATH: Final = Path(__file__).with_name("taints.yaml")


def cause_of(taint: str) -> str:
    """Return the cause of a taint as messages write it, `{key: value}`; "" if its key has no well-known one."""
    key = taint.strip("{} ").partition(":")[0]
    return next((cause for pattern, cause in _causes() if _fits(pattern, key)), "")


@cache
def _causes() -> Sequence[tuple[str, str]]:
    rows = yaml.load(_PATH.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return [(row["key"], row["cause"]) for row in rows]


def _fits(pattern: str, key: str) -> bool:
    if pattern.startswith("*"):
        return key.endswith(pattern[1:])
    return key.startswith(pattern[:-1]) if pattern.endswith("*") else key == pattern
