"""Changes that an explanation tries for one node, made in the manifests so that the run can be made with them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from scheduler_core import InvalidInput, Recording, Scenario, Trying, remedied_operations
from scheduler_core.contract import RemedyChange
from scheduler_core.explain.view.facts.remedies import remedies_fact
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from tests.builders import Manifest, make_node, make_pod

ZONE = "topology.kubernetes.io/zone"


def tried(*objects: Manifest, node: str, pod: str = "default/p") -> list[tuple[Any, str | None]]:
    """Return the changes that help on a node, each with the node that the pod has in a run with it."""
    scenario = Scenario.from_content({"objects": list(objects)})
    recording = Recording.of(scenario)
    cycle = recording.attempts(pod)[-1]["cycle"]
    record = recording.cycle(cycle).result
    assert isinstance(record, CycleRecord)
    changes = remedies_fact(record, node)["changes"]
    return [(change, placed(scenario, pod, change)) for change in changes if change["passes"]]


def placed(scenario: Scenario, pod: str, change: Any) -> str | None:
    trying = Trying(Recording.of(scenario), remedied_operations(scenario, pod, cast("RemedyChange", change)))
    for _ in trying.steps():
        pass
    return trying.made.placements.get(pod)


def test_a_toleration_lets_the_pod_run() -> None:
    node = make_node("n1", taints=[{"key": "spot", "value": "true", "effect": "NoSchedule"}])
    ((change, where),) = tried(node, make_pod("p"), node="n1")
    assert (change["kind"], where) == ("toleration", "n1")


def test_a_request_that_fits_lets_the_pod_run() -> None:
    ((change, where),) = tried(make_node("n1", cpu="2"), make_pod("p", requests={"cpu": "3"}), node="n1")
    assert (change["kind"], where) == ("request", "n1")


def test_a_pod_without_its_selector_runs() -> None:
    pod = make_pod("p")
    pod["spec"]["nodeSelector"] = {"disk": "ssd"}
    ((change, where),) = tried(make_node("n1"), pod, node="n1")
    assert (change["field"], where) == ("spec.nodeSelector", "n1")


def spread() -> list[Manifest]:
    """p may not join r in zone a, and zone b is tainted."""
    nodes = [make_node("n1"), make_node("n2", taints=[{"key": "x", "effect": "NoSchedule"}])]
    for node, zone in zip(nodes, "ab", strict=True):
        node["metadata"]["labels"][ZONE] = zone
    constraint = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
    }
    running, pod = make_pod("r", node="n1"), make_pod("p")
    for manifest in (running, pod):
        manifest["metadata"]["labels"] = {"app": "web"}
    soft = {**constraint, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway"}
    pod["spec"]["topologySpreadConstraints"] = [soft, constraint]
    return [*nodes, running, pod]


def test_each_field_of_a_constraint_that_helps_lets_the_pod_run() -> None:
    results = {
        change.get("field", change["kind"]): where
        for change, where in tried(*spread(), node="n1")
        if change["kind"] != "pods"
    }
    assert results == {
        "nodeTaintsPolicy": "n1",
        "affinity": "n1",
        "maxSkew": "n1",
        "whenUnsatisfiable": "n1",
    }


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "pods", "constraint": 0, "added": [{"domain": "b", "count": 1}]},
        {"kind": "field", "constraint": 1, "field": "maxSkew", "value": 2},
        {"kind": "field", "constraint": 0, "field": "labelSelector", "value": "x"},
        {"kind": "without", "field": "spec.nodeName"},
    ],
)
def test_what_no_field_expresses_is_refused(change: Any) -> None:
    with pytest.raises(InvalidInput, match="cannot be tried"):
        remedied_operations(Scenario.from_content({"objects": spread()}), "default/p", change)
