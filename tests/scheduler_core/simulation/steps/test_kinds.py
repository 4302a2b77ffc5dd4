"""Every kind of step can be read, and played."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from scheduler_core import play, read_steps
from scheduler_core.simulation.steps.step import StepKind
from tests.scheduler_core.simulation.daytwo.clusters import budget, node, scenario, workload

STEPS: dict[str, dict[str, Any]] = {
    "rollout": {"rollout": "web", "image": "web:2"},
    "scale": {"scale": "web", "replicas": 2},
    "drain": {"drain": "node-1"},
    "cordon": {"cordon": "node-1"},
    "uncordon": {"uncordon": "node-1"},
    "taint": {"taint": "node-1", "key": "hot", "effect": "NoExecute"},
    "untaint": {"untaint": "node-1", "key": "hot"},
    "label": {"label": "node-1", "labels": {"disk": "ssd"}},
    "addNodes": {"addNodes": 1, "like": "node-1"},
    "removeNodes": {"removeNodes": "node-1"},
    "lose": {"lose": "node-1"},
    "restore": {"restore": "node-1"},
    "deletePods": {"deletePods": {"app": "web"}},
    "finishJob": {"finishJob": "Job sum"},
    "apply": {"apply": budget(minAvailable=1)},
    "configure": {
        "configure": {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
    },
    "wait": {"wait": 5},
}


def test_each_kind_has_an_example() -> None:
    assert list(STEPS) == list(get_args(StepKind))


@pytest.mark.parametrize("kind", STEPS)
def test_a_kind_is_read_and_played(kind: str) -> None:
    objects = [node("node-1"), node("node-2"), workload(replicas=1), workload("Job", "sum", 1)]
    played = play(scenario(*objects), read_steps([STEPS[kind]]))
    assert [action["kind"] for action in played.timeline()["actions"]] == ["start", kind]
