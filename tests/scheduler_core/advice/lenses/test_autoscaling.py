"""Cluster Autoscaler and Karpenter: which nodes they add, for which pods, and whether that helps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scheduler_core import InvalidInput, Recording, load
from scheduler_core.advice.lenses import cluster_autoscaler, karpenter
from scheduler_core.advice.lenses.autoscaling.preferences import as_required, relaxations
from scheduler_core.advice.lenses.contract import AddedNodes, ScaleUp
from tests.builders import Manifest, affinity, make_node, make_pod, spread, with_spec

from .builders import ZONE, pooled, recorded, replica, zoned

SMALL, LARGE = {"cpu": "2", "memory": "4Gi"}, {"cpu": "8", "memory": "64Gi"}


def pool(name: str, node: str, **fields: Any) -> Manifest:
    return pooled(make_node(node, **fields), name)


def pending(count: int, cpu: str, name: str = "p", **fields: Any) -> list[Manifest]:
    return [
        make_pod(f"{name}{i}", requests={"cpu": cpu, "memory": "1Gi"}, app="web", **fields)
        for i in range(count)
    ]


def full(*nodes: str, cpu: str = "2") -> list[Manifest]:
    """Return pods that leave no room on nodes."""
    return [replica(f"full-{node}", node, requests={"cpu": cpu}, app="full") for node in nodes]


def added(answer: ScaleUp) -> list[tuple[str, int, int]]:
    """Return the groups that get nodes, with the number of nodes and pods."""
    return [
        (addition["group"], len(addition["nodes"]), len(addition["pods"])) for addition in answer["added"]
    ]


TWO_POOLS = [
    pool("small", "s1", **SMALL),
    pool("large", "l1", **LARGE),
    *full("s1"),
    *full("l1", cpu="8"),
]

# The expanders, the pending pods, and the groups that grow, with their nodes and pods.
EXPANDER_CASES: dict[str, tuple[list[str], list[Manifest], list[tuple[str, int, int]]]] = {
    "least waste takes what fits best": (["least-waste"], pending(2, "2"), [("small", 2, 2)]),
    "most pods takes the group that helps more": (
        ["most-pods"],
        [*pending(1, "2"), *pending(1, "6", "q")],
        [("large", 1, 2)],
    ),
    "least nodes takes the larger": (["least-nodes"], pending(4, "2"), [("large", 1, 4)]),
    "what no small node takes goes to large ones": (["least-waste"], pending(1, "6"), [("large", 1, 1)]),
}


@pytest.mark.parametrize("case", EXPANDER_CASES)
def test_which_group_grows(case: str) -> None:
    expanders, pods, expected = EXPANDER_CASES[case]
    answer = cluster_autoscaler(recorded(*TWO_POOLS, *pods), expanders=expanders)
    assert added(answer) == expected
    assert sorted(answer["placed"]) == sorted(f"default/{pod['metadata']['name']}" for pod in pods)
    assert answer["still_pending"] == {}


def test_one_scale_up_after_another_and_what_the_scheduler_makes_of_it() -> None:
    """The small pods come to the large node, of which less is allocated, and the large pod waits once more."""
    answer = cluster_autoscaler(recorded(*TWO_POOLS, *pending(2, "2"), *pending(1, "7", "q")))
    assert added(answer) == [("small", 2, 2), ("large", 1, 1)]
    assert answer["added"][1]["pods"] == ["default/q0"]
    assert answer["placed"]["default/p0"] == answer["added"][1]["nodes"][0]
    assert list(answer["still_pending"]) == ["default/q0"]


def test_equal_groups_are_a_matter_of_chance_unless_a_config_map_ranks_them() -> None:
    cluster = [pool("blue", "b1", **SMALL), pool("green", "g1", **SMALL), *full("b1", "g1"), *pending(1, "1")]
    answer = cluster_autoscaler(recorded(*cluster))
    assert answer["added"][0]["equal_groups"] == ["blue", "green"]
    chosen = {cluster_autoscaler(recorded(*cluster), seed=seed)["added"][0]["group"] for seed in range(8)}
    assert chosen == {"blue", "green"}
    priorities = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "cluster-autoscaler-priority-expander", "namespace": "kube-system"},
        "data": {"priorities": "10:\n- blue\n50:\n- ^green$\n"},
    }
    ranked = cluster_autoscaler(recorded(*cluster, priorities), expanders=["priority"])
    assert (ranked["added"][0]["group"], ranked["added"][0]["equal_groups"]) == ("green", [])


@pytest.mark.parametrize(
    ("listed", "equal"),
    [
        ("10:\n- blue\n50:\n- ^(g+)+$", []),  # the name does not match, after many ways to try
        ("10:\n- blue\n50:\n- '('", ["blue", "g" * 44 + "-x"]),  # no expression, so nothing is ranked
        ("10:\n- blue\n--5:\n- g", []),  # no number, so the other one ranks
    ],
)
def test_the_expressions_of_priorities_are_those_of_go(listed: str, equal: list[str]) -> None:
    green = "g" * 44 + "-x"
    cluster = [pool("blue", "b1", **SMALL), pool(green, "g1", **SMALL), *full("b1", "g1"), *pending(1, "1")]
    priorities = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "cluster-autoscaler-priority-expander", "namespace": "kube-system"},
        "data": {"priorities": f"{listed}\n"},
    }
    (added,) = cluster_autoscaler(recorded(*cluster, priorities), expanders=["priority"])["added"]
    assert added["equal_groups"] == equal
    assert equal or added["group"] == "blue"


def test_an_unknown_expander_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match=r"must be one of least-waste, .*; got price"):
        cluster_autoscaler(recorded(make_node("n1")), expanders=["price"])


def test_why_no_group_helps() -> None:
    answer = cluster_autoscaler(recorded(*TWO_POOLS, *pending(2, "9")))
    assert answer["added"] == []
    (unhelped,) = answer["unhelped"]
    assert unhelped["pods"] == ["default/p0", "default/p1"]
    assert unhelped["refusals"] == [
        {"group": "small", "reasons": ["Insufficient cpu"]},
        {"group": "large", "reasons": ["Insufficient cpu"]},
    ]
    assert list(answer["still_pending"]) == ["default/p0", "default/p1"]


def test_a_new_node_carries_the_daemons_of_its_group() -> None:
    """With 1 core for the DaemonSet a new node of 2 cores takes one pod of 1 core, not two."""
    daemon = replica("agent", "s1", owner="agent", kind="DaemonSet", requests={"cpu": "1"}, app="agent")
    cluster = [pool("small", "s1", **SMALL), daemon, *full("s1", cpu="1")]
    assert added(cluster_autoscaler(recorded(*cluster, *pending(2, "1")))) == [("small", 2, 2)]


def test_nodes_in_the_zone_of_the_group_do_not_help_against_the_skew() -> None:
    """The only group is in zone a, where the constraint lets no further pod in."""
    constraint = [spread(ZONE)]
    cluster = [
        pooled(zoned("a1", "a"), "only"),
        zoned("b1", "b", cpu="1"),
        replica("full", "b1", requests={"cpu": "1"}, app="full"),
        replica("w0", "a1"),
    ]
    answer = cluster_autoscaler(recorded(*cluster, *pending(1, "1", spread=constraint)))
    assert answer["added"] == []
    (unhelped,) = answer["unhelped"]
    (refusal,) = unhelped["refusals"]
    assert refusal["reasons"] == ["node(s) didn't match pod topology spread constraints"]


IGNORED: dict[str, Manifest] = {
    "expendable": make_pod("p", priority=-11, requests={"cpu": "2"}),
    "daemonset": replica("p", kind="DaemonSet", requests={"cpu": "2"}),
    "gated": with_spec(make_pod("p"), schedulingGates=[{"name": "example.com/quota"}]),
    "terminating": make_pod("p", terminating=True, requests={"cpu": "2"}),
}


@pytest.mark.parametrize("why", IGNORED)
def test_pods_that_are_not_looked_at(why: str) -> None:
    answer = cluster_autoscaler(recorded(*TWO_POOLS, IGNORED[why]))
    assert answer["ignored"] == [{"why": why, "pods": ["default/p"]}]
    assert answer["added"] == []


def test_without_labels_the_nodes_of_a_shape_and_zone_are_taken_for_a_group() -> None:
    answer = cluster_autoscaler(recorded(make_node("n1", cpu="2"), *full("n1"), *pending(1, "1")))
    assert answer["assumed_groups"]
    assert added(answer) == [("nodes like n1", 1, 1)]
    assert not cluster_autoscaler(recorded(*TWO_POOLS, *pending(1, "1")))["assumed_groups"]


NODE_POOL = {"karpenter.sh/nodepool": "default"}


def claim(answer: ScaleUp) -> AddedNodes:
    (only,) = answer["added"]
    return only


def shapes(*sizes: dict[str, str]) -> list[Manifest]:
    """Return full nodes of one Karpenter pool, one of each size, a1, a2, … in zone a."""
    nodes = [zoned(f"a{i}", "a", NODE_POOL, **size) for i, size in enumerate(sizes, 1)]
    return nodes + [pod for i, size in enumerate(sizes, 1) for pod in full(f"a{i}", cpu=size["cpu"])]


class TestKarpenter:
    def test_the_cheapest_shape_that_fits(self) -> None:
        cluster = [*shapes(LARGE, SMALL), *pending(1, "2")]
        assert claim(karpenter(recorded(*cluster)))["like"] == "a2"

    def test_a_node_grows_with_the_pods_before_another_one_is_made(self) -> None:
        cluster = [*shapes({"cpu": "3", "memory": "4Gi"}, LARGE), *pending(2, "3")]
        only = claim(karpenter(recorded(*cluster)))
        assert (only["like"], len(only["nodes"]), len(only["pods"])) == ("a2", 1, 2)

    def test_soft_spread_is_taken_for_hard(self) -> None:
        """The scheduler would leave the pod pending for cpu alone; the new node is in the zone with fewer pods."""
        nodes = [zoned(f"{zone}1", zone, NODE_POOL, cpu="1") for zone in ("a", "b")]
        running = [replica("w0", "a1", requests={"cpu": "1"}), *full("b1", cpu="1")]
        pod = pending(1, "500m", spread=[spread(ZONE, soft=True)])
        only = claim(karpenter(recorded(*nodes, *running, *pod)))
        assert (only["zone"], only["gave_up"]) == ("b", [])

    def test_preferences_are_given_up_in_order_until_something_fits(self) -> None:
        cluster = shapes(SMALL)
        pod = with_spec(
            pending(1, "1")[0],
            affinity={
                **affinity("kubernetes.io/hostname", weight=10, app="nobody"),
                "nodeAffinity": {
                    "preferredDuringSchedulingIgnoredDuringExecution": [
                        {
                            "weight": 5,
                            "preference": {
                                "matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]
                            },
                        }
                    ]
                },
            },
        )
        only = claim(karpenter(recorded(*cluster, pod)))
        assert only["gave_up"] == [
            "affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution",
            "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution",
        ]

    def test_a_taint_prefer_no_schedule_is_tolerated_last(self) -> None:
        taints = [{"key": "spot", "effect": "PreferNoSchedule"}]
        node = zoned("a1", "a", NODE_POOL, cpu="2", taints=taints)
        answer = karpenter(recorded(node, *full("a1"), *pending(1, "1")))
        assert claim(answer)["gave_up"] == ["tolerations (PreferNoSchedule)"]

    def test_what_no_shape_takes_is_told_with_reasons(self) -> None:
        answer = karpenter(recorded(*shapes(SMALL), *pending(1, "3")))
        assert answer["added"] == []
        (unhelped,) = answer["unhelped"]
        assert unhelped["refusals"] == [{"group": "default", "reasons": ["Insufficient cpu"]}]


TERM = {"topologyKey": ZONE, "labelSelector": {"matchLabels": {"app": "web"}}}
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def node_term(value: str) -> Manifest:
    return {"matchExpressions": [{"key": "disk", "operator": "In", "values": [value]}]}


def test_preferences_become_requirements() -> None:
    """Of the terms of node affinity the first, with the heaviest preference; of pod affinity all."""
    spec: Manifest = {
        "topologySpreadConstraints": [spread(ZONE, soft=True)],
        "affinity": {
            "nodeAffinity": {
                REQUIRED: {"nodeSelectorTerms": [node_term("ssd"), node_term("hdd")]},
                PREFERRED: [
                    {"weight": 1, "preference": node_term("light")},
                    {"weight": 9, "preference": node_term("heavy")},
                ],
            },
            "podAntiAffinity": {PREFERRED: [{"weight": 1, "podAffinityTerm": TERM}]},
        },
    }
    required = as_required({"spec": spec})["spec"]
    (term,) = required["affinity"]["nodeAffinity"][REQUIRED]["nodeSelectorTerms"]
    assert [clause["values"] for clause in term["matchExpressions"]] == [["ssd"], ["heavy"]]
    assert required["affinity"]["podAntiAffinity"] == {REQUIRED: [TERM]}
    assert required["topologySpreadConstraints"][0]["whenUnsatisfiable"] == "DoNotSchedule"
    assert spec["topologySpreadConstraints"][0]["whenUnsatisfiable"] == "ScheduleAnyway"


def test_the_order_in_which_preferences_are_given_up() -> None:
    weighted = {"weight": 1, "podAffinityTerm": TERM}
    spec: Manifest = {
        "topologySpreadConstraints": [spread(ZONE, soft=True), spread("rack")],
        "affinity": {
            "nodeAffinity": {
                REQUIRED: {"nodeSelectorTerms": [node_term("ssd"), node_term("hdd")]},
                PREFERRED: [{"weight": 1, "preference": node_term("light")}],
            },
            "podAffinity": {PREFERRED: [weighted, {**weighted, "weight": 3}]},
            "podAntiAffinity": {PREFERRED: [weighted]},
        },
    }
    fields = [field for _, field in relaxations({"spec": spec}, tolerates_preferred=True)]
    assert fields == [
        "",
        f"affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms",
        f"affinity.podAffinity.{PREFERRED}",
        f"affinity.podAffinity.{PREFERRED}",
        f"affinity.podAntiAffinity.{PREFERRED}",
        f"affinity.nodeAffinity.{PREFERRED}",
        f"topologySpreadConstraints ({ZONE})",
        "tolerations (PreferNoSchedule)",
    ]


FOUND = Path(__file__).parents[1] / "found"


@pytest.mark.parametrize(
    ("name", "key", "skew"),
    [("karpenter-types", "karpenter.sh/capacity-type", [2, 2]), ("karpenter-affinity", ZONE, [2, 2, 2])],
)
def test_karpenter_spreads_as_its_own_topology_tests_say(name: str, key: str, skew: list[int]) -> None:
    """Follows "should balance pods across capacity-types" and "should not limit spread options by preferred ..."."""
    recording = Recording.of(load((FOUND / f"{name}.json").read_text(encoding="utf-8")))
    answer = karpenter(recording)
    assert answer["unhelped"] == []
    assert sorted(len(addition["pods"]) for addition in answer["added"]) in (skew, [sum(skew)])
