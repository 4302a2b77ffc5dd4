"""Runs of Kueue: who is admitted, who is parked, and what wakes the parked."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.queueing.run.scenario import read_scenario
from scheduler_core.queueing.run.trace import trace_run
from tests.scheduler_core.queueing.clusters import admitted, cluster_queue, workload


def _run(objects: list[Any], **scenario: Any) -> Any:
    return trace_run(read_scenario({"objects": objects, **scenario}))


def test_a_parked_workload_waits_until_something_ends() -> None:
    running = admitted(workload("r", cpu="3"), cpu="3")
    objects = [*cluster_queue("a", cpu="4"), running, workload("p", cpu="2")]
    assert _run(objects)["final"]["default/p"] == "pending"
    ended = _run(objects, events=[{"cycle": 3, "finish": "default/r"}])
    assert ended["final"] == {"default/p": "admitted", "default/r": "finished"}
    assert [cycle["cycle"] for cycle in ended["cycles"]] == [1, 3]


def test_a_higher_priority_preempts_and_the_victim_waits_again() -> None:
    running = admitted(workload("low", cpu="4"), cpu="4")
    queue = cluster_queue("a", cpu="4", preemption={"withinClusterQueue": "LowerPriority"})
    trace = _run([*queue, running, workload("high", cpu="4", priority=5)])
    assert trace["final"] == {"default/high": "admitted", "default/low": "pending"}
    assert trace["cycles"][0]["evictionsFinished"] == ["default/low"]
    message = trace["cycles"][0]["entries"][0]["message"]
    assert message.endswith("4 more needed. Pending the preemption of 1 workload(s)")


def test_quota_of_the_cohort_is_borrowed() -> None:
    objects = [*cluster_queue("a", cpu="1", cohort="co"), *cluster_queue("b", cpu="3", cohort="co")]
    trace = _run([*objects, workload("w", cpu="4")])
    assert trace["final"] == {"default/w": "admitted"}
    assert trace["cycles"][0]["entries"][0]["nomination"]["assignment"]["borrowing"] == 1


def test_a_workload_of_another_group_is_none_of_kueue() -> None:
    gang = {"apiVersion": "scheduling.k8s.io/v1alpha1", "kind": "Workload", "metadata": {"name": "gang"}}
    assert _run([*cluster_queue("a", cpu="1"), gang])["final"] == {}


UNTIMED = {**workload("w", cpu="1"), "metadata": {"name": "w", "creationTimestamp": "soon"}}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ({"objects": 3}, "objects: must be a list"),
        ({"objects": ["x"]}, "objects"),
        ({"objects": [UNTIMED]}, "creationTimestamp: must be a time"),
        ({"events": [{"cycle": 1, "create": UNTIMED}]}, "creationTimestamp"),
    ],
)
def test_a_fault_of_the_input_is_named(content: Any, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        read_scenario(content)


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(InvalidInput, match="preemptionStrategies: must be of LessThanOrEqualToFinalShare"):
        read_scenario({"config": {"fairSharing": {"preemptionStrategies": ["Fairest"]}}})
