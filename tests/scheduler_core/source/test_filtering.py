"""The table of fields keeps all that scheduling reads, and nothing of what it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import Scenario, simulate
from scheduler_core.run.contract import Event
from scheduler_core.source import SCHEDULING_FIELDS, keep_scheduling_fields
from tests.conformance.vectors import TOPICS, read
from tests.dumps import PASSWORD, kubectl_list
from tests.shared import shared


def outcome(objects: list[dict[str, Any]], config: dict[str, Any] | None) -> list[Event]:
    scenario = Scenario.from_content({"objects": objects, "config": config})
    return list(simulate(scenario, seed=None))


@pytest.mark.parametrize("topic", TOPICS)
def test_a_recorded_scenario_runs_the_same_after_it(topic: str) -> None:
    for row in list(read(topic).values())[::14]:
        objects, config = row["scenario"]["objects"], row["scenario"]["config"]
        filtered = keep_scheduling_fields([*objects, *([config] if config else [])])
        kept_config = next((m for m in filtered.kept if m["kind"] == "KubeSchedulerConfiguration"), None)
        kept = [m for m in filtered.kept if m is not kept_config]
        assert outcome(kept, kept_config) == outcome(objects, config), row["scenario"]["name"]


def test_of_a_dump_the_rest_is_dropped_and_counted() -> None:
    items = kubectl_list(nodes=3, pods=6, waiting=1)["items"]
    filtered = keep_scheduling_fields(items, images=False)
    text = json.dumps(filtered.kept)
    for word in (
        PASSWORD,
        "managedFields",
        "--verbose",
        "somebody@example.com",
        "registry.example.com",
        "10.0.0.7",
    ):
        assert word not in text
    assert filtered.ignored == {"Secret": 1}
    assert filtered.dropped["metadata.managedFields"] == 10
    assert filtered.dropped["spec.containers[].env"] == 7
    assert filtered.dropped["metadata.annotations"] == 10


def test_the_same_is_kept_here_as_in_the_page() -> None:
    fields = shared("fields")
    assert fields["kinds"] == {kind: SCHEDULING_FIELDS[kind] for kind in fields["kinds"]}
    for case in fields["cases"]:
        found = keep_scheduling_fields(fields["manifests"], images=case["images"])
        assert found.kept == case["kept"]
        assert found.dropped == case["dropped"]
        assert found.ignored == case["ignored"]
