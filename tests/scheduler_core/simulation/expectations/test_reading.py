"""The places where expectations may be, and the errors of invalid ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import InvalidInput, Scenario, load
from tests.builders import Manifest, make_node, make_pod
from tests.shared import shared

OBJECTS = [make_node("n1"), make_pod("p")]
FACT = {"pod": "p", "node": "n1"}


def yaml(*documents: object) -> str:
    return "\n---\n".join(map(json.dumps, documents))


@pytest.mark.parametrize(
    "source",
    [
        yaml(*OBJECTS, {"expect": [FACT]}),
        yaml({"expect": [FACT]}, *OBJECTS),
        yaml({"kind": "List", "items": OBJECTS, "expect": [FACT]}),
        json.dumps([*OBJECTS, {"expect": [FACT]}]),
        json.dumps({"kind": "List", "items": [*OBJECTS, {"expect": [FACT]}]}),
        yaml(OBJECTS[0], {"expect": [FACT]}, OBJECTS[1]),
    ],
    ids=["last", "first", "beside items", "array", "item", "between"],
)
def test_expectations_may_be_anywhere_among_the_objects(source: str) -> None:
    scenario = load(source)
    assert [expectation.manifest for expectation in scenario.expectations] == [FACT]
    assert scenario.content() == {
        "objects": OBJECTS,
        "config": None,
        "expect": [FACT],
        "admission": {"enable": [], "disable": []},
    }
    assert scenario.summary() == {"nodes": 1, "pods": 1, "pending": 1}
    restored = Scenario.from_content(scenario.content())
    assert restored.content() == scenario.content()


def test_several_documents_are_one_list() -> None:
    source = yaml({"expect": [FACT]}, *OBJECTS, {"expect": [{"pod": "p", "pending": False}]})
    assert len(load(source).expectations) == 2


def test_content_without_expectations_has_no_key_for_them() -> None:
    content: Manifest = {"objects": OBJECTS, "config": None, "admission": {"enable": [], "disable": []}}
    assert load(yaml(*OBJECTS)).content() == content
    assert load(yaml(*OBJECTS, {"expect": []})).content() == content


@pytest.mark.parametrize(
    ("entry", "path", "message"),
    [
        ("{pod: p}", "expect[0]", "must state one fact"),
        ("{pod: p, node: n1, pending: true}", "expect[0]", "states 2 facts (node, pending)"),
        ("{pod: p, node: 3}", "expect[0].node", "must be a string, got 3"),
        ("{node: n1}", "expect[0].pod", "must be set"),
        ("{pod: p, node: n1, when: now}", "expect[0].when", "is not a known field of an entry with node"),
        ("{pod: p, node: n1, attempt: 0}", "expect[0].attempt", "must be at least 1"),
        ("{pod: p, node: n1, seeds: 1000}", "expect[0].seeds", "from 1 to 100"),
        ("{pod: p, stable: 0}", "expect[0].stable", "from 1 to 100"),
        ("{pod: p, stable: 2, control: {without: affinity}}", "expect[0].control", "is not a known field"),
        ("{pod: p, node: n1, control: {without: spread}}", "expect[0].control.without", "must be config or"),
        ("{pod: p, node: n1, control: {}}", "expect[0].control.without", "must be set"),
        ("{pod: p, node: n1, version: 1.9}", "expect[0].version", "must be one of 1.18, "),
        ("{heals: web, version: 1.30}", "expect[0].version", "is for facts about the run"),
        ("{samePlacement: {to: 1.37}, version: 1.30}", "expect[0].version", "is not a known field"),
        ("{pod: p, domain: {a: b, c: d}}", "expect[0].domain", "one label key"),
        ("{skew: {key: zone}}", "expect[0].skew.max", "must be the largest skew"),
        ("{counts: {key: zone}}", "expect[0].counts.values", "must have a count"),
        ("{pod: p, score: {plugin: X}}", "expect[0].score", "must have raw or normalized"),
        ("{pod: p, total: {n1: many}}", "expect[0].total.n1", "must be an integer"),
        ("p on n1", "expect[0]", "must be a mapping"),
        ("{heals: ''}", "expect[0].heals", "must be set"),
        (
            "{heals: web, after: later}",
            "expect[0].after",
            "must be end, the number of a step from 1, or its kind",
        ),
        ("{finishes: web, after: 0}", "expect[0].after", "the number of a step from 1"),
        ("{stuck: web, during: drain}", "expect[0].during", "is not a known field of an entry with stuck"),
        ("{available: web}", "expect[0]", "must have min or max"),
        ("{outcome: web, key: zone, among: [a/b]}", "expect[0].among", "must list pods by domain"),
    ],
)
def test_an_invalid_expectation_is_reported_with_path_line_and_fix(
    entry: str, path: str, message: str
) -> None:
    with pytest.raises(InvalidInput) as raised:
        load(f"{yaml(*OBJECTS)}\n---\nexpect:\n- {entry}\n")
    [error] = raised.value.errors
    assert error.path == path
    assert message in error.message
    assert error.line == 6


def test_expectations_of_a_list_have_their_lines() -> None:
    with pytest.raises(InvalidInput) as raised:
        load("kind: List\nitems:\n- {kind: Node, metadata: {name: n1}}\nexpect:\n- {pod: p}\n")
    assert [(error.path, error.line) for error in raised.value.errors] == [("expect[0]", 5)]


def test_a_document_of_expectations_may_not_have_other_keys() -> None:
    with pytest.raises(InvalidInput, match="put it into a document of its own"):
        load(yaml(*OBJECTS, {"expect": [FACT], "spec": {}}))


@pytest.mark.parametrize("case", shared("expectations")["short"], ids=lambda case: str(case["text"]))
def test_the_short_form_of_a_fact_is_the_same_as_in_the_page(case: dict[str, Any]) -> None:
    content = {"objects": OBJECTS, "config": None, "expect": [case["fact"]]}
    assert str(Scenario.from_content(content).expectations[0]) == case["text"]


@pytest.mark.parametrize("case", shared("expectations")["written"], ids=lambda case: str(case["fact"]))
def test_expectations_written_by_the_page_are_read(case: dict[str, Any]) -> None:
    before, after = (
        [expectation.manifest for expectation in load(case[text]).expectations]
        if "expect" in case[text]
        else []
        for text in ("source", "result")
    )
    assert after == [*before, case["fact"]]
