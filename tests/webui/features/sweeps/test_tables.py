"""Tables that the server writes: no cell is a formula."""

from __future__ import annotations

import csv
import io

import pytest

from webui.ground.lib.csv_text import rows_as_csv


@pytest.mark.parametrize("formula", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-", "--1"])
def test_a_formula_is_disarmed(formula: str) -> None:
    assert list(csv.reader(io.StringIO(rows_as_csv([["web", formula]]), newline=""))) == [
        ["web", f"'{formula}"]
    ]


def test_a_cell_does_not_end_before_its_formula() -> None:
    assert rows_as_csv([["a\r=1+1", 'b",=1+1', "c\n=1+1"]]) == '"a\r=1+1","b"",=1+1","c\n=1+1"\n'


def test_numbers_and_other_texts_are_as_they_are() -> None:
    assert rows_as_csv([[-30, -0.5, "-30", "-0.5", "web-0", "a=b", ""]]) == "-30,-0.5,-30,-0.5,web-0,a=b,\n"
