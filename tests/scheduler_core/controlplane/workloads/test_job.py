from __future__ import annotations

import re
from typing import Any

import pytest

from tests.builders import Manifest, make_pod
from tests.scheduler_core.controlplane.workloads.builders import make_workload, names_of, owned, pods_of


def finished(name: str, phase: str = "Succeeded", **annotations: str) -> Manifest:
    pod = owned(make_pod(name, node="n1", app="web"), "Job", "sum")
    pod["metadata"]["annotations"] = annotations
    return {**pod, "status": {"phase": phase}}


@pytest.mark.parametrize(
    ("spec", "pods"),
    [
        ({}, 1),
        ({"parallelism": 3}, 3),
        ({"completions": 5}, 1),
        ({"completions": 2, "parallelism": 3}, 2),
        ({"parallelism": 0}, 0),
        ({"parallelism": 3, "suspend": True}, 0),
    ],
)
def test_a_job_gets_as_many_pods_as_may_run_in_parallel(spec: dict[str, Any], pods: int) -> None:
    assert len(names_of(make_workload("Job", "sum", **spec))) == pods


def test_pods_of_a_job_have_its_labels() -> None:
    (pod,) = pods_of(make_workload("Job", "sum"))
    assert re.fullmatch("sum-.{5}", pod.name)
    assert pod.template.labels == {
        "app": "web",
        "job-name": "sum",
        "batch.kubernetes.io/job-name": "sum",
        "controller-uid": "uid-of-sum",
        "batch.kubernetes.io/controller-uid": "uid-of-sum",
    }


def test_failed_pods_are_replaced_and_succeeded_ones_are_not() -> None:
    job = make_workload("Job", "sum", completions=3, parallelism=3)
    assert len(names_of(job, finished("x"), finished("y", "Failed"))) == 2 + 2
    assert len(names_of({**job, "status": {"succeeded": 2}})) == 1
    complete = {"status": {"conditions": [{"type": "Complete", "status": "True"}]}}
    assert names_of({**job, **complete}) == []


def test_a_work_queue_starts_nothing_after_the_first_success() -> None:
    assert names_of(make_workload("Job", "sum", parallelism=3), finished("x")) == ["x"]


def test_indexed_pods_take_the_first_open_indexes() -> None:
    job = make_workload("Job", "sum", completionMode="Indexed", completions=6, parallelism=2)
    done = {**job, "status": {"completedIndexes": "0,2-3"}}
    busy = finished("sum-1-x", "Running", **{"batch.kubernetes.io/job-completion-index": "1"})
    pods = pods_of(done)
    assert [pod.template.labels["batch.kubernetes.io/job-completion-index"] for pod in pods] == ["1", "4"]
    assert re.fullmatch("sum-4-.{5}", pods[1].name)
    assert [name[:6] for name in names_of(done, busy)] == ["sum-4-", "sum-1-"]
