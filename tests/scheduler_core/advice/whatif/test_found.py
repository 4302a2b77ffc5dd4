"""Files that people brought: the cause and the repairs that a good operator would name."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_core import Inquiry, Recording, load

FOUND = Path(__file__).parents[1] / "found"


@pytest.mark.parametrize(
    ("name", "facts", "repairs"),
    [
        (
            "dsmatch",
            ["may run on one node only", "node selector disk=ssd"],
            {
                "node affinity disk=ssd: also hdd",
                "label disk=ssd on n1 (was hdd)",
                "node affinity metadata.name=n1 removed",
            },
        ),
        (
            "feat",
            ["node(s) didn't match Pod's required features: RestartAllContainersOnContainerExits"],
            {
                "nothing that needs RestartAllContainersOnContainerExits",
                "a kubelet with RestartAllContainersOnContainerExits on n1",
            },
        ),
    ],
)
def test_the_cause_and_its_repairs(name: str, facts: list[str], repairs: set[str]) -> None:
    recording = Recording.of(load((FOUND / f"{name}.yaml").read_text(encoding="utf-8")))
    pod = next(entry["pod"] for entry in recording.finished if entry["pod"] not in recording.placements)
    answer = list(Inquiry(recording, pod).answers())[-1]
    assert answer["causes"] == [facts]
    assert {" + ".join(repair["changes"]) for repair in answer["repairs"]} == repairs


def test_an_operator_that_the_api_server_does_not_know_yet_is_refused() -> None:
    scenario = load((FOUND / "gt.yaml").read_text(encoding="utf-8"))
    assert Recording.of(scenario).placements == {}
    [refusal] = scenario.admitted.refusals
    assert 'Unsupported value: "Gt"' in refusal.message
