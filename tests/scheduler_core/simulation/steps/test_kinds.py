"""Every kind of step can be read, and played."""

from __future__ import annotations

from typing import get_args

import pytest

from scheduler_core import play, read_steps
from scheduler_core.simulation.steps.step import StepKind
from tests.scheduler_core.simulation.daytwo.clusters import node, scenario, workload

from .examples import STEPS


def test_each_kind_has_an_example() -> None:
    assert list(STEPS) == list(get_args(StepKind))


@pytest.mark.parametrize("kind", STEPS)
def test_a_kind_is_read_and_played(kind: str) -> None:
    objects = [node("node-1"), node("node-2"), workload(replicas=1), workload("Job", "sum", 1)]
    played = play(scenario(*objects), read_steps([STEPS[kind]]))
    assert [action["kind"] for action in played.timeline()["actions"]] == ["start", kind]
