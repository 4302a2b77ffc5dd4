"""TrainJobs with their runtimes as Workloads, admitted and held, written by hand and as a cluster has them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Recording, Scenario, queue_cures, reading_report, waiting_workload
from scheduler_core.kubernetes.source import keep_scheduling_fields
from tests.scheduler_core.queueing.manifests import (
    QUEUE,
    Manifest,
    flavor,
    loaded,
    node,
    queue,
    template,
)

API = "trainer.kubeflow.org/v1alpha1"
_STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
_LAUNCHER_TRAINS = {"numNodes": 1, "mpi": {"runLauncherAsNode": True}}


def _replicated(name: str, step: str = "", cpu: str = "1", container: str = "node", **spec: Any) -> Manifest:
    pod = template(cpu)
    pod["spec"]["containers"][0]["name"] = container
    labels = {_STEP: step} if step else {}
    inner = {"metadata": {"labels": labels}, "spec": {**spec, "template": pod}}
    return {"name": name, "template": inner}


def _runtime(*jobs: Manifest, policy: Manifest | None = None, **pod: Any) -> Manifest:
    for job in jobs:
        job["template"]["spec"]["template"]["spec"].update(pod)
    spec = {"mlPolicy": policy, "template": {"spec": {"replicatedJobs": list(jobs)}}}
    return {
        "apiVersion": API,
        "kind": "ClusterTrainingRuntime",
        "metadata": {"name": "r"},
        "spec": {k: v for k, v in spec.items() if v is not None},
    }


def _train_job(name: str = "train", patches: Any = (), **trainer: Any) -> Manifest:
    spec = {"runtimeRef": {"name": "r"}, "trainer": trainer, "runtimePatches": list(patches)}
    return {
        "apiVersion": API,
        "kind": "TrainJob",
        "metadata": {"name": name, "labels": {QUEUE: "q"}},
        "spec": spec,
    }


def torch_runtime(**pod: Any) -> Manifest:
    return _runtime(_replicated("node", "trainer"), policy={"numNodes": 1, "torch": {}}, **pod)


def _mpi(policy: Manifest) -> Manifest:
    return _runtime(_replicated("launcher", "trainer"), _replicated("node"), policy=policy)


def _patch(manager: str, **pod: Any) -> Manifest:
    change = {"name": "node", "template": {"spec": {"template": {"spec": pod}}}}
    return {"manager": manager, "trainingRuntimeSpec": {"template": {"spec": {"replicatedJobs": [change]}}}}


def _pod_sets(scenario: Scenario) -> list[tuple[str, int, str]]:
    assert scenario.queued is not None
    [made] = scenario.queued.owners.manifests.values()
    return [
        (
            part["name"],
            part["count"],
            part["template"]["spec"]["containers"][0]["resources"]["requests"]["cpu"],
        )
        for part in made["spec"]["podSets"]
    ]


TWO = {"requests": {"cpu": "2"}}
CASES: dict[str, tuple[Manifest, Manifest, list[tuple[str, int, str]]]] = {
    "the runtime alone": (torch_runtime(), _train_job(), [("node", 1, "1")]),
    "nodes and resources": (
        torch_runtime(),
        _train_job(numNodes=3, resourcesPerNode=TWO),
        [("node", 3, "2")],
    ),
    "a policy of plain nodes": (
        _runtime(_replicated("node", "trainer", parallelism=9), policy={"numNodes": 4}),
        _train_job(),
        [("node", 4, "1")],
    ),
    "without a policy no resources": (
        _runtime(_replicated("node", "trainer", parallelism=2)),
        _train_job(resourcesPerNode=TWO),
        [("node", 2, "1")],
    ),
    "a container of another name": (
        _runtime(_replicated("node", "trainer", container="main"), policy={"numNodes": 1}),
        _train_job(resourcesPerNode=TWO),
        [("node", 1, "1")],
    ),
    "an initializer before": (
        _runtime(
            _replicated("dataset-initializer", "dataset-initializer"),
            _replicated("node", "trainer"),
            policy={"numNodes": 2},
        ),
        _train_job(resourcesPerNode=TWO),
        [("dataset-initializer", 1, "1"), ("node", 2, "2")],
    ),
    "a launcher beside the nodes": (
        _mpi({"numNodes": 1, "mpi": {"numProcPerNode": 1}}),
        _train_job(numNodes=3, resourcesPerNode=TWO),
        [("launcher", 1, "2"), ("node", 3, "1")],
    ),
    "a launcher that trains": (
        _mpi(_LAUNCHER_TRAINS),
        _train_job(numNodes=3, resourcesPerNode=TWO),
        [("launcher", 1, "2"), ("node", 2, "2")],
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("filtered", [False, True])
def test_a_train_job_has_a_pod_set_for_each_job_of_its_runtime(name: str, filtered: bool) -> None:
    runtime, job, expected = CASES[name]
    objects = [flavor("f"), *queue("q", {"f": 9}), runtime, job, node("n", "f", cpu="20")]
    scenario = loaded(keep_scheduling_fields(objects).manifests if filtered else objects)
    assert _pod_sets(scenario) == expected
    assert len(Recording.of(scenario).placements) == sum(count for _, count, _ in expected)
    assert scenario.queued is not None
    assert len(scenario.queued.members) == len(scenario.objects.pods)


def test_what_the_flavor_gives_stands_for_the_tolerations_of_the_runtime() -> None:
    own, others = [{"key": "own", "operator": "Exists"}], [{"key": "gpu", "operator": "Exists"}]
    patch = _patch("example.com/me", nodeSelector={"disk": "ssd"})
    for tolerations, expected in ((others, {"gpu"}), ([], {"own"})):
        scenario = loaded(
            flavor("f", tolerations=tolerations),
            queue("q", {"f": 9}),
            torch_runtime(tolerations=own, nodeSelector={"arch": "x"}),
            _train_job(patches=[patch]),
            node("n", "f", disk="ssd", arch="x"),
        )
        assert list(Recording.of(scenario).placements.values()) == ["n"]
        [pod] = (m for key, m in scenario.objects.manifests.items() if key[0] == "Pod")
        assert pod["spec"]["nodeSelector"] == {"arch": "x", "disk": "ssd", "pool": "f"}
        assert {t["key"] for t in pod["spec"]["tolerations"]} & {"own", "gpu"} == expected


def test_a_train_job_that_waits_says_where_its_request_stands_and_what_would_help() -> None:
    scenario = loaded(
        flavor("f"),
        queue("q", {"f": 4}),
        torch_runtime(),
        _train_job(numNodes=3, resourcesPerNode=TWO),
        node("n", "f", cpu="20"),
    )
    assert not scenario.objects.pods
    assert scenario.queued is not None
    [key] = scenario.queued.settled.stored
    [pod_set] = waiting_workload(scenario, key)["pod_sets"]
    assert pod_set["requests"]["cpu"]["source"] == {
        "object": "TrainJob train",
        "path": "spec.trainer.resourcesPerNode.requests.cpu",
    }
    cures = {cure["kind"]: cure for cure in queue_cures(scenario, key)["cures"]}
    assert (cures["fewer"]["pods"], cures["fewer"]["bound"]) == (2, 2)
    assert cures["fewer"]["operations"][0]["path"] == ["spec", "trainer", "numNodes"]


@pytest.mark.parametrize("has_queue", [True, False])
def test_a_train_job_without_its_runtime_is_named(has_queue: bool) -> None:
    scenario = loaded(
        *([flavor("f"), *queue("q", {"f": 4})] if has_queue else []), _train_job(), node("n", "f")
    )
    assert any(
        "ClusterTrainingRuntime r is not in the input" in m for m in reading_report(scenario, [])["missing"]
    )
    if scenario.queued is not None:
        assert scenario.queued.owners.unmade == {
            "TrainJob default/train": "has no Workload: ClusterTrainingRuntime r does not exist"
        }


def test_the_job_set_that_a_held_train_job_has_already_starts_with_it() -> None:
    """As a cluster has it: the Trainer makes a suspended JobSet at once, and that its suspended Jobs."""
    job = {**_train_job(), "spec": {**_train_job()["spec"], "suspend": True}}

    def owner(kind: str, name: str) -> list[Manifest]:
        return [{"apiVersion": "x/v1", "kind": kind, "name": name, "uid": "u", "controller": True}]

    jobs = [{"name": "node", "replicas": 1, "template": {"spec": {"template": template("1")}}}]
    job_set = {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {"name": "train", "ownerReferences": owner("TrainJob", "train")},
        "spec": {"suspend": True, "replicatedJobs": jobs},
    }
    meta = {
        "name": "train-node-0",
        "labels": {"jobset.sigs.k8s.io/replicatedjob-name": "node"},
        "ownerReferences": owner("JobSet", "train"),
    }
    child = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": meta,
        "spec": {"suspend": True, "template": template("1")},
    }
    for quota, pods in ((4, 1), (0, 0)):
        scenario = loaded(
            flavor("f"),
            queue("q", {"f": quota}),
            torch_runtime(),
            job,
            job_set,
            child,
            node("n", "f"),
            node("m", "g"),
        )
        assert list(Recording.of(scenario).placements.values()) == ["n"] * pods
