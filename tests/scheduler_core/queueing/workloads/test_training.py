"""Training jobs and groups of leaders and workers as Workloads: pod sets, counts, priorities, and their pods."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput, Recording, Scenario
from scheduler_core.kubernetes.objects.templates import REPLICAS
from tests.scheduler_core.queueing.manifests import QUEUE, flavor, loaded, node, queue, template

_CLASSES = [
    {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": name},
        "value": value,
    }
    for name, value in (("job", 7), ("pod", 3))
]


def _template() -> Any:
    pods = template("1")
    return {**pods, "spec": {**pods["spec"], "priorityClassName": "pod", "restartPolicy": "Always"}}


def _pod_sets(scenario: Scenario) -> list[list[tuple[str, int]]]:
    assert scenario.queued is not None
    workloads = scenario.queued.settled.stored.values()
    return [[(part.name, part.count) for part in workload.pod_sets] for workload in workloads]


@pytest.mark.parametrize("kind", REPLICAS)
def test_a_training_job_has_a_pod_set_for_each_type_of_its_replicas(kind: str) -> None:
    field, types = REPLICAS[kind]
    replicas = {type_: {"replicas": i + 1, "template": _template()} for i, type_ in enumerate(types)}
    training = {
        "apiVersion": "kubeflow.org/v1",
        "kind": kind,
        "metadata": {"name": "train", "labels": {QUEUE: "q"}},
        "spec": {"runPolicy": {}, field: dict(reversed(replicas.items()))},
    }
    pods = sum(range(len(types) + 1))
    scenario = loaded(*_CLASSES, flavor("f"), queue("q", {"f": pods}), training, node("n", "f", cpu="20"))
    assert _pod_sets(scenario) == [[(type_.lower(), i + 1) for i, type_ in enumerate(types)]]
    assert len(Recording.of(scenario).placements) == pods
    waiting = loaded(*_CLASSES, flavor("f"), queue("q", {"f": 0}), training, node("n", "f"))
    assert not Recording.of(waiting).placements


def test_the_class_of_a_training_job_comes_before_that_of_its_pods() -> None:
    policy = {"schedulingPolicy": {"priorityClass": "job"}}
    priorities = []
    for given in (policy, {}):
        spec = {"runPolicy": given, "pytorchReplicaSpecs": {"Worker": {"template": _template()}}}
        meta = {"name": "train", "labels": {QUEUE: "q"}}
        training = {"apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": meta, "spec": spec}
        queued = loaded(*_CLASSES, flavor("f"), queue("q", {"f": 1}), training).queued
        assert queued is not None
        priorities += [workload.priority for workload in queued.settled.stored.values()]
    assert priorities == [7, 3]


def test_too_many_replicas_are_refused_where_they_stand() -> None:
    spec = {"jaxReplicaSpecs": {"Worker": {"replicas": -1, "template": _template()}}}
    training = {"apiVersion": "kubeflow.org/v1", "kind": "JAXJob", "metadata": {"name": "t"}, "spec": spec}
    with pytest.raises(InvalidInput) as refused:
        loaded(*_CLASSES, training)
    [error] = refused.value.errors
    assert error.path == "spec.jaxReplicaSpecs.Worker.replicas"
    assert error.message == "must not be negative, got -1: set it to 0 or more"


@pytest.mark.parametrize("led", [True, False])
def test_each_group_of_a_leader_worker_set_is_admitted_by_itself(led: bool) -> None:
    templates = {"size": 3, "workerTemplate": _template(), **({"leaderTemplate": _template()} if led else {})}
    leader_worker_set = {
        "apiVersion": "leaderworkerset.x-k8s.io/v1",
        "kind": "LeaderWorkerSet",
        "metadata": {"name": "serve", "labels": {QUEUE: "q"}, "uid": "u"},
        "spec": {"replicas": 2, "leaderWorkerTemplate": templates},
    }
    scenario = loaded(
        *_CLASSES, flavor("f"), queue("q", {"f": 4}), leader_worker_set, node("n", "f", cpu="20")
    )
    assert _pod_sets(scenario) == [[("leader", 1), ("worker", 2)] if led else [("main", 3)]] * 2
    assert scenario.queued is not None
    assert all(key.startswith("default/leaderworkerset-serve-") for key in scenario.queued.settled.stored)
    assert sorted(Recording.of(scenario).placements) == [
        "default/serve-0",
        "default/serve-0-1",
        "default/serve-0-2",
    ]


@pytest.mark.parametrize(
    ("kind", "field", "more", "expected"),
    [
        ("RayCluster", "", {}, [("head", 1), ("small", 4)]),
        ("RayService", "rayClusterConfig", {}, [("head", 1), ("small", 4)]),
        (
            "RayJob",
            "rayClusterSpec",
            {"submitterPodTemplate": template("1")},
            [("head", 1), ("small", 4), ("submitter", 1)],
        ),
        ("RayJob", "rayClusterSpec", {"submissionMode": "HTTPMode"}, [("head", 1), ("small", 4)]),
        ("RayJob", "rayClusterSpec", {"clusterSelector": {"a": "b"}}, None),
    ],
)
def test_what_ray_runs_has_a_pod_set_for_each_group_and_one_for_what_submits(
    kind: str, field: str, more: dict[str, Any], expected: list[tuple[str, int]] | None
) -> None:
    workers = {"groupName": "small", "replicas": 2, "numOfHosts": 2, "template": _template()}
    cluster = {"headGroupSpec": {"template": _template()}, "workerGroupSpecs": [workers]}
    made = {
        "apiVersion": "ray.io/v1",
        "kind": kind,
        "metadata": {"name": "ray", "labels": {QUEUE: "q"}},
        "spec": {**({field: cluster} if field else cluster), **more},
    }
    for quota in (9, 4):
        scenario = loaded(
            *_CLASSES, flavor("f"), queue("q", {"f": quota}), made, node("m", "g"), node("n", "f", cpu="20")
        )
        assert _pod_sets(scenario) == ([expected] if expected else [])
        pods = sum(count for _, count in expected or ()) if quota == 9 else 0
        assert list(Recording.of(scenario).placements.values()) == ["n"] * pods
