"""The descheduler beside the tables of its project, by the facts of its own tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from scheduler_core.advice.descheduler import descheduler
from tests.builders import Manifest, spread, with_spec, with_status

from .builders import recorded, replica, zoned

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
