"""The engine answers as the recorded Karpenter, in every key; `make conformance` compares all scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.karpenter import OWN, compare, sampled


@pytest.mark.parametrize(
    "file", sorted((OWN / "own").glob("*.gz")), ids=lambda file: file.name.partition(".")[0]
)
def test_decisions_equal_the_recorded_ones(file: Path) -> None:
    compared = [compare(row) for row in sampled(file, one_in=5)]
    assert [(c.name, c.differences[:3]) for c in compared if c.differences] == []
