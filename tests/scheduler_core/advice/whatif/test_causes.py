"""Causes: minimal sets of facts, found without an effect on what is asked afterwards."""

from __future__ import annotations

from scheduler_core import Recording, Scenario
from scheduler_core.advice.whatif.causes import Causes
from scheduler_core.advice.whatif.search import Search
from scheduler_core.advice.whatif.trial import Trial
from tests.builders import make_node, make_pod


def test_preemption_examines_all_filters_after_the_causes() -> None:
    """The causes are found without NodeResourcesFit, since the node has no room for one more pod."""
    high = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "high"},
        "value": 9,
    }
    objects = [make_node("n1", pods="1"), make_pod("r", node="n1", priority=5), make_pod("p"), high]
    trial = Trial.of(Recording.of(Scenario.from_content({"objects": objects})), "default/p")
    assert [[fact.text for fact in cause] for cause in Causes(trial).minimal()] == [
        ["the nodes' limit of pods"]
    ]
    texts = [change.text for repair in Search(trial).repairs() for change in repair.changes]
    assert "priority 0 → 9 (priorityClassName high): other pods are evicted" in texts
