"""The descheduler's policies: whom each evicts, and where the successors land."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from scheduler_core import InvalidInput
from scheduler_core.advice.descheduler import descheduler
from scheduler_core.advice.descheduler.contract import Descheduling
from tests.builders import Manifest, affinity, make_node, spread, with_spec, with_status

from .builders import ZONE, recorded, replica, replicas, zoned

HOST = "kubernetes.io/hostname"
SPREAD = "RemovePodsViolatingTopologySpreadConstraint"
DUPLICATES = "RemoveDuplicates"
TAINTS = "RemovePodsViolatingNodeTaints"
NODE_AFFINITY = "RemovePodsViolatingNodeAffinity"
ANTI_AFFINITY = "RemovePodsViolatingInterPodAntiAffinity"
UTILIZATION = "LowNodeUtilization"
DEDICATED = [{"key": "dedicated", "effect": "NoSchedule"}]


def nodes(*names: str, **fields: Any) -> list[Manifest]:
    return [make_node(name, **fields) for name in names]


def spreading(max_skew: int = 1, **nodes: int) -> list[Manifest]:
    """Return replicas on nodes, with a constraint over them."""
    constraint = spread(HOST, max_skew=max_skew)
    return [with_spec(pod, topologySpreadConstraints=[constraint]) for pod in replicas(**nodes)]


def on_disk(name: str, node: str, **terms: Any) -> Manifest:
    """Return a replica that requires disk=ssd of its node."""
    clause = {"key": "disk", "operator": "In", "values": ["ssd"]}
    required = {"nodeSelectorTerms": [{"matchExpressions": [clause]}]}
    return with_spec(
        replica(name, node),
        affinity={"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}},
        **terms,
    )


def round_of(objects: Sequence[Manifest], *policies: str) -> Descheduling:
    return descheduler(recorded(*objects), policies)


def evicted(answer: Descheduling) -> list[list[str]]:
    """Return the evicted pods of each round."""
    return [[eviction["pod"].partition("/")[2] for eviction in r["evictions"]] for r in answer["rounds"]]


def one_apart(name: str, node: str) -> Manifest:
    return replica(name, node, affinity=affinity(HOST, anti=True, app="web"))


# What is on the nodes, the policy, and whom it evicts in each round.
POLICY_CASES: dict[str, tuple[list[Manifest], str, list[list[str]]]] = {
    "a skew within maxSkew stays": ([*nodes("a", "b"), *spreading(a=2, b=1)], SPREAD, []),
    "3/1 over two nodes becomes 2/2": ([*nodes("a", "b"), *spreading(a=3, b=1)], SPREAD, [["a-2"]]),
    "4/0 over two nodes moves two": ([*nodes("a", "b"), *spreading(a=4)], SPREAD, [["a-2", "a-3"]]),
    "2/6 with maxSkew 2 moves one only": ([*nodes("a", "b"), *spreading(2, a=2, b=6)], SPREAD, [["b-5"]]),
    "3/2/0 is not in balance": ([*nodes("a", "b", "c"), *spreading(a=3, b=2)], SPREAD, [["a-2"]]),
    "where no other node takes the pod it stays": (
        [*nodes("a"), make_node("b", unschedulable=True), *spreading(a=4)],
        SPREAD,
        [],
    ),
    "a full node is no target": (
        [
            *nodes("a"),
            make_node("b", pods="1"),
            *[with_spec(pod, topologySpreadConstraints=[spread(HOST)]) for pod in replicas(a=5, b=1)],
        ],
        SPREAD,
        [],
    ),
    "soft constraints are not looked at": (
        [
            *nodes("a", "b"),
            *[with_spec(p, topologySpreadConstraints=[spread(HOST, soft=True)]) for p in replicas(a=4)],
        ],
        SPREAD,
        [],
    ),
    "those of high priority leave first": (
        [
            *nodes("a", "b"),
            *[
                replica(f"a-{i}", "a", priority=priority, spread=[spread(HOST)])
                for i, priority in enumerate((10, 0, 0))
            ],
        ],
        SPREAD,
        [["a-0"]],
    ),
    "three of an owner on one of three nodes are two too many": (
        [*nodes("a", "b", "c"), *replicas(a=3)],
        DUPLICATES,
        [["a-1", "a-2"]],
    ),
    "as many as an even spread gives are no duplicates": (
        [*nodes("a", "b"), *replicas(a=2, b=1)],
        DUPLICATES,
        [],
    ),
    "duplicates without a second node stay": ([*nodes("a"), *replicas(a=3)], DUPLICATES, []),
    "an untolerated taint NoSchedule": (
        [make_node("a", taints=DEDICATED), *nodes("b"), *replicas(a=1)],
        TAINTS,
        [["a-0"]],
    ),
    "a tolerated one": (
        [
            make_node("a", taints=DEDICATED),
            *[with_spec(pod, tolerations=[{"operator": "Exists"}]) for pod in replicas(a=1)],
        ],
        TAINTS,
        [],
    ),
    "PreferNoSchedule is not looked at": (
        [make_node("a", taints=[{"key": "spot", "effect": "PreferNoSchedule"}]), *replicas(a=1)],
        TAINTS,
        [],
    ),
    "a node that lost its label": (
        [make_node("a", disk="hdd"), make_node("b", disk="ssd"), on_disk("p", "a")],
        NODE_AFFINITY,
        [["p"]],
    ),
    "a lost label that no other node has": (
        [make_node("a", disk="hdd"), *nodes("b"), on_disk("p", "a")],
        NODE_AFFINITY,
        [],
    ),
    "of two that exclude each other one goes": (
        [*nodes("a", "b"), one_apart("p", "a"), one_apart("q", "a")],
        ANTI_AFFINITY,
        [["p"]],
    ),
    "those on nodes of their own stay": (
        [*nodes("a", "b"), one_apart("p", "a"), one_apart("q", "b")],
        ANTI_AFFINITY,
        [],
    ),
    "a node used by more than half, beside an empty one": (
        [*nodes("a", "b"), *(replica(f"p{i}", "a", requests={"cpu": "1"}) for i in range(3))],
        UTILIZATION,
        [["p0"]],
    ),
    "no node used by less than a fifth": (
        [
            *nodes("a", "b"),
            *(replica(f"p{i}", "a", requests={"cpu": "1"}) for i in range(3)),
            replica("q", "b", requests={"cpu": "1"}),
        ],
        UTILIZATION,
        [],
    ),
    "best effort leaves before guaranteed, low priority before high": (
        [
            *nodes("a", "b"),
            replica("high", "a", priority=5, requests={"cpu": "1"}),
            replica("burstable", "a", requests={"cpu": "3"}),
            replica("best-effort", "a"),
        ],
        UTILIZATION,
        [["best-effort", "burstable"]],
    ),
}


@pytest.mark.parametrize("case", POLICY_CASES)
def test_whom_a_policy_evicts(case: str) -> None:
    objects, policy, expected = POLICY_CASES[case]
    assert evicted(round_of(objects, policy)) == expected


PROTECTED: dict[str, Manifest] = {
    "a pod of a DaemonSet": replica("p", "a", kind="DaemonSet"),
    "a static pod": replica("p", "a", kind="Node"),
    "a system critical pod": replica("p", "a", priority=2_000_000_000),
    "a terminating pod": replica("p", "a", terminating=True),
    "a pod with a claim": with_spec(
        replica("p", "a"), volumes=[{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}]
    ),
}


@pytest.mark.parametrize("kind", PROTECTED)
def test_who_is_protected(kind: str) -> None:
    answer = round_of([make_node("a", taints=DEDICATED), *nodes("b"), PROTECTED[kind]], TAINTS)
    assert answer["ends"] == "idle"


def test_a_pod_without_owner_is_protected_unless_it_asks_to_be_evicted() -> None:
    pod = replica("p", "a")
    del pod["metadata"]["ownerReferences"]
    cluster = [make_node("a", taints=DEDICATED), *nodes("b")]
    assert round_of([*cluster, pod], TAINTS)["ends"] == "idle"
    pod["metadata"]["annotations"] = {"descheduler.alpha.kubernetes.io/evict": "true"}
    assert evicted(round_of([*cluster, pod], TAINTS)) == [["p"]]


def test_successors_land_where_the_scheduler_places_them() -> None:
    answer = round_of([*nodes("a", "b", "c"), *spreading(a=3, b=2)], SPREAD)
    (eviction,) = answer["rounds"][0]["evictions"]
    assert (eviction["node"], eviction["lands"]) == ("a", "c")
    assert eviction["operands"] == {"key": HOST, "skew": 3, "max_skew": 1}
    assert answer["placements"] == {"default/a-2": "c"}
    assert answer["ends"] == "settles"


def test_a_budget_keeps_pods_and_allows_again_in_the_next_round() -> None:
    metadata = {"name": "web", "namespace": "default"}
    budget = with_status(
        {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": metadata,
            "spec": {"selector": {"matchLabels": {"app": "web"}}},
        },
        disruptionsAllowed=1,
    )
    answer = round_of([*nodes("a", "b"), *spreading(a=4), budget], SPREAD)
    assert evicted(answer) == [["a-2"], ["a-3"]]
    assert answer["rounds"][0]["refused"] == [
        {"policy": SPREAD, "pod": "default/a-3", "budget": "default/web"}
    ]
    assert answer["ends"] == "settles"


def test_descheduler_and_scheduler_fight() -> None:
    """The node is used by more than half, but the pods may run there alone."""
    selector = {"nodeSelector": {"disk": "ssd"}}
    large = [with_spec(replica(f"p{i}", "a", requests={"cpu": "1"}), **selector) for i in range(3)]
    answer = round_of([make_node("a", disk="ssd"), *nodes("b"), *large], UTILIZATION)
    assert [eviction["lands"] for eviction in answer["rounds"][0]["evictions"]] == ["a"]
    assert answer["ends"] == "repeats"


def test_a_successor_that_no_node_takes_stays_pending() -> None:
    filler = replica("filler", "b", owner="other", requests={"cpu": "4"}, app="other")
    taken = replica("p", "a", requests={"cpu": "1"})
    answer = round_of([make_node("a", taints=DEDICATED), *nodes("b"), filler, taken], TAINTS)
    (eviction,) = answer["rounds"][0]["evictions"]
    assert eviction["lands"] is None
    assert "Insufficient cpu" in eviction["message"]
    assert answer["placements"] == {}


def test_all_policies_act_in_the_order_of_the_chart() -> None:
    answer = descheduler(recorded(make_node("a", taints=DEDICATED), *nodes("b", "c"), *replicas(a=1, b=3)))
    policies = [eviction["policy"] for eviction in answer["rounds"][0]["evictions"]]
    assert policies == [TAINTS, DUPLICATES]
    assert answer["policies"][0] == TAINTS


def test_an_unknown_policy_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match=r"must be one of RemovePodsViolatingNodeTaints, .*; got Tidy"):
        round_of(nodes("a"), "Tidy")


def test_zones_are_domains_too() -> None:
    racks = [zoned("a1", "a"), zoned("a2", "a"), zoned("b1", "b")]
    pods = [with_spec(p, topologySpreadConstraints=[spread(ZONE)]) for p in replicas(a1=2, a2=1)]
    answer = round_of([*racks, *pods], SPREAD)
    assert [e["lands"] for e in answer["rounds"][0]["evictions"]] == ["b1"]


@pytest.mark.parametrize(
    ("annotations", "volumes", "stays"),
    [
        ({}, [], False),
        ({"kubernetes.io/config.mirror": "1"}, [], True),
        ({"kubernetes.io/config.source": "file"}, [], True),
        ({"kubernetes.io/config.source": "api"}, [], False),
        ({}, [{"name": "v", "emptyDir": {}}], True),
        ({}, [{"name": "v", "hostPath": {"path": "/var"}}], True),
        ({}, [{"name": "v", "configMap": {"name": "c"}}], False),
        ({"descheduler.alpha.kubernetes.io/evict": ""}, [{"name": "v", "emptyDir": {}}], False),
    ],
)
def test_mirror_pods_and_local_storage_are_protected(
    annotations: Manifest, volumes: list[Manifest], stays: bool
) -> None:
    pod = with_spec(replica("web-0", "a"), volumes=volumes)
    pod["metadata"]["annotations"] = annotations
    answer = round_of([make_node("a", taints=DEDICATED), make_node("b"), pod], TAINTS)
    assert evicted(answer) == ([] if stays else [["web-0"]])


def test_high_node_utilization_empties_nodes_that_are_little_used() -> None:
    busy = [replica(f"busy-{i}", "b", requests={"cpu": "1", "memory": "1Gi"}) for i in range(2)]
    few = replica("few", "a", requests={"cpu": "500m", "memory": "512Mi"})
    answer = round_of([*nodes("a", "b"), few, *busy], "HighNodeUtilization")
    assert evicted(answer)[0] == ["few"]
    assert answer["rounds"][0]["evictions"][0]["why"] == "underutilization"


def test_high_node_utilization_keeps_what_fits_nowhere_else() -> None:
    full = [replica(f"busy-{i}", "b", requests={"cpu": "2", "memory": "1Gi"}) for i in range(2)]
    answer = round_of(
        [*nodes("a", "b"), replica("few", "a", requests={"cpu": "500m"}), *full], "HighNodeUtilization"
    )
    assert evicted(answer) == []


def test_high_node_utilization_is_asked_for_by_name() -> None:
    assert "HighNodeUtilization" not in descheduler(recorded(*nodes("a")))["policies"]
