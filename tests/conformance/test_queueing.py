"""The engine answers as the recorded Kueue, in every key: a part of the runs, and all of Kueue's own tables."""

from __future__ import annotations

import pytest

from tests.conformance.queueing import RUNS, TABLES, compare, sampled


@pytest.mark.parametrize("file", RUNS)
def test_runs_equal_the_recorded_ones(file: str) -> None:
    compared = [compare(file, row) for row in sampled(file, one_in=1 if file == "hand" else 12)]
    assert compared
    assert [(c.name, c.differences[:3]) for c in compared if c.differences] == []


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_answered_as_kueue_expects(table: str) -> None:
    compared = [compare(table, row) for row in sampled(table)]
    assert [(c.name, c.differences[:3]) for c in compared if c.differences] == []
