"""Two amounts of a change are in one unit, as people write them."""

from __future__ import annotations

import pytest

from scheduler_core.advice.whatif.amounts import pair

MI, GI = 2**20, 2**30


@pytest.mark.parametrize(
    ("resource", "before", "after", "texts"),
    [
        ("cpu", 14_000, 10_470, ("14", "10.47")),
        ("cpu", 150, 50, ("150m", "50m")),
        ("cpu", 2_000, 500, ("2", "0.5")),
        ("memory", 2 * GI, 1536 * MI, ("2Gi", "1.5Gi")),
        ("memory", 60_000 * MI, 31 * GI, ("60000Mi", "31744Mi")),
        ("memory", 16 * GI, 1_234_567 * 1024, ("16384Mi", "1205Mi")),
        ("memory", 1_000_000, 500_000, ("976Ki", "488Ki")),
        ("nvidia.com/gpu", 2, 1, ("2", "1")),
    ],
)
def test_amounts_of_a_change(resource: str, before: int, after: int, texts: tuple[str, str]) -> None:
    assert pair(resource, before, after) == texts
