"""ReplicaSets, ReplicationControllers and Deployments."""

from __future__ import annotations

import re

import pytest

from tests.builders import Manifest, make_pod
from tests.scheduler_core.controlplane.workloads.builders import (
    make_workload,
    names_of,
    owned,
    pods_of,
    scenario_of,
)

SAFE = "[bcdfghjklmnpqrstvwxz2456789]"


@pytest.mark.parametrize("kind", ["ReplicaSet", "ReplicationController"])
def test_replicas_are_owned_and_named_by_their_controller(kind: str) -> None:
    pods = pods_of(make_workload(kind, "web", replicas=3))
    assert len({pod.name for pod in pods}) == 3
    assert len({pod.template for pod in pods}) == 1, "replicas are one class"
    for pod in pods:
        assert re.fullmatch(f"web-{SAFE}{{5}}", pod.name)
        assert pod.template.labels == {"app": "web"}
        owner = pod.template.controller
        assert owner is not None
        assert (owner.kind, owner.name, owner.uid) == (kind, "web", "uid-of-web")
    assert len({pod.uid for pod in pods}) == 3


def test_names_depend_only_on_the_workload() -> None:
    web = make_workload("Deployment", "web", replicas=2)
    assert names_of(web) == names_of(web)
    with_others = names_of(make_pod("other"), make_workload("ReplicaSet", "db", app="db"), web)
    assert with_others[2:] == names_of(web)


def test_a_deployment_creates_a_replica_set_with_the_hash_of_its_template() -> None:
    scenario = scenario_of(make_workload("Deployment", "web", replicas=2))
    ((kind, namespace, name),) = scenario.objects.controllers
    assert (kind, namespace) == ("ReplicaSet", "default")
    assert re.fullmatch("web-[bcdf456789]+", name), "a decimal number, safely encoded"
    pod_hash = name.removeprefix("web-")
    controller = scenario.objects.controllers[kind, namespace, name]
    assert str(controller.selector) == f"app=web, pod-template-hash={pod_hash}"
    assert controller.meta.controller is not None
    assert controller.meta.controller.uid == "uid-of-web"
    assert len(scenario.objects.pods) == 2
    for pod in scenario.objects.pods:
        assert pod.template.labels == {"app": "web", "pod-template-hash": pod_hash}
        assert re.fullmatch(f"{name}-{SAFE}{{5}}", pod.name)
    other = make_workload("Deployment", "web", replicas=2, pod={"nodeSelector": {"disk": "ssd"}})
    assert not set(scenario_of(other).objects.controllers) & set(scenario.objects.controllers)


def test_replicas_defaults_to_one_and_may_be_zero() -> None:
    assert len(names_of(make_workload("Deployment", "web"))) == 1
    assert names_of(make_workload("Deployment", "web", replicas=0)) == []


def test_pods_of_the_input_count_unless_they_are_finished_or_terminating() -> None:
    web = make_workload("ReplicaSet", "web", replicas=3)
    running = owned(make_pod("web-a", node="n1", app="web"), "ReplicaSet", "web")
    terminating = owned(make_pod("web-b", node="n1", app="web", terminating=True), "ReplicaSet", "web")
    failed = {
        **owned(make_pod("web-c", node="n1", app="web"), "ReplicaSet", "web"),
        "status": {"phase": "Failed"},
    }
    foreign = owned(make_pod("web-d", app="web"), "ReplicaSet", "other")
    scenario = scenario_of(web, running, terminating, failed, foreign)
    assert len(scenario.objects.expanded["ReplicaSet default/web"]) == 2
    assert len(scenario.objects.pods) == 6


def test_a_replica_set_adopts_the_pods_that_it_selects() -> None:
    pods = pods_of(
        make_pod("mine", app="web"), make_workload("ReplicaSet", "web", replicas=2), make_pod("x", app="db")
    )
    assert len(pods) == 3
    controllers = [pod.template.controller.name if pod.template.controller else None for pod in pods]
    assert controllers == ["web", "web", None]


def dump(replicas: int, *, with_replica_set: bool = True) -> list[Manifest]:
    """Return a deployment with two running pods as dumped by kubectl, with the cluster's own hash."""
    web = make_workload("Deployment", "web", replicas=replicas)
    replica_set = owned(make_workload("ReplicaSet", "web-5d9f", replicas=2), "Deployment", "web")
    replica_set["spec"]["template"]["metadata"]["labels"]["pod-template-hash"] = "5d9f"
    labels: Manifest = {"app": "web", "pod-template-hash": "5d9f"}
    pods = [owned(make_pod(f"web-5d9f-{i}", node="n1", **labels), "ReplicaSet", "web-5d9f") for i in "ab"]
    return [web, *([replica_set] if with_replica_set else []), *pods]


@pytest.mark.parametrize("with_replica_set", [True, False])
def test_a_complete_dump_gets_no_more_pods(with_replica_set: bool) -> None:
    scenario = scenario_of(*dump(2, with_replica_set=with_replica_set))
    assert [pod.name for pod in scenario.objects.pods] == ["web-5d9f-a", "web-5d9f-b"]
    assert list(scenario.objects.controllers) == [("ReplicaSet", "default", "web-5d9f")]
    assert scenario.objects.expanded == {}


@pytest.mark.parametrize("with_replica_set", [True, False])
@pytest.mark.parametrize("backwards", [True, False])
def test_a_scaled_up_dump_gets_the_missing_pods(with_replica_set: bool, backwards: bool) -> None:
    manifests = dump(5, with_replica_set=with_replica_set)
    scenario = scenario_of(*(reversed(manifests) if backwards else manifests))
    assert len(scenario.objects.pods) == 5
    assert {pod.template.labels["pod-template-hash"] for pod in scenario.objects.pods} == {"5d9f"}
    assert all(pod.name.startswith("web-5d9f-") for pod in scenario.objects.pods)


def test_old_replica_sets_count_for_the_deployment() -> None:
    old = owned(make_workload("ReplicaSet", "web-old", replicas=1, pod={"priority": 1}), "Deployment", "web")
    pods = pods_of(*dump(4), old)
    assert sorted(p.name.rpartition("-")[0] for p in pods) == ["web-5d9f"] * 3 + ["web-old"]


def test_paused_and_terminating_workloads_create_nothing() -> None:
    terminating = make_workload("ReplicaSet", "gone", app="gone", replicas=2)
    terminating["metadata"]["deletionTimestamp"] = "2025-01-01T00:00:00Z"
    assert names_of(make_workload("Deployment", "web", paused=True, replicas=2), terminating) == []


def test_created_pods_are_listed_and_other_kinds_are_counted() -> None:
    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings"}}
    other = {"apiVersion": "batch.example.com/v1", "kind": "Job", "metadata": {"name": "theirs"}}
    scenario = scenario_of(make_workload("Deployment", "web", replicas=2), config, other)
    pods = [f"default/{pod.name}" for pod in scenario.objects.pods]
    assert scenario.objects.expanded == {"Deployment default/web": pods}
    assert [(row["kind"], row["count"]) for row in scenario.objects.unread.kinds()] == [
        ("Job", 1),
        ("ConfigMap", 1),
    ]
