"""The expectations recorded from the real scheduler hold in our runs of its examples."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Scenario
from scheduler_core.explain.checks.checking import check
from scheduler_core.explain.checks.recorded_run import RecordedRun
from tests.conformance.vectors import read

ROWS = read("gallery")


@pytest.mark.parametrize("name", ROWS)
def test_recorded_expectations_hold_in_a_run(name: str) -> None:
    row = ROWS[name]
    expected = [_about_the_recorded_attempt(fact, row["scenario"]["schedule"]) for fact in row["expect"]]
    run = RecordedRun.of(Scenario.from_content({**row["scenario"], "expect": expected}))
    wrong = [str(result.as_json()) for result in check(run) if not result.holds]
    assert not wrong, "\n".join(wrong)


def _about_the_recorded_attempt(fact: dict[str, Any], schedule: list[str]) -> dict[str, Any]:
    """Return the fact about the recorded attempt, since the queue may attempt a pod more often."""
    attempts = schedule.count(f"default/{fact.get('pod')}")
    return {"attempt": attempts, **fact} if attempts else fact
