"""Dumps whose objects are reduced one by one while they are read."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scheduler_core import InvalidInput, Limits, Scenario, content_text, load, load_reduced
from scheduler_core.kubernetes.source.filtering import keep_scheduling_fields
from tests.dumps import dumped_pod, kubectl_list

LIMITS = Limits(bytes=100_000_000)
LEASE = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "n1"}, "spec": {}}
CONFIG = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
EXPECT = {"expect": [{"pod": "shop/web-1", "pending": True}]}


def whole_dump() -> dict[str, Any]:
    """A List with its kind behind the items, as kubectl writes it."""
    dump = kubectl_list(nodes=2, pods=1, waiting=2)
    items = [*dump["items"], LEASE, CONFIG, EXPECT]
    return {"apiVersion": "v1", "items": items, "kind": "List", "metadata": {"resourceVersion": ""}}


def pod_list() -> dict[str, Any]:
    """The answer of the API server to a request for pods, which do not repeat their kind."""
    return {"kind": "PodList", "apiVersion": "v1", "items": [dumped_pod("a"), dumped_pod("b", on="n1")]}


def not_a_list() -> dict[str, Any]:
    """An object that has items and is not a List."""
    return {"items": [dumped_pod("a")], "apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}


def content_of(scenario: Scenario) -> str:
    return content_text(scenario.content())


@pytest.mark.parametrize("made", [whole_dump, pod_list, not_a_list])
@pytest.mark.parametrize("indent", [None, 4])
def test_the_reduced_scenario_is_that_of_the_whole_text(
    made: Callable[[], dict[str, Any]], indent: int | None
) -> None:
    text = json.dumps(made(), indent=indent)
    scenario = load(text, LIMITS)
    filtered = keep_scheduling_fields(scenario.manifests)
    reduced = load_reduced(text, LIMITS)
    assert content_of(reduced.scenario) == content_of(replace(scenario, manifests=filtered.manifests))
    assert reduced.ignored == filtered.ignored
    assert reduced.scenario.summary() == scenario.summary()
    if made is not not_a_list:
        assert reduced.dropped == filtered.dropped


def test_values_in_a_row_are_read() -> None:
    text = json.dumps(whole_dump()) + "\n" + json.dumps(dumped_pod("more") | {"kind": "Pod"}, indent=2)
    assert len(load_reduced(text, LIMITS).scenario.manifests) == len(load(text, LIMITS).manifests) - 2


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("spec", "containers"), [5]),
        (("spec", "tolerations"), "x"),
        (("metadata", "labels"), ["a"]),
        (("spec", "containers"), []),
        (("metadata",), {"annotations": {"a": "b"}}),
    ],
)
def test_errors_and_their_lines_are_those_of_the_whole_text(path: tuple[str, ...], value: object) -> None:
    dump = whole_dump()
    *parents, last = path
    part = next(item for item in dump["items"] if item["kind"] == "Pod")
    for parent in parents:
        part = part[parent]
    part[last] = value
    text = json.dumps(dump, indent=2)
    with pytest.raises(InvalidInput) as whole:
        load(text, LIMITS)
    with pytest.raises(InvalidInput) as reduced:
        load_reduced(text, LIMITS)
    assert reduced.value.errors == whole.value.errors
    assert all(error.line for error in reduced.value.errors)


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "List", "items": [{"kind": "Pod"},]}',
        '{"kind": "List", "items": [{"kind": "Pod"} {"kind": "Pod"}]}',
        '{"kind": "List", "items": [{"kind": "Pod"}], "items": []}',
        '{"kind": "List", "items": [{"kind": "Pod"}',
        '{"kind": "List", "items": [',
        '{"kind" "List"}',
        '{"kind": "List", "items": [{"kind": "Pod"}]} x',
        "{",
    ],
)
def test_what_is_no_json_has_the_errors_of_the_whole_text(text: str) -> None:
    with pytest.raises(InvalidInput) as whole:
        load(text, LIMITS)
    with pytest.raises(InvalidInput) as reduced:
        load_reduced(text, LIMITS)
    assert reduced.value.errors == whole.value.errors


def test_the_memory_is_that_of_the_result() -> None:
    dump = whole_dump()
    dump["items"] = [item for item in dump["items"] if item.get("kind") in ("Node", "Pod")]
    for item in dump["items"]:
        item["metadata"]["managedFields"] = [{f"f:{field}": {"a": "b"}} for field in range(1000)]
    text = json.dumps(dump)
    load(text, LIMITS)  # what is made once is not measured

    def peak(read: Callable[[str, Limits], object]) -> int:
        tracemalloc.start()
        read(text, LIMITS)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(load_reduced) < peak(load) / 2  # one of five objects at a time
