"""A configuration asks for what is not simulated: it is read, and the report says what could differ."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import Scenario, load, simulate
from scheduler_core.simulation.run.reading_report import note_lines, reading_report
from tests.builders import make_node, make_pod
from tests.conformance.cycles import configuration


def scenario_of(*manifests: dict[str, Any]) -> Scenario:
    objects = (make_node("n1"), make_pod("p"))
    return load("---\n".join(json.dumps(manifest) + "\n" for manifest in (*objects, *manifests)))


def notes(scenario: Scenario) -> list[str]:
    return [line for line in note_lines(reading_report(scenario, [])) if "KubeSchedulerConfiguration" in line]


@pytest.mark.parametrize(
    ("point", "effect"),
    [
        ("filter", "nodes could be rejected"),
        ("score", "other nodes could win"),
        ("queueSort", "pods could be scheduled in another order"),
        ("bind", "pods could be bound in another way"),
        ("multiPoint", "other nodes could be rejected or win"),
    ],
)
def test_an_unknown_plugin_is_kept_and_noted(point: str, effect: str) -> None:
    plugins = {point: {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]}}
    if point == "multiPoint":
        del plugins[point]["disabled"]
    scenario = scenario_of(configuration(profiles=[{"plugins": plugins}]))
    path = f"profiles[0].plugins.{point}.enabled[0].name"
    assert notes(scenario) == [
        f"warning: KubeSchedulerConfiguration: {path}: Coscheduling is not simulated: {effect}"
    ]
    *_, last = simulate(scenario)
    assert last["kind"] == "run.finished"
    assert last["placed"] == 1


def test_fields_that_are_not_simulated_are_noted() -> None:
    scenario = scenario_of(configuration(podMaxBackoffSeconds=1, leaderElection={"leaderElect": True}))
    assert [line.removeprefix("warning: KubeSchedulerConfiguration: ") for line in notes(scenario)] == [
        "podMaxBackoffSeconds: is not simulated: retries could come at other times",
        "leaderElection: is not read: it has no effect on what the scheduler decides",
    ]


def test_a_configuration_in_a_config_map_is_read() -> None:
    text = json.dumps(configuration(profiles=[{"schedulerName": "mine"}]))
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "c"},
        "data": {"c.yaml": text},
    }
    scenario = scenario_of(config_map)
    assert [profile.scheduler_name for profile in scenario.config.profiles] == ["mine"]


def test_other_text_in_a_config_map_is_not_read() -> None:
    text = "kind: KubeSchedulerConfiguration\n  {{ .Values.profiles }}"
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "c"},
        "data": {"c.yaml": text},
    }
    assert scenario_of(config_map).config_manifest is None
