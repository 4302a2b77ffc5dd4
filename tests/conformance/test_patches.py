"""The engine answers as the newest patch releases, whose schedulers were recorded.

A line of `data/patches/` has all of a scenario, also where the release answers as the recorded one of its minor
version. One scenario in 20 is compared here, all by `make conformance`.
"""

from __future__ import annotations

import gzip
import json
import os
from typing import Any

import pytest

from tests.conformance.comparison import differing
from tests.conformance.vectors import DATA

EACH = 1 if os.environ.get("CONFORMANCE") == "all" else 20
FILES = sorted((DATA / "patches").glob("*.jsonl.gz"))


def read(path: Any) -> list[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for number, line in enumerate(lines) if number % EACH == 0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_scenarios_are_answered_as_by_a_patch_release(path: Any) -> None:
    different = {
        row["scenario"]["name"]: differences
        for row in read(path)
        if (differences := differing(row, row["kubernetes"]))
    }
    assert not different
