"""What is heard of a cluster, in the order in which it is heard: what the watching thread hands on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scheduler_core.contract import Manifest

Why = Literal["started", "silent", "expired", "restored"]


@dataclass(frozen=True, slots=True)
class Listed:
    """All objects of a kind as they are, each with its kind. `why` is that of the gap before; "" for none."""

    at: float
    kind: str
    plural: str
    objects: list[Manifest]
    why: Why | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """An object as it is now, or as it was last if it is gone."""

    at: float
    manifest: Manifest
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Alive:
    """The API server was heard: a bookmark, or a watch that is open."""

    at: float


@dataclass(frozen=True, slots=True)
class Silent:
    """The API server does not answer, or refuses; in its own words or those of the connection."""

    at: float
    message: str


Item = Listed | Changed | Alive | Silent
