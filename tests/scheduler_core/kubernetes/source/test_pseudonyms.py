"""Pseudonyms, which the page gives, leave every answer of the engine as it was."""

from __future__ import annotations

import re
from typing import Any

from scheduler_core import Recording, Scenario
from scheduler_core.kubernetes.source import imported_fields, keep_scheduling_fields
from scheduler_core.kubernetes.source.pseudonyms import pseudonymise
from tests.conformance.vectors import read
from tests.services.node import call
from tests.shared import shared

TOPICS = ("podtopologyspread", "interpodaffinity", "nodeselection", "preemption", "volumes", "mixed")
NODE_OF_A_GROUP: dict[str, Any] = {"kind": "Node", "metadata": {"name": "gke-c-pool-1-abcd-x1y2"}}


def test_recorded_scenarios_give_the_same_traces_under_pseudonyms() -> None:
    rows = [row for topic in TOPICS for row in list(read(topic).values())[::60]]
    plain = [filtered(row["scenario"]) for row in rows]
    answers = call(
        "import/pseudonyms.js", "pseudonymise", *([scenario, imported_fields()] for scenario in plain)
    )
    for row, manifests, answer in zip(rows, plain, answers, strict=True):
        expected = under(answer["names"], traces(manifests))
        assert traces(answer["manifests"]) == expected, row["scenario"]["name"]


def test_the_command_gives_the_pseudonyms_of_the_page() -> None:
    plain = [filtered(row["scenario"]) for row in list(read("mixed").values())[::20]]
    plain.append([*shared("fields")["cases"][0]["kept"], NODE_OF_A_GROUP])
    answers = call(
        "import/pseudonyms.js", "pseudonymise", *([scenario, imported_fields()] for scenario in plain)
    )
    for scenario, answer in zip(plain, answers, strict=True):
        assert pseudonymise(scenario) == (answer["manifests"], answer["names"])
    group, node = plain[-1][-2]["data"]["status"], NODE_OF_A_GROUP["metadata"]["name"]
    (renamed,) = re.findall("name: (.+)-[a-z]+", answers[-1]["manifests"][-2]["data"]["status"])
    assert "gke-c-pool-1-abcd-grp" in group
    assert answers[-1]["names"][node].startswith(f"{renamed}-")


def test_claims_of_recorded_scenarios_are_met_as_before_under_pseudonyms() -> None:
    rows = [row for row in list(read("claims").values())[:40] if not row["scenario"]["config"]]
    plain = [filtered(row["scenario"]) for row in rows]
    answers = call(
        "import/pseudonyms.js", "pseudonymise", *([scenario, imported_fields()] for scenario in plain)
    )
    for row, manifests, answer in zip(rows, plain, answers, strict=True):
        names = answer["names"]
        before = [(under(names, event["pod"]), under(names, event["node"])) for event in run(manifests)]
        after = [(event["pod"], event["node"]) for event in run(answer["manifests"])]
        assert after == before, row["scenario"]["name"]


def run(manifests: list[dict[str, Any]]) -> list[Any]:
    scenario = Scenario.from_content({"objects": manifests, "config": None}, workloads=False)
    return Recording.of(scenario, kubernetes_version="1.36").finished


def filtered(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    manifests = [*scenario["objects"], *([scenario["config"]] if scenario["config"] else [])]
    return keep_scheduling_fields(manifests).manifests


def traces(manifests: list[dict[str, Any]]) -> list[Any]:
    config = next(
        (manifest for manifest in manifests if manifest["kind"] == "KubeSchedulerConfiguration"), None
    )
    content = {"objects": [manifest for manifest in manifests if manifest is not config], "config": config}
    scenario = Scenario.from_content(content, workloads=False)  # as it was recorded: without controllers
    return [cycle.trace() for cycle in Recording.of(scenario).cycles()]


def under(names: dict[str, str], value: Any) -> Any:
    """A trace with every name replaced, in keys, texts, "namespace/name" and the taints of messages."""
    if isinstance(value, dict):
        return {under(names, key): under(names, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [under(names, inner) for inner in value]
    if not isinstance(value, str):
        return value
    if value in names:
        return names[value]
    if " " not in value and "/" in value:
        return "/".join(names.get(part, part) for part in value.split("/"))
    return re.sub(r"(?<=: )[^{}]*(?=\})", lambda match: names.get(match.group(), match.group()), value)
