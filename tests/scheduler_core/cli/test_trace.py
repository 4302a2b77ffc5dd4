"""`trace`: scenarios of pods, and of Kueue's queues."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from scheduler_core.__main__ import main
from tests.scheduler_core.queueing.clusters import cluster_queue, workload

SCENARIO: dict[str, Any] = {
    "name": "a-queue",
    "objects": [*cluster_queue("a", cpu="4"), workload("small", cpu="1"), workload("large", cpu="8")],
}


def _traced(scenario: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"scenario": scenario}) + "\n"))
    assert main(["trace"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_scenario_with_queues_is_answered_with_its_recording(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = _traced(SCENARIO, monkeypatch, capsys)
    assert answer["scenario"] == {"name": "a-queue"}
    assert answer["recording"]["final"] == {"default/large": "pending", "default/small": "admitted"}
    assert answer["recording"]["stopped"] == "idle"


def test_an_invalid_object_of_kueue_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = workload("broken", cpu="much")
    answer = _traced({**SCENARIO, "objects": [*SCENARIO["objects"], broken]}, monkeypatch, capsys)
    assert answer["error"].startswith("Workload default/broken: spec.podSets[0].template.spec.containers[0]")
    assert "must be a quantity" in answer["error"]
