"""Where pods find room, why they do not, and what is recorded of the search."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scheduler_core.queueing.gates import DEFAULT
from scheduler_core.queueing.objects.workload import PodSet
from scheduler_core.queueing.topology.contract import SearchRecord
from scheduler_core.queueing.topology.requests import DomainUsage, Placement, first_failure

from .trees import BLOCK, HOST, RACK, asking, cache, domains, node, place, places, pod_set

NODES = [node("a/r/x", 2), node("a/r/y", 4), node("a/s/z", 1), node("b/r/v", 3), node("b/r/w", 3)]


def recorded(placement: Placement) -> SearchRecord:
    assert placement.search
    record = placement.search.record()
    assert json.loads(json.dumps(record)) == record
    return record


@pytest.mark.parametrize(
    ("count", "asked", "rule", "level", "found"),
    [
        (2, {"required": HOST}, "bestFit", HOST, {"x": 2}),
        (3, {"required": HOST}, "bestFit", HOST, {"v": 3}),
        (6, {"required": RACK}, "bestFit", RACK, {"x": 2, "y": 4}),
        (5, {"preferred": HOST}, "bestFit", RACK, {"x": 1, "y": 4}),
        (9, {"preferred": BLOCK}, "several", BLOCK, {"x": 2, "y": 4, "v": 3}),
        (2, {"unconstrained": True}, "leastFree", HOST, {"x": 2}),
        (5, {"unconstrained": True}, "several", HOST, {"z": 1, "x": 2, "v": 2}),
    ],
)
def test_the_rule_that_chose_the_domains(
    count: int, asked: dict[str, Any], rule: str, level: str, found: dict[str, int]
) -> None:
    placement = place(cache(NODES), asking(count, of=pod_set("main", **asked)))
    record = recorded(placement)
    assert domains(placement) == found
    assert (record["rule"], record["level"], record["fits"]) == (rule, level, count)
    last = record["steps"][-1]
    assert {domain["values"][-1]: domain["pods"] for domain in last["chosen"] if domain["pods"]} == found


def test_the_record_counts_each_level_before_anything_is_chosen() -> None:
    layers = {"podSetSliceRequiredTopology": RACK, "podSetSliceSize": 3}
    record = recorded(place(cache(NODES), asking(6, of=pod_set("main", required=BLOCK, **layers))))
    counts = {
        ",".join(domain["values"]): (domain["pods"], domain["slices"])
        for level in record["levels"]
        for domain in level["domains"]
    }
    assert counts == {
        "a": (7, 2),
        "b": (6, 2),
        "a,r": (6, 2),
        "a,s": (1, 0),
        "b,r": (6, 2),
        "a,r,x": (2, 0),
        "a,r,y": (4, 0),
        "a,s,z": (1, 0),
        "b,r,v": (3, 0),
        "b,r,w": (3, 0),
    }
    assert [(step["level"], step["size"], step["together"]) for step in record["steps"]] == [
        (BLOCK, 3, True),
        (RACK, 3, True),
        (HOST, 1, False),
    ]


def test_levels_that_were_too_small_are_recorded() -> None:
    record = recorded(place(cache(NODES), asking(7, of=pod_set("main", preferred=HOST))))
    assert (record["tried"], record["level"]) == ([HOST, RACK], BLOCK)


def test_the_leader_goes_where_it_costs_the_workers_least() -> None:
    nodes = [node("a/r/x", 4), node("a/r/y", 5)]
    workers = pod_set("workers", required=RACK, podSetGroupName="g")
    leader = pod_set("leader", required=RACK, podSetGroupName="g")
    placements = places(cache(nodes), asking(1, 1, of=leader), asking(4, 2, of=workers))
    assert domains(placements["leader"]) == {"y": 1}
    assert domains(placements["workers"]) == {"x": 2, "y": 2}
    record = recorded(placements["workers"])
    hosts = {domain["values"][-1]: domain for domain in record["levels"][-1]["domains"]}
    assert [(d["pods"], d["podsBeside"], d["leader"]) for d in hosts.values()] == [(2, 1, True), (2, 2, True)]


def test_the_second_of_two_equal_pod_sets_is_the_leader() -> None:
    """Which is seen by whose nodeSelector counts: that of the workers, for both."""
    first = pod_set("first", {"nodeSelector": {BLOCK: "b"}}, required=RACK, podSetGroupName="g")
    second = pod_set("second", required=RACK, podSetGroupName="g")
    placements = places(cache(NODES), asking(1, of=first), asking(1, of=second))
    assert {*domains(placements["first"]), *domains(placements["second"])} <= {"v", "w"}


def test_nothing_fits_beside_a_leader_that_does_not_fit_itself() -> None:
    workers = pod_set("workers", required=BLOCK, podSetGroupName="g")
    leader = pod_set("leader", required=BLOCK, podSetGroupName="g")
    record = recorded(places(cache(NODES), asking(2, of=workers), asking(1, 4, of=leader))["workers"])
    blocks = record["levels"][0]["domains"]
    assert [(d["pods"], d["podsBeside"], d["leader"]) for d in blocks] == [(7, 3, True), (6, 0, False)]


def test_preferred_affinity_comes_before_a_tight_fit() -> None:
    preferred = {"matchExpressions": [{"key": BLOCK, "operator": "In", "values": ["a"]}]}
    terms = [{"weight": 10, "preference": preferred}]
    affinity = {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": terms}}
    main = pod_set("main", {"affinity": affinity}, required=BLOCK)
    for gate, host in ((True, "y"), (False, "v")):
        gates = replace(DEFAULT, tas_respect_node_affinity_preferred=gate)
        assert host in domains(place(cache(NODES, gates=gates), asking(3, of=main)))


def test_a_failure_says_what_fits_and_which_nodes_are_left_out() -> None:
    tainted = node("b/r/t", taints=[{"key": "gone", "value": "soon", "effect": "NoExecute"}])
    nodes = [*NODES, tainted, node("b/r/full", 4, pods=0)]
    spec = {"nodeSelector": {BLOCK: "b"}}
    placement = place(cache(nodes), asking(7, of=pod_set("main", spec, required=RACK)))
    assert placement.failure == (
        'topology "default" allows to fit only 6 out of 7 pod(s). Total nodes: 7; excluded: nodeSelector: 3,'
        ' resource "pods": 1, taint "gone=soon:NoExecute": 1'
    )
    record = recorded(placement)
    assert (record["rule"], record["fits"], record["steps"]) == ("none", 6, [])
    assert record["excluded"] == {"nodeSelector": 3, 'resource "pods"': 1, 'taint "gone=soon:NoExecute"': 1}


def slices(*layers: tuple[str, int]) -> dict[str, Any]:
    constraints = [{"topology": topology, "size": size} for topology, size in layers]
    return {"podsetSliceRequiredTopologyConstraints": constraints}


@pytest.mark.parametrize(
    ("asked", "failure"),
    [
        ({"required": "cloud/row"}, "no requested topology level: cloud/row"),
        ({"unconstrained": False}, "topology level not specified"),
        (
            {"required": RACK, **slices((BLOCK, 2))},
            "podset slice topology cloud/block is above the podset topology cloud/rack",
        ),
        ({"required": RACK, **slices(("row", 2))}, "no requested topology level for slices: row"),
        ({"required": RACK, **slices((RACK, 0))}, "slice topology requested, but slice size not provided"),
        (
            {"required": BLOCK, **slices((RACK, 4), ("row", 2))},
            "no requested topology level for additional slice layer: row",
        ),
        (
            {"required": BLOCK, **slices((RACK, 4), (RACK, 2))},
            "additional slice layer topology cloud/rack must be at a lower level than cloud/rack",
        ),
        (
            {"required": BLOCK, **slices((RACK, 4), (HOST, 3))},
            "additional slice layer size 3 must evenly divide parent layer size 4",
        ),
    ],
)
def test_what_cannot_be_asked_of_a_topology(asked: dict[str, Any], failure: str) -> None:
    placement = place(cache(NODES), asking(4, of=pod_set("main", **asked)))
    assert (placement.failure, placement.assignment, placement.search) == (failure, None, None)


def test_a_flavor_without_nodes_has_no_domains() -> None:
    placement = place(cache([]), asking(1, of=pod_set("main", preferred=RACK)))
    assert placement.failure == "no topology domains at level: cloud/rack"


def test_a_failure_of_layers_counts_the_slices_of_each_in_the_best_domain() -> None:
    main = pod_set("main", required=BLOCK, **slices((RACK, 4), (HOST, 2)))
    placement = place(cache([node("0/r/u", 1), *NODES]), asking(12, of=main))
    assert placement.failure == (
        'topology "default" doesn\'t allow to fit; 1/3 slice(s) fit on level cloud/rack; 3/6 slice(s) fit on level'
        " kubernetes.io/hostname"
    )


def test_after_a_failure_later_pod_sets_are_not_tried() -> None:
    one, two, three = (pod_set(name, required=RACK) for name in ("one", "two", "three"))
    placements = places(cache(NODES), asking(6, of=one), asking(7, of=two), asking(1, of=three))
    failed = first_failure(placements)
    assert failed
    assert failed[0] == "two"
    assert list(placements) == ["one", "two"]


SHAPES = (
    {"required": RACK},
    {"required": BLOCK, **slices((RACK, 4))},
    {"required": BLOCK, **slices((RACK, 4), (HOST, 2))},
    {"preferred": RACK},
    {"preferred": RACK, **slices((HOST, 2))},
    {"unconstrained": True},
    slices((HOST, 2)),
)


@pytest.mark.parametrize("balanced", [False, True])
def test_every_place_that_is_found_holds_its_pods(balanced: bool) -> None:
    """On random trees: all pods have a place with room, no required domain is left, no slice is broken."""
    random, successes = Random(7), 0
    gates = replace(DEFAULT, tas_balanced_placement=balanced)
    for _ in range(60):
        nodes = [
            node(f"{block}/{rack}/{block}{rack}{host}", random.randint(0, 6))
            for block in "ab"
            for rack in "rst"
            for host in range(random.randint(0, 4))
        ]
        topologies = cache(nodes, gates=gates)
        for shape in SHAPES:
            workers = pod_set("workers", **shape, podSetGroupName="g")
            leader = pod_set("leader", **shape, podSetGroupName="g")
            group = [asking(random.choice([4, 8, 12]), of=workers), asking(1, 2, of=leader)]
            placed = places(topologies, *group[: random.choice([1, 2])])
            if not first_failure(placed):
                successes += 1
                assert_holds(topologies.snapshot()["tas"], placed, group, workers)
    assert successes > 100


def assert_holds(topology: Any, placed: Any, group: list[Any], workers: PodSet) -> None:
    for request in group:
        if request.pod_set.name not in placed:
            continue
        taken = domains(placed[request.pod_set.name])
        assert sum(taken.values()) == request.count
        usage = [DomainUsage((host,), request.requests, count) for host, count in taken.items()]
        assert topology.fits(usage)
        topology.add(usage)
    hosts = domains(placed["workers"])
    assert workers.topology
    if required := workers.topology.required:
        depth = [BLOCK, RACK, HOST].index(required) + 1
        assert len({host[:depth] for host in hosts}) == 1
    for layer in workers.topology.layers:
        pods: dict[str, int] = {}
        for host, count in hosts.items():
            domain = host[:2] if layer.topology == RACK else host
            pods[domain] = pods.get(domain, 0) + count
        assert all(count % layer.size == 0 for count in pods.values())
