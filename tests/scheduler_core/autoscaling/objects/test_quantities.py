"""Amounts of resources, and how sums of them are written."""

from __future__ import annotations

import pytest

from scheduler_core.autoscaling.objects.quantities import (
    amounts,
    concise,
    fits,
    largest,
    merged,
    minus,
    read_quantity,
)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("2000m", "2"),
        ("2500m", "2500m"),
        ("0.5", "500m"),
        ("1.5Gi", "1536Mi"),
        ("1024Ki", "1Mi"),
        ("512", "512"),
        ("1000", "1k"),
        ("0.5Ki", "512"),
        ("0.1Ki", "102400m"),
        ("1e3", "1e3"),
        ("12e2", "1200"),
        ("0", "0"),
        ("0Gi", "0"),
        ("1.0000000001", "1000000001n"),
        ("5E", "5E"),
    ],
)
def test_a_quantity_is_written_in_the_largest_unit_that_leaves_an_integer(
    written: str, canonical: str
) -> None:
    assert str(read_quantity(written)) == canonical


def test_a_sum_has_the_format_of_its_first_operand_that_is_not_zero() -> None:
    total = merged(
        {"memory": read_quantity("0")},
        {"memory": read_quantity("1Gi"), "cpu": read_quantity("1500m")},
        {"memory": read_quantity("1073741824"), "cpu": read_quantity("500m")},
    )
    assert concise(total) == '{"cpu":"2","memory":"2Gi"}'
    other = merged({"memory": read_quantity("1073741824")}, {"memory": read_quantity("1Gi")})
    assert concise(other) == '{"memory":"2147483648"}'


def test_of_equal_amounts_the_first_is_the_largest() -> None:
    lists = [{"memory": read_quantity("1024")}, {"memory": read_quantity("1Ki")}]
    assert concise(largest(lists)) == '{"memory":"1024"}'
    assert concise(largest(reversed(lists))) == '{"memory":"1Ki"}'


def test_nothing_fits_where_a_total_is_negative() -> None:
    assert fits({"cpu": 1}, {"cpu": 1, "memory": 0})
    assert not fits({"cpu": 1}, {"cpu": 1, "memory": -1})
    assert not fits({"cpu": 1, "gpu": 1}, {"cpu": 1})
    assert fits({"gpu": 0}, {})


def test_only_what_is_listed_remains() -> None:
    assert minus({"cpu": 3}, {"cpu": 1, "memory": 5}) == {"cpu": 2}
    assert amounts({"cpu": read_quantity("1m")}) == {"cpu": 10**6}
