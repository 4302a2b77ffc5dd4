"""The recorded vectors: what the real scheduler answered."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

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
)


@cache
def read(topic: str) -> dict[str, dict[str, Any]]:
    """The vectors of a file by the name of their scenario."""
    with gzip.open(DATA / f"{topic}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["scenario"]["name"]: row for row in rows}


def all_vectors() -> list[tuple[str, str]]:
    """(file, scenario) of every vector."""
    return [(topic, name) for topic in TOPICS for name in read(topic)]
