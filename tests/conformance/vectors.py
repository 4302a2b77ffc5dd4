"""The recorded vectors: what the real scheduler answered."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scheduler_core.versions import BASE, RECORDED

DATA = Path(__file__).parent / "data"

TOPICS = (
    "examples",
    "edge-cases",
    "podtopologyspread",
    "interpodaffinity",
    "nodeselection",
    "noderesources",
    "preemption",
    "volumes",
    "mixed",
    "sampling",
    "negative-namespaceselector",
    "gallery",
    *(
        f"more/{name}"
        for name in (
            "spread",
            "affinity",
            "nodeselect",
            "resources",
            "preemption",
            "volumes",
            "volumes2",
            "profiles",
            "owners",
            "mixed",
            "resize",
            "sampling",
            "scale",
            "edge",
        )
    ),
    "only",
    "legacy",
)
SINCE_V1_35 = DATA / "versions" / "only-since-v1.35.jsonl.gz"


@dataclass(frozen=True)
class Recording:
    """A scenario as one version of Kubernetes answered it; `topic` is the file that it belongs to."""

    version: str
    topic: str
    name: str

    def __str__(self) -> str:
        return f"{self.version}-{self.topic}-{self.name}"


@cache
def read(topic: str) -> dict[str, dict[str, Any]]:
    """The vectors of a file of the base version by the name of their scenario."""
    if topic == "legacy":
        return {}
    rows = _rows(SINCE_V1_35 if topic == "only" else DATA / f"{topic}.jsonl.gz")
    return {row["scenario"]["name"]: row for row in rows if row.get("kubernetes", BASE.name) == BASE.name}


@cache
def read_version(version: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The vectors of another version by file and scenario: those that it answered otherwise than the base."""
    rows = [*_rows(_version_file(version)), *_rows(SINCE_V1_35)]
    answered = {(_topic(row), row["scenario"]["name"]): row for row in rows if row["kubernetes"] == version}
    return {(topic, name): row for (topic, name), row in sorted(answered.items(), key=_in_order)}


def recorded_versions() -> list[str]:
    """The versions that the engine knows and that were recorded, the base first."""
    return [BASE.name, *(name for name in RECORDED.values() if name != BASE.name)]


def recordings() -> list[Recording]:
    base, *others = recorded_versions()
    of_base = [Recording(base, topic, name) for topic in TOPICS for name in read(topic)]
    return of_base + [Recording(other, *key) for other in others for key in read_version(other)]


def recorded(recording: Recording) -> dict[str, Any]:
    if recording.version == BASE.name:
        return read(recording.topic)[recording.name]
    return read_version(recording.version)[recording.topic, recording.name]


def _topic(row: dict[str, Any]) -> str:
    return str(row["file"]).removesuffix(".gz").removesuffix(".jsonl")


def _version_file(version: str) -> Path:
    return DATA / "versions" / f"{version}.jsonl.gz"


def _rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _in_order(item: tuple[tuple[str, str], dict[str, Any]]) -> tuple[int, str]:
    topic, name = item[0]
    return TOPICS.index(topic), name
