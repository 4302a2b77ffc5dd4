"""Rollouts, LeaderWorkerSets and Ray's clusters become the pods of their templates."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Inquiry, InvalidInput, Recording, Scenario
from scheduler_core.advice.whatif import documents
from scheduler_core.kubernetes.objects.reading import InputError
from tests.builders import Manifest, make_node, make_pod, with_labels


def of(api: str, kind: str, name: str, **spec: Any) -> Manifest:
    return {"apiVersion": api, "kind": kind, "metadata": {"name": name}, "spec": spec}


def template(cpu: str = "1", **labels: str) -> Manifest:
    containers = [{"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}]
    return {"metadata": {"labels": labels}, "spec": {"containers": containers}}


def rollout(**spec: Any) -> Manifest:
    selector = {"matchLabels": {"app": "web"}}
    return of("argoproj.io/v1alpha1", "Rollout", "web", replicas=3, selector=selector, **spec)


def ray(workers: int, **fields: Any) -> Manifest:
    group = {"groupName": "small", "replicas": workers, "template": template(), **fields}
    return {"headGroupSpec": {"template": template()}, "workerGroupSpecs": [group]}


def pods(*objects: Manifest) -> list[str]:
    """Return the names of the pods, without what a controller draws at random."""
    scenario = Scenario.from_content({"objects": [make_node("n1", cpu="64"), *objects]})
    return [
        pod.name.rpartition("-")[0] if pod.name[-5:].isalnum() else pod.name for pod in scenario.objects.pods
    ]


def test_a_rollout_makes_the_pods_of_its_replicas() -> None:
    made = pods(rollout(template=template(app="web"), strategy={"canary": {"steps": [{"setWeight": 20}]}}))
    assert len(made) == 3
    assert len(set(made)) == 1
    assert made[0].startswith("web-")


def test_a_rollout_that_refers_to_a_deployment_makes_none() -> None:
    assert pods(rollout(workloadRef={"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"})) == []


@pytest.mark.parametrize("own_leader", [True, False])
def test_a_leader_worker_set_makes_groups_of_its_size(own_leader: bool) -> None:
    templates = {"workerTemplate": template("2"), **({"leaderTemplate": template("1")} if own_leader else {})}
    lws = of("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "vllm", replicas=2)
    lws["spec"]["leaderWorkerTemplate"] = {"size": 3, **templates}
    scenario = Scenario.from_content({"objects": [make_node("n1", cpu="64"), lws]})
    assert [pod.name for pod in scenario.objects.pods] == [
        *("vllm-0", "vllm-1"),
        *("vllm-0-1", "vllm-0-2"),
        *("vllm-1-1", "vllm-1-2"),
    ]
    cpus = {pod.name: pod.template.requests["cpu"] for pod in scenario.objects.pods}
    assert (cpus["vllm-0"], cpus["vllm-0-1"]) == (1000 if own_leader else 2000, 2000)


@pytest.mark.parametrize(
    ("fields", "workers"),
    [({}, 2), ({"numOfHosts": 4}, 8), ({"suspend": True}, 0), ({"minReplicas": 3}, 3)],
)
def test_a_ray_cluster_makes_a_head_and_its_workers(fields: Manifest, workers: int) -> None:
    made = pods(of("ray.io/v1", "RayCluster", "ray", **ray(2, **fields)))
    assert made == ["ray-head", *["ray-small-worker"] * workers]


@pytest.mark.parametrize(
    ("kind", "field"), [("RayJob", "rayClusterSpec"), ("RayService", "rayClusterConfig")]
)
def test_ray_jobs_and_services_make_the_pods_of_their_cluster(kind: str, field: str) -> None:
    job = of("ray.io/v1", kind, "train", submissionMode="HTTPMode", **{field: ray(1)})
    assert pods(job) == ["train-head", "train-small-worker"]
    owned = of("ray.io/v1", "RayCluster", "train-x", **ray(1))
    owned["metadata"]["ownerReferences"] = [{"kind": kind, "name": "train"}]
    assert pods(job, owned) == ["train-x-head", "train-x-small-worker"]


@pytest.mark.parametrize(
    ("mode", "made", "requests"),
    [
        ({}, ["train", "train-head"], [500, 1000]),
        ({"submitterPodTemplate": template("2")}, ["train", "train-head"], [2000, 1000]),
        ({"submissionMode": "SidecarMode"}, ["train-head"], [1500]),
        ({"submissionMode": "HTTPMode"}, ["train-head"], [1000]),
        ({"clusterSelector": {"ray.io/cluster": "x"}}, [], []),
    ],
)
def test_a_ray_job_is_submitted_by_a_job_or_beside_the_head(
    mode: Manifest, made: list[str], requests: list[int]
) -> None:
    if "submitterPodTemplate" in mode:
        mode["submitterPodTemplate"]["spec"]["restartPolicy"] = "Never"
    job = of("ray.io/v1", "RayJob", "train", rayClusterSpec=ray(0), **mode)
    scenario = Scenario.from_content({"objects": [make_node("n1", cpu="64"), job]})
    assert [pod.name.rpartition("-")[0] for pod in scenario.objects.pods] == made
    assert [pod.template.requests["cpu"] for pod in scenario.objects.pods] == requests


def test_running_pods_of_a_ray_cluster_are_not_made_again() -> None:
    head = with_labels(
        make_pod("ray-head-abcde", node="n1"), {"ray.io/cluster": "ray", "ray.io/group": "headgroup"}
    )
    made = pods(head, of("ray.io/v1", "RayCluster", "ray", **ray(1)))
    assert made == ["ray-head", "ray-small-worker"]


def test_a_repair_changes_the_template_of_the_group() -> None:
    cluster = of("ray.io/v1", "RayCluster", "ray", **ray(1))
    cluster["spec"]["workerGroupSpecs"][0]["template"] = template("8")
    scenario = Scenario.from_content({"objects": [make_node("n1", cpu="4"), cluster]})
    recording = Recording.of(scenario)
    (pending,) = [pod.key for pod in scenario.objects.pods if pod.key not in recording.placements]
    answer = list(Inquiry(recording, pending).answers())[-1]
    lowered = next(r for r in answer["repairs"] if any("request cpu 8" in change for change in r["changes"]))
    assert 'cpu: "8"' not in documents(scenario, lowered["operations"], [])


def test_an_error_in_a_template_names_its_path() -> None:
    broken = of("ray.io/v1", "RayCluster", "ray", **ray(1))
    broken["spec"]["workerGroupSpecs"][0]["template"]["spec"] = {"containers": "none"}
    with pytest.raises(InvalidInput) as refused:
        Scenario.from_content({"objects": [broken]})
    errors: list[InputError] = refused.value.errors
    assert any("workerGroupSpecs[0].template.spec" in error.path for error in errors)
