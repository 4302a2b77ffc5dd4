"""Nodes that could go: each for itself, and all at once."""

from __future__ import annotations

from typing import Any

from scheduler_core import Recording, RemovalInquiry, Scenario
from scheduler_core.contract import Removal
from tests.builders import Manifest, make_node, make_pod, spread

HOST = "kubernetes.io/hostname"


def removal(*objects: Manifest) -> Removal:
    inquiry = RemovalInquiry(Recording.of(Scenario.from_content({"objects": list(objects)})))
    for _ in inquiry.steps():
        assert inquiry.answer()["searching"]
    return inquiry.answer()


def node(name: str, cpu: str) -> Manifest:
    manifest = make_node(name, cpu=cpu)
    manifest["metadata"]["labels"][HOST] = name
    return manifest


def running(name: str, at: str, cpu: str, **fields: Any) -> Manifest:
    return make_pod(name, node=at, requests={"cpu": cpu}, **fields)


def test_nodes_that_could_go_one_by_one_may_not_all_go_at_once() -> None:
    nodes = [node(f"n{i}", "4") for i in range(3)]
    answer = removal(*nodes, *(running(f"p{i}", f"n{i}", "2") for i in range(3)))
    assert [free["node"] for free in answer["nodes"]] == ["n0", "n1", "n2"]
    assert [free["node"] for free in answer["together"]] == ["n0"]
    assert (answer["done"], answer["total"]) == (6, 6)


def test_pods_that_moved_before_move_again() -> None:
    nodes = [node("n0", "4"), node("n1", "4"), node("big", "16")]
    answer = removal(*nodes, running("p0", "n0", "1"), running("p1", "n1", "1"), running("p2", "big", "9"))
    assert [free["node"] for free in answer["together"]] == ["n0", "n1"]
    assert {pod: to for free in answer["together"] for pod, to in free["moves"].items()}[
        "default/p1"
    ] == "big"


def test_a_node_that_goes_is_no_domain_any_more() -> None:
    """While the node is there, cordoned and empty, a skew of 1 over hosts keeps its pod from all others."""
    nodes = [node("n0", "4"), node("n1", "4")]
    fields: dict[str, Any] = {"app": "web", "spread": [spread(HOST)]}
    answer = removal(*nodes, running("p0", "n0", "1", **fields), running("p1", "n1", "1", **fields))
    assert [free["node"] for free in answer["nodes"]] == ["n0", "n1"]
    assert len(answer["together"]) == 1


def test_pods_of_a_daemon_set_go_with_their_node() -> None:
    agent = running("agent", "n1", "3")
    owner = {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "1", "controller": True}
    agent["metadata"]["ownerReferences"] = [owner]
    answer = removal(node("n0", "1"), node("n1", "4"), agent, running("p", "n1", "1"))
    assert {free["node"]: free["moves"] for free in answer["nodes"]} == {"n0": {}, "n1": {"default/p": "n0"}}
