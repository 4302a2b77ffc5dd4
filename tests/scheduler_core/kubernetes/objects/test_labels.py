"""Selectors: every operator, and a selector as the conjunction of its requirements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.kubernetes.objects.labels import NOTHING, Requirement, Selector
from scheduler_core.scheduler.cluster.columns import column
from tests.shared import shared

KEYS, VALUES = st.sampled_from(["app", "tier", "n"]), st.sampled_from(["a", "b", "1", "10", "-3", "x1"])
LABELS = st.dictionaries(KEYS, VALUES)
REQUIREMENTS = st.one_of(
    st.builds(Requirement, KEYS, st.sampled_from(["In", "NotIn"]), st.lists(VALUES, min_size=1).map(tuple)),
    st.builds(Requirement, KEYS, st.sampled_from(["Exists", "DoesNotExist"])),
    st.builds(Requirement, KEYS, st.sampled_from(["Gt", "Lt"]), st.sampled_from([("1",), ("5",)])),
)


@pytest.mark.parametrize(
    ("operator", "values", "value", "expected"),
    [
        ("In", ("a",), "a", True),
        ("In", ("a",), None, False),
        ("NotIn", ("a",), "a", False),
        ("NotIn", ("a",), None, True),
        ("Exists", (), "", True),
        ("DoesNotExist", (), None, True),
        ("Gt", ("5",), "6", True),
        ("Gt", ("5",), "5", False),
        ("Gt", ("5",), "six", False),
        ("Gt", ("5",), None, False),
        ("Lt", ("5",), "-3", True),
        ("Lt", ("5",), "1_0", False),
    ],
)
def test_an_operator_accepts_or_rejects_a_value(
    operator: str, values: tuple[str, ...], value: str | None, expected: bool
) -> None:
    assert Requirement("k", operator, values).accepts(value) is expected


@given(st.lists(REQUIREMENTS, max_size=3), LABELS)
def test_a_selector_requires_all_its_requirements(
    requirements: list[Requirement], labels: dict[str, str]
) -> None:
    assert Selector(tuple(requirements)).matches(labels) == all(r.matches(labels) for r in requirements)


@given(LABELS)
def test_an_absent_selector_matches_nothing_and_an_empty_one_everything(labels: dict[str, str]) -> None:
    assert not NOTHING.matches(labels)
    assert Selector().matches(labels)
    assert Selector().empty
    assert not NOTHING.empty


@given(REQUIREMENTS, st.lists(st.none() | VALUES, min_size=1))
def test_a_column_accepts_nodes_by_their_values(r: Requirement, values: list[str | None]) -> None:
    assert column(values).accepted(r.accepts).tolist() == [r.accepts(v) for v in values]


@given(st.lists(st.none() | VALUES, min_size=1), st.data())
def test_a_column_sums_per_value_and_maps_values_back_to_nodes(
    values: list[str | None], data: st.DataObject
) -> None:
    amounts = data.draw(st.lists(st.integers(0, 9), min_size=len(values), max_size=len(values)))
    zones = column(values)
    sums = zones.sums(np.array(amounts))
    expected = [sum(a for a, v in zip(amounts, values, strict=True) if v == value) for value in zones.values]
    assert sums.tolist() == expected
    per_node = [expected[zones.values.index(v)] if v is not None else -1 for v in values]
    assert zones.at(slice(None), sums, missing=-1).tolist() == per_node


@pytest.mark.parametrize("case", shared("selectors"), ids=str)
def test_a_selector_matches_here_as_in_the_page(case: dict[str, Any]) -> None:
    requirements = case["requirements"]
    clauses = tuple(
        Requirement(requirement["key"], requirement["operator"], tuple(requirement["values"]))
        for requirement in requirements or ()
    )
    selector = NOTHING if requirements is None else Selector(clauses)
    assert selector.json() == requirements
    assert selector.matches(case["labels"]) is case["matches"]
