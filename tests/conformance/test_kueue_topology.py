"""Places on a topology, and their failures letter by letter, in Kueue's own tables."""

from __future__ import annotations

import pytest

from .queueing import Row, compare, name_of, rows

TABLES = ("tables/tas-find", "tables/tas-find-replacement")


@pytest.mark.parametrize(
    ("file", "row"), [pytest.param(file, row, id=name_of(row)) for file in TABLES for row in rows(file)]
)
def test_places_are_those_of_kueue(file: str, row: Row) -> None:
    assert not compare(file, row).differences
