"""How many more: the examples of cluster-capacity, mixes of pods, what stops them by domain, nodes to add."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import CapacityInquiry, InvalidInput, Recording, Scenario, how_many_more, with_template
from scheduler_core.contract import MixedPod, MoreCapacity
from tests.builders import Manifest, make_node, make_pod, spread

HOST, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"


def finished(*objects: Manifest) -> Recording:
    return Recording.of(Scenario.from_content({"objects": list(objects)}))


def gated(name: str, **fields: Any) -> Manifest:
    """A pod that takes no part in the run."""
    pod = make_pod(name, **fields)
    pod["spec"]["schedulingGates"] = [{"name": "example.com/only-asked-about"}]
    return pod


def node(name: str, cpu: str, memory: str = "4Gi", *, zone: str = "", pods: str = "110") -> Manifest:
    manifest = make_node(name, cpu=cpu, memory=memory, pods=pods)
    manifest["metadata"]["labels"] |= {HOST: name, **({ZONE: zone} if zone else {})}
    return manifest


def answer(recording: Recording, *mix: tuple[str, int], count: int = 0, **options: Any) -> MoreCapacity:
    entries: list[MixedPod] = [{"pod": f"default/{pod}", "times": times} for pod, times in mix]
    inquiry = CapacityInquiry(recording, entries, count, **options)
    for _ in inquiry.steps():
        assert inquiry.answer()["searching"]
    return inquiry.answer()


def with_affinity(pod: Manifest, key: str) -> Manifest:
    term = {"labelSelector": {"matchLabels": {"app": "together"}}, "topologyKey": key}
    pod["spec"]["affinity"] = {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    return pod


def selecting(pod: Manifest, node: str) -> Manifest:
    pod["spec"]["nodeSelector"] = {HOST: node}
    return pod


EXAMPLES = {
    "the README: four nodes of 2 CPUs, 150m a pod": (
        [node(f"kube-node-{i}", "2") for i in range(1, 5)],
        gated("p", requests={"cpu": "150m", "memory": "100Mi"}),
        0,
        {f"kube-node-{i}": 13 for i in range(1, 5)},
        {"": {"Insufficient cpu": 4}},
    ),
    "the README: one node that has 23 times 150m": (
        [node("127.0.0.1", "3500m")],
        gated("p", requests={"cpu": "150m", "memory": "100Mi"}),
        0,
        {"127.0.0.1": 23},
        {"": {"Insufficient cpu": 1}},
    ),
    "watch mode: MatchNodeSelector on one node, Insufficient cpu on the other": (
        [node("kube-node-1", "1"), node("kube-node-2", "1")],
        selecting(gated("p", requests={"cpu": "200m", "memory": "100Mi"}), "kube-node-2"),
        0,
        {"kube-node-2": 5},
        {"": {"node(s) didn't match Pod's node affinity/selector": 1, "Insufficient cpu": 1}},
    ),
    "its test: three nodes of 3 pods each, and a limit of 6": (
        [
            node("test-node-1", "300m", "1G", pods="3"),
            node("test-node-2", "400m", "2G", pods="3"),
            node("test-node-3", "1200m", "1G", pods="3"),
        ],
        gated("p", requests={"cpu": "100m", "memory": "5M"}),
        6,
        None,
        {},
    ),
    "its benchmark: pods that are together on a node": (
        [node("n1", "1"), node("n2", "1")],
        with_affinity(gated("p", requests={"cpu": "250m"}, app="together"), HOST),
        0,
        {"n1": 4},
        {"": {"node(s) didn't match pod affinity rules": 1, "Insufficient cpu": 1}},
    ),
    "its benchmark: pods that are together in a zone": (
        [node("a1", "1", zone="a"), node("a2", "1", zone="a"), node("b1", "1", zone="b")],
        with_affinity(gated("p", requests={"cpu": "250m"}, app="together"), ZONE),
        0,
        {"a1": 4, "a2": 4},
        {"a": {"Insufficient cpu": 2}, "b": {"node(s) didn't match pod affinity rules": 1}},
    ),
}


@pytest.mark.parametrize(("nodes", "pod", "limit", "fits", "stops"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples_of_cluster_capacity(
    nodes: list[Manifest],
    pod: Manifest,
    limit: int,
    fits: dict[str, int] | None,
    stops: dict[str, dict[str, int]],
) -> None:
    capacity = how_many_more(finished(*nodes, pod), ["default/p"], most=limit or 1000)
    assert capacity["pods"] == (limit or sum(capacity["nodes"].values()))
    assert fits is None or capacity["nodes"] == fits
    assert capacity["stops"] == stops
    assert (capacity["stopped"] == "") == (not stops) == (capacity["message"] == "")


def test_a_mix_is_placed_in_turn_until_one_pod_of_it_does_not_fit() -> None:
    pods = [gated("web", requests={"cpu": "500m"}), gated("db", requests={"cpu": "2"})]
    capacity = answer(finished(node("n1", "8"), *pods), ("web", 2), ("db", 1))["capacity"]
    assert capacity["by_pod"] == {"default/web": 6, "default/db": 2}
    assert (capacity["pods"], capacity["stopped"]) == (8, "default/db")
    assert capacity["message"].startswith("0/1 nodes are available: 1 Insufficient cpu.")


def test_what_stops_is_said_by_domain_with_the_copies_there() -> None:
    nodes = [node("a1", "8", zone="a"), node("a2", "8", zone="a"), node("b1", "2", zone="b")]
    pod = gated("p", requests={"cpu": "1"}, spread=[spread(ZONE)], app="web")
    capacity = answer(finished(*nodes, pod), ("p", 1))["capacity"]
    assert (capacity["domains"], capacity["domain_nodes"]) == ({"a": 3, "b": 2}, {"a": 2, "b": 1})
    rule = "node(s) didn't match pod topology spread constraints"
    assert capacity["stops"] == {"a": {rule: 2}, "b": {"Insufficient cpu": 1}}


def test_nodes_are_added_until_the_number_fits_and_no_further() -> None:
    nodes = [node("small", "2", zone="a"), node("large", "8", zone="a")]
    capacity = answer(finished(*nodes, gated("p", requests={"cpu": "1"})), ("p", 1), count=30)
    assert capacity["capacity"]["pods"] == 10
    assert capacity["nodes_to_add"] == [{"like": "large", "zone": "a", "count": 3}]
    assert capacity["fitting"] >= 30


def test_no_nodes_suffice_where_no_shape_takes_the_pod() -> None:
    capacity = answer(finished(node("n", "2"), gated("p", requests={"cpu": "3"})), ("p", 1), count=1)
    assert (capacity["nodes_to_add"], capacity["fitting"], capacity["searching"]) == (None, 0, False)


def test_a_template_is_read_in_the_cluster_and_takes_no_part_in_the_run() -> None:
    deployment = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, resources: {requests: {cpu: 500m}}}]}
"""
    recording, pods = with_template(
        finished(node("n", "2"), make_pod("x", requests={"cpu": "1"})), deployment
    )
    assert [pod.namespace for pod in pods] == ["default"]
    assert recording.placements == {"default/x": "n"}
    capacity = answer(recording, (pods[0].name, 1), templates=pods)
    assert capacity["capacity"]["nodes"] == {"n": 2}


def test_a_template_of_the_name_of_an_object_that_is_there_is_another_one() -> None:
    manifest = "{apiVersion: v1, kind: Pod, metadata: {name: x}, spec: {containers: [{name: c}]}}"
    recording, pods = with_template(finished(node("n", "2"), make_pod("x", requests={"cpu": "1"})), manifest)
    assert [pod.key for pod in pods] == ["default/x-more"]
    assert recording.placements == {"default/x": "n"}


def test_a_template_without_pods_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must create a pod"):
        with_template(finished(node("n", "2")), "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}")


def test_a_pod_that_is_not_there_is_refused() -> None:
    with pytest.raises(InvalidInput, match="name it as namespace/name"):
        how_many_more(finished(node("n", "2")), ["default/none"])
