"""Cluster Autoscaler: which groups get nodes, for which pods, and why others get none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core.advice.scaling import Scaling, scaling_of
from scheduler_core.advice.scaling.contract import NewNode, ScaleUp
from scheduler_core.autoscaling.nodegroups.groups import told_groups
from tests.builders import Manifest, affinity, make_node, make_pod, spread, with_spec
from tests.scheduler_core.advice.descheduler.builders import ZONE, pooled, recorded, replica, zoned

SMALL, LARGE = {"cpu": "2", "memory": "4Gi"}, {"cpu": "8", "memory": "64Gi"}
HOST = "kubernetes.io/hostname"


def config_map(name: str, **data: str) -> Manifest:
    meta = {"name": name, "namespace": "kube-system"}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": data}


def status(*groups: str, most: int = 100, backoff: Manifest | None = None) -> Manifest:
    """The status of groups with one node each; with a backoff, all of them are in it."""
    listed = [
        {
            "name": group,
            "health": {"cloudProviderTarget": 1, "minSize": 0, "maxSize": most},
            "scaleUp": {"status": "Backoff", **backoff} if backoff else {"status": "NoActivity"},
        }
        for group in groups
    ]
    document = {"time": "2026-11-24 20:00:00.5 +0000 UTC", "nodeGroups": listed}
    return config_map("cluster-autoscaler-status", status=json.dumps(document))


def pool(name: str, node: str, **fields: Any) -> Manifest:
    return pooled(make_node(node, **fields), name)


def pending(count: int, cpu: str, name: str = "p", **fields: Any) -> list[Manifest]:
    return [
        make_pod(f"{name}{i}", requests={"cpu": cpu, "memory": "1Gi"}, app="web", **fields)
        for i in range(count)
    ]


def full(*nodes: str, cpu: str = "2") -> list[Manifest]:
    """Pods that leave no room on nodes."""
    return [replica(f"full-{node}", node, requests={"cpu": cpu}, app="full") for node in nodes]


TWO_POOLS = [
    status("small", "large"),
    pool("small", "s1", **SMALL),
    pool("large", "l1", **LARGE),
    *full("s1"),
    *full("l1", cpu="8"),
]


def scaling(*objects: Manifest) -> Scaling:
    return scaling_of(recorded(*objects))


def scaled_up(*objects: Manifest) -> ScaleUp:
    recording = recorded(*objects)
    waiting = [pod.key for pod in recording.scenario.objects.pods if pod.key not in recording.placements]
    (answer,) = scaling_of(recording).scale_ups(waiting)
    return answer


def answered(pod: str, *objects: Manifest) -> NewNode:
    (answer,) = scaling(*objects).of(f"default/{pod}")
    return answer


def added(answer: ScaleUp) -> dict[str, tuple[int, int]]:
    """The number of nodes and of their pods by group."""
    found: dict[str, tuple[int, int]] = {}
    for node in answer["nodes"]:
        nodes, pods = found.get(node["pool"], (0, 0))
        found[node["pool"]] = nodes + 1, pods + len(node["pods"])
    return found


def rows(answer: NewNode) -> dict[str, tuple[str, str | None, str]]:
    return {row["pool"]: (row["verdict"], row["clause"], row["text"]) for row in answer["rows"]}


def test_the_group_that_wastes_least_grows() -> None:
    assert added(scaled_up(*TWO_POOLS, *pending(1, "2"))) == {"small": (1, 1)}
    assert added(scaled_up(*TWO_POOLS, *pending(1, "6"))) == {"large": (1, 1)}


def test_one_scale_up_after_another_and_what_the_scheduler_makes_of_it() -> None:
    """The small pods come to the large node, of which less is allocated, and the large pod waits once more."""
    answer = scaled_up(*TWO_POOLS, *pending(2, "2"), *pending(1, "7", "q"))
    assert added(answer) == {"small": (2, 2), "large": (1, 1)}
    assert answer["nodes"][-1]["pods"] == ["default/q0"]
    assert answer["placed"]["default/p0"] == answer["nodes"][-1]["name"]
    (left,) = answer["left"]
    assert (left["pod"], left["verdict"]) == ("default/q0", "makes")
    assert "but the scheduler refuses it" in left["text"]


def test_equal_groups_are_a_matter_of_chance_unless_a_config_map_ranks_them() -> None:
    groups = [status("blue", "green"), pool("blue", "b1", **SMALL), pool("green", "g1", **SMALL)]
    cluster = [*groups, *full("b1", "g1"), *pending(1, "1")]
    assert answered("p0", *cluster)["ties"] == ["by chance: blue, green are equal to it"]
    priorities = config_map(
        "cluster-autoscaler-priority-expander", priorities="10:\n- blue\n50:\n- ^green$\n"
    )
    ranked = answered("p0", *cluster, priorities)
    assert (ranked["node"], ranked["ties"]) == ("green-new-1", [])


@pytest.mark.parametrize(
    ("listed", "chosen"),
    [
        ("10:\n- blue\n50:\n- ^(g+)+$", "blue"),  # the name does not match, after many ways to try
        ("10:\n- blue\n50:\n- '('", "by chance"),  # no expression, so nothing is ranked
        ("10:\n- blue\n--5:\n- g", "blue"),  # no number, so the other one ranks
    ],
)
def test_the_expressions_of_priorities_are_those_of_go(listed: str, chosen: str) -> None:
    green = "g" * 44 + "-x"
    groups = [status("blue", green), pool("blue", "b1", **SMALL), pool(green, "g1", **SMALL)]
    priorities = config_map("cluster-autoscaler-priority-expander", priorities=f"{listed}\n")
    answer = answered("p0", *groups, *full("b1", "g1"), *pending(1, "1"), priorities)
    assert ("by chance" if answer["ties"] else answer["node"].partition("-")[0]) == chosen


def test_why_no_group_helps_in_the_filters_words_with_the_sum() -> None:
    answer = answered("p0", *TWO_POOLS, *pending(2, "9"))
    assert answer["verdict"] == "none"
    assert rows(answer) == {
        "small": ("no", "size", "too small: cpu 9 of at most 2"),
        "large": ("no", "size", "too small: cpu 9 of at most 8"),
    }
    assert {row["says"] for row in answer["rows"]} == {"Insufficient cpu"}


def test_a_group_at_its_maximum_or_in_backoff_says_so_and_whether_more_stands_against_it() -> None:
    cluster = [pool("small", "s1", **SMALL), pool("large", "l1", **LARGE), *full("s1"), *full("l1", cpu="8")]
    maximum = answered("p0", status("small", "large", most=1), *cluster, *pending(1, "4"))
    assert rows(maximum) == {
        "small": ("no", "maximum", "at maximum: 1 of 1; besides, too small: cpu 4 of at most 2"),
        "large": ("no", "maximum", "at maximum: 1 of 1"),
    }
    assert [row["alone"] for row in maximum["rows"]] == [False, True]
    assert {row["says"] for row in maximum["rows"]} == {"max node group size reached"}
    failed = {
        "backoffInfo": {"errorCode": "QUOTA_EXCEEDED", "errorMessage": "no cores left"},
        "lastTransitionTime": "2026-11-24T19:48:00Z",
    }
    backoff = answered("p0", status("small", "large", backoff=failed), *cluster, *pending(1, "4"))
    assert rows(backoff)["large"] == (
        "no",
        "backoff",
        "backoff after a scale-up that failed: QUOTA_EXCEEDED: no cores left (12 min before)",
    )
    assert {row["says"] for row in backoff["rows"]} == {"in backoff after failed scale-up"}


def test_a_group_gets_no_more_nodes_than_its_maximum() -> None:
    cluster = [status("small", most=3), pool("small", "s1", **SMALL), *full("s1")]
    assert added(scaled_up(*cluster, *pending(5, "2"))) == {"small": (2, 2)}


def test_a_group_without_nodes_is_known_by_its_template() -> None:
    node = make_node("t", cpu="8")
    node["status"]["allocatable"]["nvidia.com/gpu"] = "1"
    daemon = replica("agent", owner="agent", kind="DaemonSet", requests={"cpu": "500m"})
    template = {"machines": {"nodeGroups": {"https://cloud/groups/gpu": {"node": node, "pods": [daemon]}}}}
    pod = make_pod("train", requests={"cpu": "4", "nvidia.com/gpu": "1"})
    answer = answered("train", make_node("n1"), pod, template)
    assert (answer["verdict"], answer["node"]) == ("makes", "gpu-new-1")
    assert answer["shape"] is not None
    assert answer["shape"]["size"] == {"cpu": "7.5", "memory": "8Gi", "nvidia.com/gpu": "1"}
    assert answer["scheduled"] == {"node": "gpu-new-1", "message": ""}
    large = make_pod("large", requests={"cpu": "8", "nvidia.com/gpu": "1"})
    refused = answered("large", make_node("n1"), large, template)
    assert rows(refused)["gpu"][2] == "too small: cpu 8 of at most 8, less 500m for DaemonSets"


def test_a_new_node_carries_the_daemons_of_its_group() -> None:
    """With 1 core for the DaemonSet a new node of 2 cores takes one pod of 1 core, not two."""
    daemon = replica("agent", "s1", owner="agent", kind="DaemonSet", requests={"cpu": "1"}, app="agent")
    cluster = [status("small"), pool("small", "s1", **SMALL), daemon, *full("s1", cpu="1")]
    assert added(scaled_up(*cluster, *pending(2, "1"))) == {"small": (2, 2)}


def test_nodes_in_the_zone_of_the_group_do_not_help_against_the_skew() -> None:
    """The only group is in zone a, where the constraint lets no further pod in."""
    cluster = [
        status("only"),
        pooled(zoned("a1", "a"), "only"),
        zoned("b1", "b", cpu="1"),
        replica("full", "b1", requests={"cpu": "1"}, app="full"),
        replica("w0", "a1"),
    ]
    answer = answered("p0", *cluster, *pending(1, "1", spread=[spread(ZONE)]))
    assert rows(answer)["only"] == ("no", "filter", "node(s) didn't match pod topology spread constraints")


@pytest.mark.parametrize(
    "pod",
    [
        make_pod("p", priority=-11, requests={"cpu": "2"}),
        replica("p", kind="DaemonSet", requests={"cpu": "2"}),
        with_spec(make_pod("p"), schedulingGates=[{"name": "example.com/quota"}]),
        make_pod("p", terminating=True, requests={"cpu": "2"}),
    ],
    ids=["expendable", "of a DaemonSet", "gated", "terminating"],
)
def test_pods_that_are_not_looked_at(pod: Manifest) -> None:
    answer = answered("p", *TWO_POOLS, pod)
    assert (answer["verdict"], answer["rows"]) == ("ignored", [])


def test_nobody_is_asked_where_nothing_shows_an_autoscaler() -> None:
    assert scaling(pool("small", "s1", **SMALL), *full("s1"), *pending(1, "1")).of("default/p0") == []


def test_where_only_its_pod_is_seen_the_groups_are_those_of_the_labels() -> None:
    program = make_pod("cluster-autoscaler-7d4", namespace="kube-system", node="s1")
    cluster = [pool("small", "s1", **SMALL), *full("s1"), *pending(1, "1"), program]
    assert answered("p0", *cluster)["node"] == "small-new-1"


def test_the_text_that_the_status_was_before_1_30_tells_sizes() -> None:
    text = (
        "NodeGroups:\n"
        "  Name:        https://cloud/zones/a/instanceGroups/gke-web-grp\n"
        "  Health:      Healthy (ready=2 cloudProviderTarget=2 (minSize=1, maxSize=3))\n"
    )
    told = told_groups([config_map("cluster-autoscaler-status", status=text)], {}, ())
    (group,) = told.groups
    assert (group.name, group.count, group.most, group.full) == ("gke-web-grp", 2, 3, False)
    assert told.of_node("gke-web-1a2b", "web") is group


# TestBinpackingEstimate of pkg/estimator: pods, what each requests, what a node has, the pods' spec, and how many nodes
# are added for how many of them
BINPACKING: dict[str, tuple[int, str, dict[str, str], dict[str, Any], int, int]] = {
    "by resources": (10, "350m", {"cpu": "1"}, {}, 5, 10),
    "by the limit of pods": (20, "10m", {"cpu": "10", "pods": "10"}, {}, 2, 20),
    "a host port for each": (8, "200m", {"cpu": "1"}, {"ports": True}, 8, 8),
    "two to a node by maxSkew": (
        8, "200m", {"cpu": "1"}, {"topologySpreadConstraints": [spread(HOST, max_skew=2)]}, 4, 8,
    ),
    "two in the zone by maxSkew": (
        8, "20m", {"cpu": "1"}, {"topologySpreadConstraints": [spread(ZONE, max_skew=2)]}, 1, 2,
    ),
    "one to a node by anti-affinity": (
        3, "20m", {"cpu": "1"}, {"affinity": affinity(HOST, anti=True, app="web")}, 3, 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BINPACKING)
def test_it_adds_as_many_nodes_as_its_own_tests_say(case: str) -> None:
    count, cpu, size, spec, nodes, pods = BINPACKING[case]
    waiting = [
        with_spec(
            make_pod(f"p{i}", app="web", requests={"cpu": cpu}),
            **{k: v for k, v in spec.items() if k != "ports"},
        )
        for i in range(count)
    ]
    if "ports" in spec:
        for pod in waiting:
            pod["spec"]["containers"][0]["ports"] = [{"containerPort": 5555, "hostPort": 5555}]
    old = zoned("old", "jupiter", cpu="1m")
    template = pooled(zoned("template", "mars", None, **size), "mars")
    filling = make_pod("full", node="template", requests={"cpu": size["cpu"]})
    assert added(scaled_up(status("mars"), old, template, filling, *waiting)) == {"mars": (nodes, pods)}
