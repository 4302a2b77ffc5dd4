"""Arrays in JSON come back as they went, in as few bytes as hold them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scheduler_core.explain.view.arrays import pack, unpack


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        ([-128, 127], "|i1"),
        ([0, 128], "<i2"),
        ([-32769, 0], "<i4"),
        ([0, 2**31], "<i8"),
        ([-(2**63), 2**63 - 1], "<i8"),
        ([True, False], "|i1"),
        ([0.5, -0.25], "<f8"),
        ([], "|i1"),
    ],
)
def test_the_smallest_type_that_holds_all_entries_is_written(entries: list[float], kind: str) -> None:
    back = unpack(pack({"column": np.array(entries)}))["column"]
    assert (back.tolist(), back.dtype.str) == (entries, kind)


def test_equal_entries_are_written_once() -> None:
    equal = pack({"column": np.full(5000, 7)})
    assert len(equal) < 60
    assert unpack(equal)["column"].tolist() == [7] * 5000


def test_an_array_in_two_places_is_written_once() -> None:
    column = np.arange(5000)
    twice = unpack(pack({"raw": column, "normalized": column}))
    assert len(pack({"raw": column, "normalized": column})) < len(pack({"raw": column})) + 100
    assert twice["raw"].tolist() == twice["normalized"].tolist() == list(range(5000))


def test_arrays_stand_at_multiples_of_eight_wherever_the_header_ends() -> None:
    for length in range(8):
        data = pack({"pad": "x" * length, "columns": [np.array([1, 2, 3]), np.array([0.5, 1.5])]})
        header = int.from_bytes(data[:4], "little")
        first, second = json.loads(data[4 : 4 + header])["columns"]
        assert len(data) % 8 == first["$"][3] % 8 == second["$"][3] % 8 == 0
        assert [column.tolist() for column in unpack(data)["columns"]] == [[1, 2, 3], [0.5, 1.5]]


def test_what_is_no_array_stays_as_it_is() -> None:
    document = {"name": "é\U0001f600", "labels": {"$": "a label"}, "nothing": None, "lists": [[1], []]}
    assert unpack(pack(document)) == document
