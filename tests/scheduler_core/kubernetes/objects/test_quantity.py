"""Quantities are exact integers, rounded as Go does."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.kubernetes.objects.quantity import InvalidQuantity, milli_value, parse, value

SUFFIXES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("100m", 100),
        ("2", 2000),
        ("0.5", 500),
        ("1e3", 1_000_000),
        ("1n", 1),
        (".5", 500),
        ("5.", 5000),
        ("+1", 1000),
    ],
)
def test_milli_value(text: str, expected: int) -> None:
    assert milli_value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("1Gi", 2**30), ("1.5Ki", 1536), ("100m", 1), ("0.1Ki", 103), ("1E", 10**18)]
)
def test_value_rounds_up(text: str, expected: int) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5x",
        "1 Gi",
        "Gi",
        "1ki",
        "--1",
        "1e",
        "0x10",
        "1.2.3",
        "\u0665",
        "9" * 5000,
        "0." + "9" * 5000,
        "9" * 200_000 + "x",
    ],
)
def test_invalid_quantities_raise(text: str) -> None:
    with pytest.raises(InvalidQuantity):
        parse(text)


@given(st.integers(0, 10**6), st.integers(0, 999), st.sampled_from(sorted(SUFFIXES)))
def test_a_number_means_its_digits_times_its_suffix(whole: int, thousandths: int, suffix: str) -> None:
    exact = (Fraction(whole) + Fraction(thousandths, 1000)) * SUFFIXES[suffix]
    text = f"{whole}.{thousandths:03d}{suffix}"
    assert value(text) == ceil(exact)
    assert milli_value(text) == ceil(exact * 1000)
