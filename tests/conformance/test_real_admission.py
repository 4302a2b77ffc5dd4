"""What a real API server refused of sets of objects is refused here, in its words; the rest is stored."""

from __future__ import annotations

import json

import pytest

from scheduler_core import InvalidInput, Limits, Scenario, load
from tests.conformance.real import Json, read_real

NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n1"},
    "status": {"allocatable": {"cpu": "64", "memory": "256Gi", "pods": "110"}},
}
# An input need not be complete, and a pod that is on a node was not refused.
LEFT_OPEN = ("error looking up service account", "must not be provided in pod spec")
ON_A_NODE = {("adm-11-44", "Pod p1")}
# In what order LimitRanges apply is that of a Go map.
SETS = [row for row in read_real("admission") if sum(o["kind"] == "LimitRange" for o in row["objects"]) < 2]


def name_of(manifest: Json) -> str:
    return f"{manifest['kind']} {manifest['metadata']['name']}"


def answers(objects: list[Json]) -> dict[str, str]:
    """Return the answers to the objects that are refused, by kind and name; "" where the reader refuses one."""
    refused: dict[str, str] = {}
    while True:
        rest = [o for o in objects if name_of(o) not in refused]
        try:
            scenario = load(
                json.dumps({"apiVersion": "v1", "kind": "List", "items": [NODE, *rest]}), Limits()
            )
        except InvalidInput as error:
            text = " ".join(str(e) for e in error.errors)
            unread = {
                name_of(o): "" for o in rest if f"/{o['metadata']['name']}" in text and o["kind"] in text
            }
            assert unread, text
            refused |= unread
        else:
            return refused | admission_answers(scenario)


def admission_answers(scenario: Scenario) -> dict[str, str]:
    refusals = scenario.admitted.refusals
    return {f"{r.object.split()[0]} {r.object.rpartition('/')[2]}": r.message for r in refusals}


@pytest.mark.parametrize("row", SETS, ids=[row["name"] for row in SETS])
def test_objects_are_refused_as_by_the_api_server(row: Json) -> None:
    recorded = {entry["object"]: entry["refused"] for entry in row["stored"] if "refused" in entry}
    recorded = {k: v for k, v in recorded.items() if (row["name"], k) not in ON_A_NODE}
    given = answers(row["objects"])
    left_open = {k for k, v in recorded.items() if k not in given and any(words in v for words in LEFT_OPEN)}
    assert given.keys() == recorded.keys() - left_open
    said = {
        k: v
        for k, v in given.items()
        if has_one_reason(recorded[k]) and is_invalid(v) is is_invalid(recorded[k])
    }
    assert said == {k: recorded[k] for k in said}


def is_invalid(answer: str) -> bool | None:
    """Return whether validation refused the object, not a plugin; None where the reader did, in its own words."""
    return " is invalid: " in answer if answer else None


def has_one_reason(answer: str) -> bool:
    """Return whether an answer is to be had in one way: several reasons may be in the order of a Go map."""
    left_open = any(words in answer for words in LEFT_OPEN)
    return not left_open and not answer.partition(": ")[2].startswith("[") and ", " not in answer
