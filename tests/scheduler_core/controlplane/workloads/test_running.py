"""Jobs of operators as a running cluster has them, with what they have made, and after they have ended."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Scenario
from scheduler_core.kubernetes.source import keep_scheduling_fields
from tests.builders import Manifest, make_node, make_pod

from .test_groups import of, ray, template

_TRAINS = {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}


def _owned(manifest: Manifest, kind: str, name: str) -> Manifest:
    owner = {"apiVersion": "x/v1", "kind": kind, "name": name, "uid": "u", "controller": True}
    return {**manifest, "metadata": {**manifest["metadata"], "ownerReferences": [owner]}}


def _pod(name: str, kind: str, owner: str, **labels: str) -> Manifest:
    pod = make_pod(name, node="n1")
    pod["metadata"]["labels"] = labels
    return _owned(pod, kind, owner)


def _job(name: str, kind: str, owner: str, **spec: Any) -> Manifest:
    once = template()
    once["spec"]["restartPolicy"] = "Never"
    return _owned(of("batch/v1", "Job", name, template=once, **spec), kind, owner)


def _mpi(version: str) -> Manifest:
    replicas = {"Launcher": {"template": template()}, "Worker": {"replicas": 1, "template": template()}}
    return of(f"kubeflow.org/{version}", "MPIJob", "t", mpiReplicaSpecs=replicas)


def _replicated(**labels: str) -> Manifest:
    inner = {"metadata": {"labels": labels}, "spec": {"template": template()}}
    return {"replicatedJobs": [{"name": "node", "replicas": 1, "template": inner}]}


def _runtime() -> Manifest:
    api = "trainer.kubeflow.org/v1alpha1"
    return of(api, "ClusterTrainingRuntime", "r", mlPolicy={}, template={"spec": _replicated(**_TRAINS)})


PYTORCH = of("kubeflow.org/v1", "PyTorchJob", "t", pytorchReplicaSpecs={"Worker": {"template": template()}})
JOB_SET = of("jobset.x-k8s.io/v1alpha2", "JobSet", "t", **_replicated())
TRAIN_JOB = of("trainer.kubeflow.org/v1alpha1", "TrainJob", "t", runtimeRef={"name": "r"})
RAY_JOB = of("ray.io/v1", "RayJob", "t", rayClusterSpec=ray(0))
RAY_SERVICE = of("ray.io/v1", "RayService", "t", rayClusterConfig=ray(0))
LWS = of(
    "leaderworkerset.x-k8s.io/v1",
    "LeaderWorkerSet",
    "t",
    replicas=1,
    leaderWorkerTemplate={"size": 2, "workerTemplate": template()},
)
HEAD = _pod("t-x-head", "RayCluster", "t-x", **{"ray.io/cluster": "t-x", "ray.io/group": "headgroup"})


def _cluster(kind: str) -> Manifest:
    return _owned(of("ray.io/v1", "RayCluster", "t-x", **ray(0)), kind, "t")


RUNNING: dict[str, list[Manifest]] = {
    "PyTorchJob": [PYTORCH, _pod("t-worker-0", "PyTorchJob", "t")],
    "MPIJob": [
        _mpi("v2beta1"),
        _pod("t-worker-0", "MPIJob", "t"),
        _job("t-launcher", "MPIJob", "t"),
        _pod("t-launcher-abcde", "Job", "t-launcher"),
    ],
    "MPIJob, v1": [
        _mpi("v1"),
        _pod("t-worker-0", "MPIJob", "t"),
        _pod("t-launcher", "MPIJob", "t"),
    ],
    "JobSet": [JOB_SET, _job("t-node-0", "JobSet", "t"), _pod("t-node-0-abcde", "Job", "t-node-0")],
    "TrainJob": [
        TRAIN_JOB,
        _runtime(),
        _owned(JOB_SET, "TrainJob", "t"),
        _job("t-node-0", "JobSet", "t"),
        _pod("t-node-0-abcde", "Job", "t-node-0"),
    ],
    "RayJob": [RAY_JOB, _cluster("RayJob"), HEAD, _job("t", "RayJob", "t"), _pod("t-abcde", "Job", "t")],
    "RayService": [RAY_SERVICE, _cluster("RayService"), HEAD],
    "LeaderWorkerSet": [LWS, _pod("t-0", "StatefulSet", "t"), _pod("t-0-1", "StatefulSet", "t-0")],
}


@pytest.mark.parametrize("name", RUNNING)
def test_nothing_is_made_twice_of_what_runs(name: str) -> None:
    objects = keep_scheduling_fields([make_node("n1", cpu="64"), *RUNNING[name]]).manifests
    scenario = Scenario.from_content({"objects": objects})
    written = [m["metadata"]["name"] for m in RUNNING[name] if m["kind"] == "Pod"]
    assert sorted(pod.name for pod in scenario.objects.pods) == sorted(written)


@pytest.mark.parametrize(
    ("job", "status"),
    [
        (PYTORCH, "Succeeded"),
        (_mpi("v2beta1"), "Failed"),
        (JOB_SET, "Completed"),
        (TRAIN_JOB, "Complete"),
        (RAY_JOB, "Complete"),
    ],
    ids=["PyTorchJob", "MPIJob", "JobSet", "TrainJob", "RayJob"],
)
def test_nothing_is_made_of_what_has_ended(job: Manifest, status: str) -> None:
    conditions = [{"type": status, "status": "True"}]
    for ended in ({}, {"status": {"conditions": conditions, "jobDeploymentStatus": status}}):
        objects = keep_scheduling_fields([make_node("n1", cpu="64"), _runtime(), {**job, **ended}]).manifests
        assert bool(Scenario.from_content({"objects": objects}).objects.pods) is not bool(ended)
