"""Oddities of v1.34.1 that few clusters show; each test says what it does."""

from __future__ import annotations

from typing import Any

from tests.builders import Manifest, make_node, make_pod, make_service, with_labels, with_spec, with_status
from tests.conformance.cycles import answer, last_cycle

ZONE, OLD_ZONE = "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"


def owned(pod: Manifest, kind: str, name: str) -> Manifest:
    owner = {"apiVersion": "v1", "kind": kind, "name": name, "uid": "u", "controller": True}
    return {**pod, "metadata": {**pod["metadata"], "ownerReferences": [owner]}}


def test_the_beta_zone_groups_nodes_even_if_it_is_empty() -> None:
    nodes = [
        with_labels(make_node("n1"), {ZONE: "a", OLD_ZONE: ""}),
        with_labels(make_node("n2"), {ZONE: "b", OLD_ZONE: ""}),
        with_labels(make_node("n3"), {ZONE: "c"}),
    ]
    assert answer(*nodes)["nodeOrder"] == ["n1", "n3", "n2"]


def test_default_constraints_take_nodes_without_a_zone_and_with_an_empty_one_as_one_domain() -> None:
    nodes = [
        with_labels(make_node("n1"), {ZONE: ""}),
        make_node("n2"),
        with_labels(make_node("n3"), {ZONE: "c"}),
    ]
    running = [make_pod(f"r{i}", node="n2", app="web") for i in range(2)]
    cycle = last_cycle(*nodes, *running, make_service("web", app="web"), make_pod("p", app="web"))
    # ln(3 + 2) for each pod of a host, ln(2 + 2) for each of a zone; maxSkew − 1 is 2 and 4.
    assert cycle["score"]["PodTopologySpread"] == {"n1": 2 + 4 + 3, "n2": 2 + 3, "n3": 2 + 4}


def test_a_replication_controller_wins_over_a_service_that_contradicts_it() -> None:
    controller = {
        "apiVersion": "v1",
        "kind": "ReplicationController",
        "metadata": {"name": "rc", "namespace": "default"},
        "spec": {"selector": {"app": "api"}},
    }
    nodes = [with_labels(make_node(f"n{i}"), {ZONE: f"z{i}"}) for i in (1, 2)]
    running = make_pod("r", node="n1", app="api")
    pod = owned(make_pod("p", app="web"), "ReplicationController", "rc")
    cycle = last_cycle(*nodes, controller, make_service("web", app="web"), running, pod)
    assert cycle["normalized"]["PodTopologySpread"]["n1"] < cycle["normalized"]["PodTopologySpread"]["n2"]


def test_a_toleration_that_compares_numbers_tolerates_nothing() -> None:
    taint = {"key": "level", "value": "5", "effect": "NoSchedule"}
    toleration = {"key": "level", "operator": "Gt", "value": "3", "effect": "NoSchedule"}
    pod = with_spec(make_pod("p"), tolerations=[toleration])
    assert last_cycle(make_node("n1", taints=[taint]), pod)["feasible"] == []


def resized(**of_container: Any) -> Manifest:
    running = make_pod("r", node="n1", requests={"cpu": "1"})
    return with_status(running, containerStatuses=[{"name": "c", **of_container}])


def test_allocated_resources_count_only_beside_resources() -> None:
    pod = make_pod("p", requests={"cpu": "2"})
    allocated = {"allocatedResources": {"cpu": "4"}}
    assert last_cycle(make_node("n1"), resized(**allocated), pod)["feasible"] == ["n1"]
    assert last_cycle(make_node("n1"), resized(**allocated, resources={}), pod)["feasible"] == []


def test_a_pod_level_request_defaults_to_what_the_containers_ask_for_not_to_what_they_use() -> None:
    running = resized(resources={"requests": {"cpu": "4"}})
    running = with_spec(running, resources={"limits": {"cpu": "4"}})
    cycle = last_cycle(make_node("n1"), running, make_pod("p", requests={"cpu": "3"}))
    assert cycle["feasible"] == ["n1"]


def test_a_host_port_that_two_pods_share_is_free_when_one_of_them_is_evicted() -> None:
    def with_port(pod: Manifest) -> Manifest:
        container = {**pod["spec"]["containers"][0], "ports": [{"containerPort": 80, "hostPort": 80}]}
        return with_spec(pod, containers=[container])

    running = [with_port(make_pod(name, node="n1", priority=p)) for name, p in (("low", 1), ("high", 9))]
    pod = with_port(make_pod("p", priority=5))
    first, second = answer(make_node("n1"), *running, pod, schedule=["default/p", "default/p"])["trace"]
    assert first["postFilter"]["victims"] == ["default/low"]
    assert second["selected"] == "n1"
