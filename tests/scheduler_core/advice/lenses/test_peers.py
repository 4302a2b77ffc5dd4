"""The lenses beside the tables of the projects that they stand for, by the facts of their own tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from scheduler_core.advice.lenses import cluster_autoscaler, descheduler, karpenter
from tests.builders import Manifest, affinity, make_pod, spread, with_spec, with_status

from .builders import pooled, recorded, replica, zoned

ZONE = "topology.kubernetes.io/zone"
SPREAD = "RemovePodsViolatingTopologySpreadConstraint"
TAINT = {"key": "taint-test", "value": "test", "effect": "NoSchedule"}
TOLERATED = {"tolerations": [{**TAINT, "operator": "Equal"}]}
IN_A = {"nodeSelector": {ZONE: "a"}}
WINDOWS = {"nodeSelector": {"os": "windows"}}


@dataclass(frozen=True)
class Row:
    """Pods by zone, and how many the descheduler evicts.

    `zones` has a node each: the number of its pods. The pods of `more` come behind those, on node a, with these
    fields of their spec. `nodes` has what is special about a node.
    """

    zones: dict[str, int]
    evicted: int
    max_skew: int = 1
    pods: dict[str, Any] = field(default_factory=dict)
    more: tuple[dict[str, Any], ...] = ()
    nodes: dict[str, dict[str, Any]] = field(default_factory=dict)
    key: str = ZONE


def _linux_and_windows(*windows: int) -> dict[str, int]:
    return {**dict.fromkeys(("l1", "l2", "l3"), 0), **{f"w{i}": count for i, count in enumerate(windows)}}


def _labelled(*windows: int) -> dict[str, dict[str, Any]]:
    return {
        node: {"labels": {"os": "linux" if node.startswith("l") else "windows"}}
        for node in _linux_and_windows(*windows)
    }


# TestTopologySpreadConstraint of the descheduler's plugin RemovePodsViolatingTopologySpreadConstraint
TOPOLOGY_SPREAD = {
    "2/1 stays": Row({"a": 2, "b": 1}, 0),
    "3/1 becomes 2/2": Row({"a": 3, "b": 1}, 1),
    "5/2 becomes 4/3": Row({"a": 5, "b": 2}, 1),
    "4/0 becomes 2/2": Row({"a": 4, "b": 0}, 2),
    "4/0 of which two may go nowhere else, and one to no node": Row(
        {"a": 0, "b": 0},
        1,
        more=(
            IN_A,
            IN_A,
            {"nodeSelector": {"foo": "bar"}},
            {},
        ),
    ),
    "0/0/0/3/3/2 by node, of which the first three are closed to it": Row(
        _linux_and_windows(3, 3, 2), 0, pods=WINDOWS, nodes=_labelled(3, 3, 2), key="kubernetes.io/hostname"
    ),
    "0/0/0/3/3/2/0 by node": Row(
        _linux_and_windows(3, 3, 2, 0),
        2,
        pods=WINDOWS,
        nodes=_labelled(3, 3, 2, 0),
        key="kubernetes.io/hostname",
    ),
    "0/0/0/4/3/1 by node": Row(
        _linux_and_windows(4, 3, 1), 1, pods=WINDOWS, nodes=_labelled(4, 3, 1), key="kubernetes.io/hostname"
    ),
    "4/0 with a selector that both nodes meet": Row(
        {"a": 4, "b": 0},
        2,
        pods={"nodeSelector": {"region": "boston"}},
        nodes={node: {"labels": {"region": "boston"}} for node in "ab"},
    ),
    "0/1/100 becomes 34/33/34": Row({"a": 0, "b": 1, "c": 100}, 66),
    "0/1/3/5 becomes 2/2/3/2": Row({"a": 0, "b": 1, "c": 3, "d": 5}, 3),
    "2/6 with maxSkew 2 becomes 3/5": Row({"a": 2, "b": 6}, 1, 2),
    "2/6 with maxSkew 2, a tainted": Row({"a": 2, "b": 6}, 0, 2, nodes={"a": {"taints": [TAINT]}}),
    "2/6 with maxSkew 2, a full": Row({"a": 2, "b": 6}, 0, 2, nodes={"a": {"cpu": "200m"}}),
    "8/7/0 becomes 5/5/5": Row({"a": 8, "b": 7, "c": 0}, 5),
    "5/5/5 stays": Row({"a": 5, "b": 5, "c": 5}, 0),
    "2/0, one tolerates the taint of b": Row(
        {"a": 0, "b": 0}, 1, more=(TOLERATED, IN_A), nodes={"b": {"taints": [TAINT]}}
    ),
    "2/0, none tolerates the taint of b": Row(
        {"a": 0, "b": 0}, 0, more=({}, IN_A), nodes={"b": {"taints": [TAINT]}}
    ),
    "2/0, the taint of b is PreferNoSchedule": Row(
        {"a": 0, "b": 0},
        1,
        more=({}, IN_A),
        nodes={"b": {"taints": [{**TAINT, "effect": "PreferNoSchedule"}]}},
    ),
    "2/0 of one revision": Row({"a": 0, "b": 0}, 1, more=({"revision": "x"}, {"revision": "x"})),
    "1/0 of either of two revisions": Row({"a": 0, "b": 0}, 0, more=({"revision": "x"}, {"revision": "y"})),
    "4/2, of which two are ending": Row({"a": 2, "b": 2}, 0, more=({"ending": True}, {"ending": True})),
    "2/3/4, a full": Row({"a": 2, "b": 3, "c": 4}, 0, nodes={"a": {"cpu": "250m"}}),
}


def _spreading(row: Row, name: str, node: str, spec: dict[str, Any]) -> Manifest:
    fields = {**row.pods, **spec}
    revision, ending = fields.pop("revision", None), fields.pop("ending", False)
    constraint = spread(row.key, max_skew=row.max_skew)
    pod = replica(name, node, requests={"cpu": "100m"})
    if revision:
        constraint["matchLabelKeys"] = ["pod-template-hash"]
        pod["metadata"]["labels"]["pod-template-hash"] = revision
    if ending:
        pod["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"
    return with_status(with_spec(pod, topologySpreadConstraints=[constraint], **fields), phase="Running")


@pytest.mark.parametrize("case", TOPOLOGY_SPREAD)
def test_the_descheduler_evicts_as_many_as_its_own_tests_say(case: str) -> None:
    row = TOPOLOGY_SPREAD[case]
    capacity = {"cpu": "200", "pods": "200"}
    nodes = [zoned(node, node, **{**capacity, **row.nodes.get(node, {})}) for node in row.zones]
    pods = [
        _spreading(row, f"{node}-{i}", node, {}) for node, count in row.zones.items() for i in range(count)
    ]
    pods += [_spreading(row, f"more-{i}", "a", spec) for i, spec in enumerate(row.more)]
    answer = descheduler(recorded(*nodes, *pods), [SPREAD])
    assert len(answer["rounds"][0]["evictions"] if answer["rounds"] else []) == row.evicted


_NOT_MASTER = {
    "affinity": {
        "nodeAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {
                "nodeSelectorTerms": [{"matchExpressions": [{"key": "master", "operator": "DoesNotExist"}]}]
            }
        }
    }
}
_MASTERS = {f"m{i}": {"taints": [{"key": "master", "effect": "NoSchedule"}]} for i in range(3)}
_WORKERS = {"n1": 5, "n2": 3, "n3": 1}

# TestRemoveDuplicates and its uniform cases: pods by node, what they have, what nodes have, and how many are evicted
DUPLICATES: dict[str, tuple[dict[str, int], dict[str, Any], dict[str, dict[str, Any]], int]] = {
    "5/3/1 becomes 3/3/3": (_WORKERS, {}, {}, 2),
    "2/0/0 becomes 1/1/0": ({"n1": 2, "n2": 0, "n3": 0}, {}, {}, 1),
    "a single pod stays": ({"n1": 1, "n2": 0, "n3": 0}, {}, {}, 0),
    "3/0 becomes 2/1": ({"n1": 3, "n2": 0}, {}, {}, 1),
    "3/0, and the other tainted": (
        {"n1": 3, "n2": 0},
        {},
        {"n2": {"taints": [{"key": "k", "effect": "NoSchedule"}]}},
        0,
    ),
    "3/0, and the other without the label": (
        {"n1": 3, "n2": 0},
        {"nodeSelector": {"pool": "a"}},
        {"n1": {"labels": {"pool": "a"}}},
        0,
    ),
    "5/3/1 beside tainted nodes": ({**_WORKERS, "m0": 0, "m1": 0, "m2": 0}, {}, _MASTERS, 2),
    "5/3/1 beside nodes that the affinity excludes": (
        {**_WORKERS, "m0": 0, "m1": 0, "m2": 0},
        _NOT_MASTER,
        {name: {"labels": {"master": ""}} for name in _MASTERS},
        2,
    ),
    "5/3/1 with a selector beside others": (
        {**_WORKERS, "m0": 0, "m1": 0, "m2": 0},
        {"nodeSelector": {"worker": "x"}},
        {name: {"labels": {"worker": "x"}} for name in _WORKERS},
        2,
    ),
}


@pytest.mark.parametrize("case", DUPLICATES)
def test_the_descheduler_evicts_as_many_duplicates_as_its_own_tests_say(case: str) -> None:
    counts, spec, special, expected = DUPLICATES[case]
    nodes = [zoned(node, "a", **special.get(node, {})) for node in counts]
    pods = [
        with_spec(replica(f"{node}-{i}", node, requests={"cpu": "100m"}), **spec)
        for node, count in counts.items()
        for i in range(count)
    ]
    answer = descheduler(recorded(*nodes, *pods), ["RemoveDuplicates"])
    assert len(answer["rounds"][0]["evictions"] if answer["rounds"] else []) == expected


TYPE, HOST = "karpenter.sh/capacity-type", "kubernetes.io/hostname"
ZONES, TYPES = ("z1", "z2", "z3"), ("spot", "on-demand")


@dataclass(frozen=True)
class Provisioned:
    """Pods with app=web that are pending, and how many Karpenter brings to each value of a key, in any order.

    A pool has shapes in `zones` and of `types`, shown by full nodes. `running` has further pods with app=web by zone;
    `waiting` pods stay pending.
    """

    pods: int
    key: str
    expected: list[int]
    spec: dict[str, Any]
    zones: tuple[str, ...] = ZONES
    types: tuple[str, ...] = TYPES
    running: dict[str, int] = field(default_factory=dict)
    waiting: int = 0
    cpu: str = "1100m"
    app: str = "web"


def _over(key: str, max_skew: int = 1, **options: Any) -> dict[str, Any]:
    return {"topologySpreadConstraints": [spread(key, max_skew=max_skew, **options)]}


def _required(key: str, *values: str) -> dict[str, Any]:
    clause = {"key": key, "operator": "In", "values": [*values]}
    terms = {"nodeSelectorTerms": [{"matchExpressions": [clause]}]}
    return {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}}


def _preferred(key: str, *values: str) -> dict[str, Any]:
    clause = {"key": key, "operator": "In", "values": [*values]}
    preferred = [{"weight": 1, "preference": {"matchExpressions": [clause]}}]
    return {"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}}}


# "Topology" of sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling/topology_test.go
KARPENTER = {
    "balance across zones": Provisioned(4, ZONE, [1, 1, 2], _over(ZONE)),
    "a pool in two zones": Provisioned(4, ZONE, [2, 2], _over(ZONE), zones=ZONES[:2]),
    "a zone that alone is left, up to maxSkew": Provisioned(
        10, ZONE, [6], _over(ZONE, 5), zones=("z3",), running={"z1": 1, "z2": 1}, waiting=4
    ),
    "maxSkew is not violated": Provisioned(
        10, ZONE, [2, 2], _over(ZONE), zones=("z2", "z3"), running={"z1": 1}, waiting=6
    ),
    "minDomains that the pool lacks": Provisioned(
        3, ZONE, [1, 1], _over(ZONE, minDomains=3), zones=ZONES[:2], waiting=1
    ),
    "as many domains as minDomains": Provisioned(11, ZONE, [3, 4, 4], _over(ZONE, minDomains=3)),
    "more domains than minDomains": Provisioned(11, ZONE, [3, 4, 4], _over(ZONE, minDomains=2)),
    "balance across nodes": Provisioned(4, HOST, [1, 1, 1, 1], _over(HOST), cpu="100m"),
    "on one node up to maxSkew": Provisioned(4, HOST, [4], _over(HOST, 4), cpu="100m"),
    "a constraint that counts other pods": Provisioned(5, HOST, [5], _over(HOST), cpu="100m", app="other"),
    "balance across capacity types": Provisioned(4, TYPE, [2, 2], _over(TYPE)),
    "maxSkew over capacity types is not violated": Provisioned(
        5, TYPE, [2], _over(TYPE), types=("on-demand",), running={"z1": 1}, waiting=3
    ),
    "a selector limits the zones": Provisioned(5, ZONE, [5], {**_over(ZONE), "nodeSelector": {ZONE: "z1"}}),
    "a required affinity limits the zones": Provisioned(
        6, ZONE, [3, 3], {**_over(ZONE), **_required(ZONE, "z1", "z2")}
    ),
    "a preference does not limit the zones": Provisioned(
        6, ZONE, [2, 2, 2], {**_over(ZONE), **_preferred(ZONE, "z1", "z2")}
    ),
    "an anti-affinity over nodes": Provisioned(
        3, HOST, [1, 1, 1], {"affinity": affinity(HOST, anti=True, app="web")}, cpu="100m"
    ),
    "an affinity to itself over nodes": Provisioned(
        3, HOST, [3], {"affinity": affinity(HOST, app="web")}, cpu="100m"
    ),
    "an affinity to itself over zones": Provisioned(
        3, ZONE, [3], {"affinity": affinity(ZONE, app="web")}, cpu="100m"
    ),
    "an affinity to nobody": Provisioned(
        3, ZONE, [], {"affinity": affinity(ZONE, app="nobody")}, cpu="100m", waiting=3
    ),
}


@pytest.mark.parametrize("case", KARPENTER)
def test_karpenter_brings_as_many_as_its_own_tests_say(case: str) -> None:
    row = KARPENTER[case]
    objects: list[Manifest] = []
    for zone, kind in product(row.zones, row.types):
        labels, name = {TYPE: kind, "karpenter.sh/nodepool": "default"}, f"{zone}-{kind}"
        objects += [zoned(name, zone, labels), make_pod(f"full-{name}", node=name, requests={"cpu": "4"})]
    for zone, count in row.running.items():  # on nodes of no pool that is left
        objects.append(zoned(f"ran-{zone}", zone, {TYPE: "spot"}, pods=str(count)))
        objects += [make_pod(f"ran-{zone}-{i}", node=f"ran-{zone}", app="web") for i in range(count)]
    objects += [
        with_spec(make_pod(f"p{i}", app=row.app, requests={"cpu": row.cpu}), **row.spec)
        for i in range(row.pods)
    ]
    answer = karpenter(recorded(*objects))
    if row.key == HOST:
        counts = Counter(answer["placed"].values())
    else:
        counts = Counter()
        for i, added in enumerate(answer["added"]):
            counts[added["zone"] if row.key == ZONE else str(i)] += len(added["pods"])
    assert sorted(counts.values()) == row.expected
    assert sum(len(unhelped["pods"]) for unhelped in answer["unhelped"]) == row.waiting


# TestBinpackingEstimate of cluster-autoscaler/estimator: pods, what each requests, what a node has, the pods' spec, and
# how many nodes are added for how many of them
BINPACKING: dict[str, tuple[int, str, dict[str, str], dict[str, Any], int, int]] = {
    "by resources": (10, "350m", {"cpu": "1"}, {}, 5, 10),
    "by the limit of pods": (20, "10m", {"cpu": "10", "pods": "10"}, {}, 2, 20),
    "a host port for each": (8, "200m", {"cpu": "1"}, {"ports": True}, 8, 8),
    "two to a node by maxSkew": (8, "200m", {"cpu": "1"}, _over(HOST, 2), 4, 8),
    "two in the zone by maxSkew": (8, "20m", {"cpu": "1"}, _over(ZONE, 2), 1, 2),
}


@pytest.mark.parametrize("case", BINPACKING)
def test_cluster_autoscaler_adds_as_many_nodes_as_its_own_tests_say(case: str) -> None:
    count, cpu, size, spec, nodes, pods = BINPACKING[case]
    pending = [
        with_spec(
            make_pod(f"p{i}", app="web", requests={"cpu": cpu}),
            **{k: v for k, v in spec.items() if k != "ports"},
        )
        for i in range(count)
    ]
    if "ports" in spec:
        for pod in pending:
            pod["spec"]["containers"][0]["ports"] = [{"containerPort": 5555, "hostPort": 5555}]
    old = zoned("old", "jupiter", cpu="1m")
    template = pooled(zoned("template", "mars", None, **size), "mars")
    full = make_pod("full", node="template", requests={"cpu": size["cpu"]})
    answer = cluster_autoscaler(recorded(old, template, full, *pending))
    added = [added for added in answer["added"] if added["group"] == "mars"]
    assert (sum(len(a["nodes"]) for a in added), sum(len(a["pods"]) for a in added)) == (nodes, pods)
