"""The canonical texts of quantities and of their sums."""

from __future__ import annotations

import pytest

from scheduler_core.controlplane.admission.quantities import ZERO, read_quantity


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1", "1"),
        ("0", "0"),
        ("0.5", "500m"),
        ("1500m", "1500m"),
        ("2000m", "2"),
        ("1000", "1k"),
        ("1024Mi", "1Gi"),
        ("1536Mi", "1536Mi"),
        ("0.5Gi", "512Mi"),
        ("1023Ki", "1023Ki"),
        ("1000Ki", "1000Ki"),
        ("2e3", "2e3"),
        ("1e6", "1e6"),
        ("123e1", "1230"),
    ],
)
def test_canonical_form(text: str, canonical: str) -> None:
    assert str(read_quantity(text)) == canonical


def test_sums_have_the_format_of_the_first() -> None:
    assert str(read_quantity("1") + read_quantity("500m")) == "1500m"
    assert str(read_quantity("1Gi") + read_quantity("1024")) == "1048577Ki"
    assert str(ZERO + read_quantity("1Gi")) == "1Gi"
