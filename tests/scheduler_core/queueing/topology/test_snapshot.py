"""What is free and used on the leaves of a topology."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scheduler_core.queueing.gates import DEFAULT
from scheduler_core.queueing.objects.workload import TopologyRequest
from scheduler_core.queueing.topology.requests import DomainUsage

from .trees import BLOCK, HOST, RACK, asking, cache, domains, node, place, places, pod, pod_set

CORE = {"cpu": 1000}


def test_nodes_count_when_they_are_ready_schedulable_and_in_the_topology() -> None:
    nodes = [node("a/r/x"), node("a/r/y", unschedulable=True), replace(node("a/r/z"), ready=False)]
    assert list(cache(nodes).snapshot()["tas"].state()) == ["a,r,x"]


def test_pods_without_a_topology_take_their_requests_and_one_pod() -> None:
    tas = pod("tas", "x", 1, **{"kueue.x-k8s.io/podset-required-topology": RACK})
    done = replace(pod("done", "x", 1), phase="Succeeded")
    state = cache([node("a/r/x")], pods=[pod("p", "x", 3), tas, done]).snapshot()["tas"].state()
    assert state == {"a,r,x": {"free": {"cpu": 1000, "pods": 109}, "tasUsage": {}}}


def test_nodes_of_one_rack_are_one_leaf_where_racks_are_the_lowest_level() -> None:
    racks = cache([node("a/r/x", 4), node("a/r/y", 2)], levels=(BLOCK, RACK))
    assert racks.snapshot()["tas"].state()["a,r"]["free"] == {"cpu": 6000, "pods": 220}
    # Nobody looks at nodes there: a pod of 5 cpu is said to fit, and one with a nodeSelector.
    main = pod_set("main", {"nodeSelector": {HOST: "elsewhere"}}, required=RACK)
    assert domains(place(racks, asking(1, 5, of=main))) == {"a,r": 1}


def test_nodes_with_one_host_name_are_one_leaf() -> None:
    other = node("b/s/x", 2)
    state = cache([node("a/r/x", 4), replace(other, name="y")]).snapshot()["tas"].state()
    assert state == {"a,r,x": {"free": {"cpu": 6000, "pods": 220}, "tasUsage": {}}}


def test_changes_are_undone_in_any_order() -> None:
    random = Random(3)
    topology = cache([node(f"a/r/{host}") for host in "xyz"]).snapshot()["tas"]
    usage = [DomainUsage((random.choice("xyz"),), CORE, random.randint(1, 9)) for _ in range(40)]
    changes = [(topology.add, part) for part in usage] + [(topology.remove, part) for part in usage]
    random.shuffle(changes)
    for change, part in changes:
        change([part])
    assert all(not any(leaf["tasUsage"].values()) for leaf in topology.state().values())
    assert topology.fits([DomainUsage(("x",), CORE, 4)])
    assert not topology.fits([DomainUsage(("x",), CORE, 5)])


def test_only_requests_are_looked_at_when_usage_is_checked() -> None:
    topology = cache([node("a/r/x", 8, pods=1)]).snapshot()["tas"]
    assert topology.fits([DomainUsage(("x",), CORE, 8)])  # though the node takes one pod
    assert not topology.fits([DomainUsage(("x",), {}, 1)])  # though it asks for nothing
    assert not topology.fits([DomainUsage(("gone",), CORE, 1)])


def test_a_snapshot_and_the_cache_do_not_see_each_others_changes() -> None:
    topologies = cache([node("a/r/x")])
    before = topologies.snapshot()["tas"]
    topologies.add({"tas": [DomainUsage(("x",), CORE, 3)]})
    after = topologies.snapshot()["tas"]
    assert before.fits([DomainUsage(("x",), CORE, 4)])
    assert not after.fits([DomainUsage(("x",), CORE, 2)])
    after.add([DomainUsage(("x",), CORE, 1)])
    assert topologies.snapshot()["tas"].state()["a,r,x"]["tasUsage"] == {"cpu": 3000, "pods": 3}


@pytest.mark.parametrize("gate", [True, False])
def test_flavors_that_end_at_hosts_see_each_others_usage(gate: bool) -> None:
    gates = replace(DEFAULT, tas_handle_overlapping_flavors=gate)
    topologies = cache([node("a/r/x")], flavors=("one", "two"), gates=gates)
    topologies.add({"one": [DomainUsage(("x",), CORE, 3)], "quota-only": []})
    assert topologies.snapshot()["two"].fits([DomainUsage(("x",), CORE, 4)]) is not gate
    # The pod sets of one workload see each other, too.
    first, second = pod_set("first", required=HOST), pod_set("second", required=HOST)
    placements = places(
        cache([node("a/r/x")], flavors=("one", "two"), gates=gates),
        asking(3, of=first, flavor="one"),
        asking(2, of=second, flavor="two"),
    )
    assert bool(placements["second"].failure) is gate


@pytest.mark.parametrize(
    ("request_", "has"),
    [
        (TopologyRequest(required=RACK), True),
        (TopologyRequest(preferred="cloud/row"), False),
        (TopologyRequest(unconstrained=True), True),
        (TopologyRequest(unconstrained=False), False),
        (TopologyRequest(required=BLOCK, slice_topology="cloud/row", slice_size=2), False),
        (TopologyRequest(slice_topology=RACK, slice_size=2), True),
    ],
)
def test_a_topology_has_the_levels_that_a_request_names(request_: TopologyRequest, has: bool) -> None:
    assert cache([node("a/r/x")]).snapshot()["tas"].has_level(request_) is has
