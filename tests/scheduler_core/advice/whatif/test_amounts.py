"""Two amounts of a change are in one unit, as people write them; one that is taken for a slip says why."""

from __future__ import annotations

import pytest

from scheduler_core.advice.amounts import pair
from tests.builders import make_node, make_pod

from .asking import is_of, notes_of, repairs_of

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


@pytest.mark.parametrize(
    ("running", "note"),
    [
        ([], "The largest node has cpu 4; 64m may have been intended."),
        (
            ["100m", "100m", "2"],
            "The largest node has cpu 4, and half of the other pods request 100m or less; 64m was probably intended.",
        ),
    ],
)
def test_a_request_that_is_taken_for_a_slip_is_offered_with_the_reason(running: list[str], note: str) -> None:
    pods = [make_pod(f"r{i}", node="n1", requests={"cpu": cpu}) for i, cpu in enumerate(running)]
    repairs = repairs_of(make_node("n1", cpu="4"), *pods, make_pod("p", requests={"cpu": "64"}))
    slip = next(repair for repair in repairs if repair["changes"] == ["request cpu 64 → 64m"])
    assert notes_of(slip) == [note]


def test_a_request_that_an_empty_node_would_take_is_no_slip() -> None:
    full = make_pod("full", node="n1", requests={"cpu": "3900m"})
    repairs = repairs_of(make_node("n1", cpu="4"), full, make_pod("p", requests={"cpu": "4"}))
    assert not [repair for repair in repairs if is_of(repair, "request")]
