"""CronJob and JobSet: the pods of their Jobs; generateName: a name as from the API server."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput, load
from scheduler_core.controlplane.workloads import with_names
from tests.builders import Manifest, make_pod

from .builders import owned, scenario_of

POD = {"metadata": {"labels": {"app": "web"}}, "spec": make_pod("p")["spec"]}


def cron_job(**spec: Any) -> Manifest:
    job = {"spec": {"parallelism": 2, "template": POD}}
    return {
        "apiVersion": "batch/v1beta1",
        "kind": "CronJob",
        "metadata": {"name": "nightly"},
        "spec": {"schedule": "0 0 * * *", "jobTemplate": job, **spec},
    }


def job_set(**spec: Any) -> Manifest:
    groups = [
        {"name": "driver", "template": {"spec": {"template": POD}}},
        {
            "name": "workers",
            "replicas": 2,
            "template": {"spec": {"parallelism": 2, "completions": 2, "template": POD}},
        },
    ]
    return {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {"name": "train"},
        "spec": {"replicatedJobs": groups, **spec},
    }


def test_a_cron_job_is_expanded_into_the_pods_of_its_first_job() -> None:
    pods = scenario_of(cron_job()).objects.pods
    assert len(pods) == 2
    job_name = pods[0].template.labels["job-name"]
    assert job_name.startswith("nightly-")
    assert all(pod.name.startswith(f"{job_name}-") for pod in pods)


def test_a_cron_job_that_is_suspended_or_has_run_creates_nothing() -> None:
    running = owned(
        {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j"}}, "CronJob", "nightly"
    )
    running["spec"] = {"template": POD, "suspend": True}
    has_run = {**cron_job(), "status": {"lastScheduleTime": "2025-01-01T00:00:00Z"}}
    for manifests in ([cron_job(suspend=True)], [has_run], [cron_job(), running]):
        assert scenario_of(*manifests).objects.pods == []


def test_a_job_set_is_expanded_into_the_pods_of_its_jobs() -> None:
    scenario = scenario_of(job_set())
    assert [
        pod.template.labels["jobset.sigs.k8s.io/replicatedjob-name"] for pod in scenario.objects.pods
    ] == [
        "driver",
        *["workers"] * 4,
    ]
    assert [*scenario.objects.expanded] == ["JobSet default/train"]
    assert scenario_of(job_set(suspend=True)).objects.pods == []


def test_an_error_in_a_nested_template_has_its_path_and_line() -> None:
    source = """
kind: CronJob
metadata: {name: nightly}
spec:
  jobTemplate:
    spec:
      template:
        spec:
          priority: high
          containers: [{name: c}]
"""
    with pytest.raises(InvalidInput) as raised:
        load(source)
    assert [(error.path, error.line) for error in raised.value.errors] == [
        ("spec.jobTemplate.spec.template.spec.priority", 9)
    ]


def test_the_first_versions_take_their_selector_from_the_template() -> None:
    web = {"kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": 2, "template": POD}}
    assert len(scenario_of({"apiVersion": "extensions/v1beta1", **web}).objects.pods) == 2
    with pytest.raises(InvalidInput, match="selector: must be set"):
        scenario_of({"apiVersion": "apps/v1", **web})


def test_generate_name_gives_a_name() -> None:
    pods = [{**make_pod("x"), "metadata": {"generateName": "web-"}} for _ in range(2)]
    named = [manifest["metadata"]["name"] for manifest in with_names(pods)]
    assert len({*named}) == 2
    assert all(len(name) == len("web-") + 5 and name.startswith("web-") for name in named)
    assert named == [manifest["metadata"]["name"] for manifest in with_names(pods)]
    assert [pod.name for pod in scenario_of(*pods).objects.pods] == named
    both = {"kind": "Pod", "metadata": {"generateName": "web-", "name": "mine"}}
    assert with_names([both]) == [both]


@pytest.mark.parametrize("workload", [cron_job(), job_set()])
def test_a_workload_without_a_name_is_an_error(workload: Manifest) -> None:
    with pytest.raises(InvalidInput, match=r"metadata\.name: must be set"):
        scenario_of({**workload, "metadata": {}})
