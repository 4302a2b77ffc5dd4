"""Texts of several JSON values, and the export of kube-scheduler-simulator."""

from __future__ import annotations

import json

import pytest

from scheduler_core import InvalidInput, load, read_outline
from scheduler_core.simulation.run.scenario import Scenario
from tests.builders import make_node, make_pod
from tests.shared import shared

NODE, POD = make_node("n1", zone="a"), make_pod("p", app="web")
OF = "logs for container c of pod default/p"
LOGS = f"==== START {OF} ====\n{{\n}}\n==== END {OF} ====\n"


def names(scenario: Scenario) -> tuple[list[str], list[str]]:
    return [node.name for node in scenario.objects.nodes], [pod.name for pod in scenario.objects.pods]


@pytest.mark.parametrize("between", ["\n", "", "\n\n", f"\n{LOGS}"])
def test_json_values_may_follow_each_other(between: str) -> None:
    assert names(load(json.dumps(NODE) + between + json.dumps(POD) + between)) == (["n1"], ["p"])


@pytest.mark.parametrize(("between", "line"), [("\n", 2), (f"\n{LOGS}", 6)])
def test_an_error_in_a_later_value_has_its_line(between: str, line: int) -> None:
    with pytest.raises(InvalidInput) as raised:
        load(json.dumps(NODE) + between + json.dumps({**NODE, "metadata": {"name": 3}}))
    assert [(error.path, error.line) for error in raised.value.errors] == [("metadata.name", line)]


@pytest.mark.parametrize("case", shared("simulator"))
def test_an_export_of_the_simulator_is_read(case: dict[str, object]) -> None:
    scenario = load(json.dumps(case["export"]))
    configs = [scenario.config_manifest] if scenario.config_manifest else []
    assert [*scenario.manifests, *configs] == case["objects"]


def test_errors_and_the_outline_of_an_export_have_lines() -> None:
    export = json.dumps({"pods": [POD], "nodes": [NODE, {"metadata": {"name": 3}}]}, indent=1)
    with pytest.raises(InvalidInput) as raised:
        load(export)
    (error,) = raised.value.errors
    assert error.line == export.split("\n").index('    "name": 3') + 1
    assert [entry.object for entry in read_outline(export).objects] == ["Pod default/p", "Node n1", "Node 3"]
