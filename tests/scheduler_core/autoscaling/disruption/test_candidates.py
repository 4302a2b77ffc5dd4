"""Nodes that may be disrupted, what that costs, and what blocks others."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.autoscaling.disruption.candidates import (
    Blocked,
    Candidate,
    candidate_or_blocked,
    price_of,
)
from scheduler_core.autoscaling.state.recorder import Recorder
from tests.scheduler_core.autoscaling.clusters import instance_type, node, nodepool, running, scenario

TYPE = instance_type("type", price=2)


def first(*objects: dict[str, Any], eventual: bool = False, **keys: Any) -> Candidate | Blocked | None:
    cluster = scenario(nodepool(), *objects, types=[TYPE], **keys).cluster
    return candidate_or_blocked(cluster, cluster.nodes[0], Recorder(), eventual=eventual)


def cost(pod: dict[str, Any], **claim: Any) -> float:
    objects = node("n", TYPE)
    objects[0]["spec"] |= claim
    candidate = first(*objects, pod)
    assert isinstance(candidate, Candidate)
    return candidate.cost


def test_each_pod_costs_one_more_if_it_is_important() -> None:
    assert cost(running("p", "n")) == 1
    assert cost(running("p", "n", priority=2**25)) == 2
    assert cost(running("p", "n", priority=2**30)) == 10
    dear = running("p", "n")
    for value, expected in (("134217728", 2), ("-2147483647", -10), ("much", 1)):
        dear["metadata"]["annotations"] = {"controller.kubernetes.io/pod-deletion-cost": value}
        assert cost(dear) == expected


def test_a_node_that_expires_soon_costs_little() -> None:
    assert cost(running("p", "n"), expireAfter="48h") == 0.5  # it is a day old
    assert cost(running("p", "n"), expireAfter="12h") == 0
    assert cost(running("p", "n"), expireAfter="Never") == 1


def test_the_price_is_that_of_the_cheapest_offering_that_the_node_may_be_of() -> None:
    candidates = [first(*node("n", TYPE)), first(*node("m", TYPE, zone="none"))]
    known, unknown = [c for c in candidates if isinstance(c, Candidate)]
    assert price_of([known]) == 2
    assert price_of([known, unknown]) == 0
    assert known.offering_price == 2
    assert unknown.offering_price is None


def with_annotation(value: str) -> list[dict[str, Any]]:
    claim, own = node("n", TYPE)
    own["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": value}
    return [claim, own]


def without(label: str) -> list[dict[str, Any]]:
    objects = node("n", TYPE)
    for o in objects:
        o["metadata"]["labels"] = {k: v for k, v in o["metadata"]["labels"].items() if k != label}
    return objects


@pytest.mark.parametrize(
    ("objects", "keys", "by"),
    [
        (node("n", TYPE)[:1], {}, "no node"),
        (without("karpenter.sh/initialized"), {}, "not initialized"),
        (node("n", TYPE), {"markedForDeletion": ["n"]}, "deleting"),
        (node("n", TYPE), {"nominated": ["n"]}, "nominated"),
        (with_annotation("true"), {}, "annotation"),
        (without("karpenter.sh/nodepool"), {}, "no label"),
        (node("n", TYPE, pool="other"), {}, "nodepool"),
        (node("n", TYPE), {"errorsForNodePool": {"default": "no access"}}, "nodepool"),
        (node("n", TYPE), {"instanceTypesByNodePool": {"default": []}}, "nodepool"),
    ],
)
def test_a_node_is_blocked(objects: list[dict[str, Any]], keys: dict[str, Any], by: str) -> None:
    blocked = first(*objects, **keys)
    assert isinstance(blocked, Blocked)
    assert blocked.by == by


def test_a_node_that_nothing_blocks_is_a_candidate() -> None:
    assert isinstance(first(*with_annotation("1h")), Candidate)
    (unmanaged,) = node("n", TYPE)[1:]
    assert first(unmanaged) is None


def test_a_pod_blocks_unless_the_node_has_a_time_limit_and_drifts() -> None:
    pod = running("p", "n")
    pod["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": "true"}
    objects = node("n", TYPE)
    blocked = first(*objects, pod)
    assert blocked == Blocked("pod", ("default/p",))
    assert str(blocked) == 'pod has "karpenter.sh/do-not-disrupt" annotation (Pod=default/p)'
    assert first(*objects, pod, eventual=True) == blocked
    objects[0]["spec"]["terminationGracePeriod"] = "1h"
    assert isinstance(first(*objects, pod, eventual=True), Candidate)
    assert first(*objects, pod) == blocked
    pod["status"]["phase"] = "Succeeded"
    assert isinstance(first(*objects, pod), Candidate)


def test_budgets_block_and_are_named() -> None:
    def budget(name: str) -> dict[str, Any]:
        return {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": {"name": name, "namespace": "default"},
            "spec": {"selector": {}},
        }

    there = [*node("n", TYPE), running("p", "n")]
    assert str(first(*there, budget("b"))) == "pdb prevents pod evictions (PodDisruptionBudget=[default/b])"
    assert str(first(*there, budget("b"), budget("a"))) == (
        "eviction does not support multiple PDBs (PodDisruptionBudget(s)=[default/a default/b])"
    )
