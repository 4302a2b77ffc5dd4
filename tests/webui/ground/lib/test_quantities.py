"""Amounts, as Kubernetes writes them."""

from __future__ import annotations

import pytest

from webui.ground.lib.quantities import quantity


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (500, "milli", "500m"),
        (2000, "milli", "2"),
        (1234567, "milli", "1234567m"),
        (3_000_000_000, "milli", "3000000"),
        (12_345_678, "count", "12345678"),
        (1023, "bytes", "1023"),
        (1536 * 2**20, "bytes", "1.5Gi"),
        (50_000 * 2**40, "bytes", "48.83Pi"),
        (-(2**30), "bytes", "-1Gi"),
    ],
)
def test_amounts(value: int, unit: str, text: str) -> None:
    assert quantity(value, unit) == text
