"""The objects that the editor adds: one of each kind that scheduling reads, valid as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core import load, reading_report, scheduling_fields

NEW_OBJECTS: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "shared" / "new_objects.json").read_text(encoding="utf-8")
)


def test_every_kind_can_be_added() -> None:
    assert set(NEW_OBJECTS) == set(scheduling_fields())


@pytest.mark.parametrize("kind", NEW_OBJECTS)
def test_a_new_object_is_read_without_a_complaint(kind: str) -> None:
    source = json.dumps({"kind": "List", "items": [NEW_OBJECTS["Node"], *_besides_nodes(kind)]})
    report = reading_report(load(source), [source])
    assert not report["warnings"]
    assert not report["unread"]


def _besides_nodes(kind: str) -> list[Any]:
    return [] if kind == "Node" else [NEW_OBJECTS[kind]]
