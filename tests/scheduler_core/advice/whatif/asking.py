"""Questions to the search for repairs, for tests."""

from __future__ import annotations

from scheduler_core import Inquiry, Recording, Scenario
from scheduler_core.contract import Repair, WhatIf
from tests.builders import Manifest


def answer_of(*objects: Manifest, pod: str = "default/p") -> WhatIf:
    """Return the whole answer for a pod."""
    recording = Recording.of(Scenario.from_content({"objects": list(objects)}))
    return list(Inquiry(recording, pod).answers())[-1]


def repairs_of(*objects: Manifest, pod: str = "default/p") -> list[Repair]:
    """Return the repairs of a pod, in their order."""
    return answer_of(*objects, pod=pod)["repairs"]


def is_of(repair: Repair, kind: str) -> bool:
    """Return whether the first change of a repair is of a kind: "toleration", "request"."""
    return _kind(repair) == kind


def adds_nodes(repair: Repair) -> bool:
    """Return whether the first change of a repair is more nodes, or a node of an autoscaler."""
    return _kind(repair).startswith(("more ", "autoscaled"))


def _kind(repair: Repair) -> str:
    return repair["atoms"][0]["phrase"]["kind"]


def notes_of(repair: Repair) -> list[str]:
    """Return what is to be known before a repair is made."""
    return [note["text"] for atom in repair["atoms"] for note in atom.get("notes", [])]
