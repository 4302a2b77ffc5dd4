"""The whole run: how many more pods fit, which nodes to add or to give back, which change places most."""

from __future__ import annotations

from scheduler_core.advice.whatif.capacity import how_many_more, nodes_to_add
from scheduler_core.advice.whatif.removal import nodes_that_could_go
from scheduler_core.advice.whatif.wholerun import best_changes, costly_facts
from tests.builders import make_node, make_pod, spread

from .test_capacity import finished


def test_the_documented_example_of_cluster_capacity() -> None:
    """Four nodes of 2 CPUs, and a pod that requests 150m: 52 instances, 13 on each node."""
    nodes = [make_node(f"kube-node-{i}", cpu="2", memory="4Gi") for i in range(1, 5)]
    pod = make_pod("small-pod", requests={"cpu": "150m", "memory": "100Mi"})
    pod["spec"]["schedulingGates"] = [{"name": "example.com/only-asked-about"}]
    capacity = how_many_more(finished(*nodes, pod), ["default/small-pod"])
    assert capacity["pods"] == 52
    assert capacity["nodes"] == {f"kube-node-{i}": 13 for i in range(1, 5)}
    assert capacity["message"].startswith("0/4 nodes are available: 4 Insufficient cpu.")


def test_copies_are_counted_by_domain_up_to_a_limit() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b")]
    pod = make_pod("p", requests={"cpu": "1"}, spread=[spread("zone")], app="web")
    capacity = how_many_more(finished(*nodes, pod), ["default/p"], most=5, key="zone")
    assert (capacity["pods"], capacity["message"]) == (5, "")
    assert sorted(capacity["domains"].values()) == [2, 3]


def test_nodes_to_add_are_where_pods_need_them() -> None:
    zone = "topology.kubernetes.io/zone"
    nodes = [make_node("a1", cpu="4"), make_node("b1", cpu="1")]
    for node, name in zip(nodes, ("a", "b"), strict=True):
        node["metadata"]["labels"][zone] = name
    pod = make_pod("p", requests={"cpu": "1"}, spread=[spread(zone)], app="web")
    recording = finished(*nodes, pod)
    assert how_many_more(recording, ["default/p"])["pods"] == 2
    assert nodes_to_add(recording, ["default/p"], 4) == [{"like": "b1", "zone": "b", "count": 1}]
    assert nodes_to_add(recording, ["default/p"], 2) == []


def test_a_node_could_go_if_the_others_take_its_pods() -> None:
    nodes = [make_node("n1"), make_node("n2"), make_node("n3", cpu="1")]
    pods = [
        make_pod("big", node="n1", requests={"cpu": "3"}),
        make_pod("small", node="n2", requests={"cpu": "1"}),
    ]
    free = {node["node"]: node["moves"] for node in nodes_that_could_go(finished(*nodes, *pods))}
    assert free.keys() == {"n1", "n2", "n3"}
    assert free["n1"] == {"default/big": "n2"}
    assert free["n3"] == {}


def test_the_change_that_places_most_pods_comes_first() -> None:
    taint = [{"key": "upgrade", "value": "true", "effect": "NoSchedule"}]
    nodes = [make_node("n1", cpu="1"), make_node("n2", taints=taint)]
    pods = [make_pod(f"p{i}", requests={"cpu": "1"}) for i in range(4)]
    best = best_changes(finished(*nodes, *pods))
    assert best[0]["changes"] == ["remove taint upgrade=true:NoSchedule from n2"]
    assert [repair["placed"] for repair in best] == sorted((r["placed"] for r in best), reverse=True)
    assert best[0]["placed"] == 3


def test_the_constraint_that_costs_most_is_named_with_its_workload() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b", cpu="500m")]
    pods = [make_pod(f"web-{i}", requests={"cpu": "1"}, spread=[spread("zone")], app="web") for i in range(3)]
    first = costly_facts(finished(*nodes, *pods))[0]
    phrase = {"kind": "max skew", "operands": {"skew": "1", "key": "zone"}}
    fact = {"fact": "maxSkew 1 over zone", "phrase": phrase}
    assert first == {"workload": "Pod default/web-1", **fact, "placed": 2}
