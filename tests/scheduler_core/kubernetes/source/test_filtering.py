"""The table of fields contains every field that scheduling reads, and no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from scheduler_core import EXPORTED_KINDS, KIND_GROUPS, Scenario, simulate
from scheduler_core.kubernetes.objects.templates import REPLICAS
from scheduler_core.kubernetes.source import MAXIMA, STATUS, imported_fields, keep_scheduling_fields
from scheduler_core.kubernetes.source.fields import KEEPS_ITS_NODE, Role
from scheduler_core.simulation.run.contract import Event
from tests.conformance.vectors import READABLE_TOPICS, read
from tests.dumps import PASSWORD, kubectl_list
from tests.shared import shared


def outcome(objects: list[dict[str, Any]], config: dict[str, Any] | None) -> list[Event]:
    scenario = Scenario.from_content({"objects": objects, "config": config})
    return list(simulate(scenario, seed=None))


@pytest.mark.parametrize("topic", READABLE_TOPICS)
def test_filtering_does_not_change_the_run_of_a_recorded_scenario(topic: str) -> None:
    for row in list(read(topic).values())[::14]:
        objects, config = row["scenario"]["objects"], row["scenario"]["config"]
        filtered = keep_scheduling_fields([*objects, *([config] if config else [])])
        filtered_config = next(
            (m for m in filtered.manifests if m["kind"] == "KubeSchedulerConfiguration"), None
        )
        other_manifests = [m for m in filtered.manifests if m is not filtered_config]
        assert outcome(other_manifests, filtered_config) == outcome(objects, config), row["scenario"]["name"]


def test_the_table_names_what_the_code_reads_by_name() -> None:
    """Names that the table repeats: replicas of training jobs, annotations of pods and of sets of machines."""
    fields: Any = imported_fields()
    assert {kind: {path: (*fields[kind]["spec"][path],)} for kind, (path, _) in REPLICAS.items()} == {
        kind: {path: types} for kind, (path, types) in REPLICAS.items()
    }
    assert KEEPS_ITS_NODE.keys() <= fields["Pod"]["metadata"]["annotations"].keys()
    assert {*MAXIMA} == fields["MachineSet"]["metadata"]["annotations"].keys()
    assert STATUS in fields


def test_every_leaf_of_the_table_is_a_role() -> None:
    def leaves(tree: Any) -> Iterator[str]:
        if isinstance(tree, str):
            yield tree
        else:
            for inner in tree.values() if isinstance(tree, dict) else tree:
                yield from leaves(inner)

    assert {*leaves(imported_fields())} == {*get_args(Role)}


def test_other_fields_of_a_dump_are_dropped_and_counted() -> None:
    items = kubectl_list(nodes=3, pods=6, waiting=1)["items"]
    filtered = keep_scheduling_fields(items, images=False)
    text = json.dumps(filtered.manifests)
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


def test_filtering_equals_that_of_the_page() -> None:
    fields = shared("fields")
    assert fields["kinds"] == {kind: imported_fields()[kind] for kind in fields["kinds"]}
    assert fields["groups"] == {kind: list(KIND_GROUPS[kind]) for kind in fields["groups"]}
    assert fields["exported"] == {field: list(kind) for field, kind in EXPORTED_KINDS.items()}
    for case in fields["cases"]:
        filtered = keep_scheduling_fields(fields["manifests"], images=case["images"])
        assert filtered.manifests == case["kept"]
        assert filtered.dropped == case["dropped"]
        assert filtered.ignored == case["ignored"]
