"""The recorded vectors: what the real scheduler answered."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from scheduler_core.kubernetes.versions import BASE, DEFAULT_VERSION, KUBERNETES_VERSIONS, RECORDED

DATA = Path(__file__).parent / "data"

_BASIC_TOPICS = (
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
)
# What is explained and run again in every way; the others are compared with the recording alone.
READABLE_TOPICS = (*_BASIC_TOPICS, "more/edge")
GANGS = "gangs"
CLAIM_TOPICS = ("claims", "claims-gated", GANGS)
TOPICS = (
    *_BASIC_TOPICS,
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
    *CLAIM_TOPICS,
)
# How a line of another version begins, and the name of the scenario, in which no character is escaped.
HEAD = re.compile(r'{"kubernetes": ?"(?P<version>[^"]+)", ?"file": ?"(?P<topic>[^"]+?)(\.jsonl)?(\.gz)?"')
NAME = re.compile(r'"scenario": ?{"name": ?"([^"]+)"')

# The files of resource claims and pod groups, by version and topic, which are whole: they have no base.
_CLAIM_FILES = {
    (BASE.name, "claims"): "dra",
    ("v1.36.2", "claims"): "dra-v1.36.2",
    ("v1.36.2", "claims-gated"): "dra-v1.36.2-gates",
    ("v1.36.2", GANGS): "gang",
}
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
    return {name: json.loads(line) for name, line in _lines(BASE.name, topic).items()}


def recorded_versions() -> list[str]:
    """The versions that the engine knows and that were recorded, the base first."""
    return [BASE.name, *(name for name in RECORDED.values() if name != BASE.name)]


@cache
def recordings() -> list[Recording]:
    """All recordings: those of the base, then those that another version answered differently."""
    return [
        Recording(version, topic, name)
        for version in recorded_versions()
        for topic in TOPICS
        for name in sorted(_lines(version, topic))
    ]


def sampled_recordings() -> list[Recording]:
    """A quarter of the base, a sixth of the default version, a tenth of claims and groups, a 32nd of the others.

    `make conformance` compares the rest.
    """
    return [r for r in recordings() if crc32(str(r).encode()) % _one_in(r) == 0]


def _one_in(recording: Recording) -> int:
    if recording.topic in CLAIM_TOPICS:
        return 10
    return {BASE.name: 4, KUBERNETES_VERSIONS[DEFAULT_VERSION].name: 6}.get(recording.version, 32)


def recorded(recording: Recording) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(_lines(recording.version, recording.topic)[recording.name])
    return row


def _lines(version: str, topic: str) -> dict[str, str]:
    """The vectors as text, by the name of their scenario: parsed, those of all versions take gigabytes."""
    if topic in CLAIM_TOPICS:
        file = _CLAIM_FILES.get((version, topic))
        return _all_lines(DATA / "dra" / f"{file}.jsonl.gz") if file else {}
    if topic == "only":
        return _lines_by_topic(SINCE_V1_35, version).get(topic, {})
    if version != BASE.name:
        return _lines_by_topic(_version_file(version), version).get(topic, {})
    return {} if topic == "legacy" else _lines_by_topic(DATA / f"{topic}.jsonl.gz", version)[""]


@lru_cache(maxsize=2)
def _all_lines(path: Path) -> dict[str, str]:
    """The lines of a file of one version, by scenario."""
    (lines,) = _lines_by_topic(path, BASE.name if path.name == "dra.jsonl.gz" else "v1.36.2").values()
    return lines


@lru_cache(maxsize=2)
def _lines_by_topic(path: Path, version: str) -> dict[str, dict[str, str]]:
    """The lines of a version in a file, by topic ("" where the file is the topic) and scenario."""
    by_topic: dict[str, dict[str, str]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            head = HEAD.match(line)
            name = NAME.search(line)
            assert name, f"{path.name} has a line without a scenario's name"
            if not head or head["version"] == version:
                by_topic.setdefault(head["topic"] if head else "", {})[name[1]] = line
    return by_topic


def _version_file(version: str) -> Path:
    return DATA / "versions" / f"{version}.jsonl.gz"
