"""Facts about another version, and the fact that pods stay where they are under it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core import InvalidInput, Scenario, load
from scheduler_core.__main__ import main
from scheduler_core.explain.checks.checking import ExpectationResult, check
from scheduler_core.explain.checks.recorded_run import RecordedRun
from tests.builders import Manifest, make_node, make_pod


def with_sidecar(name: str, node: str | None = None) -> Manifest:
    pod = make_pod(name, node=node)
    pod["spec"]["initContainers"] = [
        {"name": "side", "image": "side:1", "restartPolicy": "Always", "ports": [{"hostPort": 80}]}
    ]
    return pod


# Since v1.34 the host ports of sidecars count, so p finds no room beside the running pod.
OBJECTS = [make_node("n"), with_sidecar("running", "n"), with_sidecar("p"), make_pod("other")]
MOVED = "1 moved: default/p n -> Pending (sidecar-host-ports)"


def result(
    fact: dict[str, Any], version: str = "1.33", objects: list[Manifest] = OBJECTS
) -> ExpectationResult:
    scenario = Scenario.from_content({"objects": objects, "config": None, "expect": [fact]})
    (only,) = check(RecordedRun.of(scenario, kubernetes_version=version))
    return only.as_json()


@pytest.mark.parametrize(
    ("fact", "holds"),
    [
        ({"pod": "p", "node": "n", "version": "1.33.5"}, True),
        ({"pod": "p", "pending": True, "version": "1.33.5"}, False),
        ({"pod": "p", "pending": True, "reason": "free ports", "version": "1.33.6", "seeds": 2}, True),
        ({"pod": "p", "pending": True, "version": 1.34, "control": {"without": "tolerations"}}, False),
        ({"pod": "p", "node": "n"}, True),
    ],
)
def test_a_fact_may_be_about_another_version(fact: dict[str, Any], holds: bool) -> None:
    outcome = result(fact)
    assert outcome["holds"] is holds
    assert (outcome["where"] is None) == ("version" in fact), "the step is in another run"


def test_a_version_that_cannot_read_the_configuration_has_no_run() -> None:
    config = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
    fact = {"pod": "p", "node": "n", "version": "1.22"}
    scenario = Scenario.from_content({"objects": OBJECTS, "config": config, "expect": [fact]})
    (only,) = check(RecordedRun.of(scenario))
    assert str(only.expectation) == "p on n on 1.22"
    assert not only.holds
    assert only.finding.actual.startswith("no run on 1.22: ")


def test_a_pod_that_moves_is_named_with_its_change() -> None:
    answer = result({"samePlacement": {"from": "1.33", "to": "1.34"}})
    assert (answer["holds"], answer["actual"]) == (False, MOVED)
    assert answer["text"] == "every pod stays from 1.33 to 1.34"


def test_the_version_of_the_run_is_where_it_starts() -> None:
    fact = {"samePlacement": {"to": "1.34"}}
    assert result(fact, "1.33")["actual"] == MOVED
    assert result(fact, "1.34")["holds"] is True
    assert result(fact, "1.34")["text"] == "every pod stays on 1.34"


def test_one_pod_may_stay_while_others_move() -> None:
    versions = {"from": "1.33", "to": "1.34"}
    assert result({"pod": "other", "samePlacement": versions})["holds"] is True
    assert result({"pod": "p", "samePlacement": versions})["holds"] is False


def test_a_control_shows_that_a_field_matters() -> None:
    fact = {"samePlacement": {"from": "1.27", "to": "1.33"}, "control": {"without": "tolerations"}}
    assert result(fact)["actual"] == "also without tolerations: nothing moves"


@pytest.mark.parametrize("versions", ["{from: 1.30, to: 1.32}", '{from: "1.30", to: "1.32"}'])
def test_versions_may_be_numbers(versions: str) -> None:
    """YAML takes 1.30 for the number 1.3."""
    scenario = load(
        f"{json.dumps(OBJECTS[0])}\n---\n{json.dumps(OBJECTS[3])}\n---\nexpect: [samePlacement: {versions}]"
    )
    assert str(scenario.expectations[0]) == "every pod stays from 1.30 to 1.32"


@pytest.mark.parametrize(
    ("versions", "path"),
    [
        ({}, "expect[0].samePlacement.to"),
        ({"to": "1.9"}, "expect[0].samePlacement.to"),
        ({"to": [1]}, "expect[0].samePlacement.to"),
        ({"from": 1, "to": "1.34"}, "expect[0].samePlacement.from"),
        ({"on": "1.34", "to": "1.34"}, "expect[0].samePlacement.on"),
    ],
)
def test_other_versions_are_errors(versions: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidInput) as error:
        Scenario.from_content({"objects": OBJECTS, "expect": [{"samePlacement": versions}]})
    assert path in str(error.value)


def test_the_command_fails_when_a_pod_would_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cluster.json"
    expect = [{"samePlacement": {"from": "1.33", "to": "1.34"}}]
    file.write_text(json.dumps({"kind": "List", "items": OBJECTS, "expect": expect}), encoding="utf-8")
    assert main(["simulate", str(file), "--kubernetes-version", "1.33"]) == 1
    assert MOVED in capsys.readouterr().out
