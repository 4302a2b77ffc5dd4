"""What patch releases and v1.38 change of DynamicResources."""

from __future__ import annotations

import pytest

from scheduler_core.kubernetes.versions import find_version
from tests.builders import make_node
from tests.conformance.cycles import last_cycle
from tests.conformance.test_behaviours_devices import CLASS, allocated, asks, claim, gpu, pool, user

NODES = [make_node("a"), make_node("b")]
POOLS = [pool(gpu("g0"), gpu("g1")), pool(gpu("g0"), node="b")]


@pytest.mark.parametrize(
    ("release", "scored"),
    [("1.34", True), ("1.35.5", False), ("1.35.6", True), ("1.36.1", False), ("1.36", True), ("1.37", True)],
)
def test_a_pod_with_an_allocated_claim_and_a_new_one_is_scored_since_late_patch_releases(
    release: str, scored: bool
) -> None:
    shared = claim("shared", status=allocated("g1", anywhere=True))
    cycle = last_cycle(
        *NODES, CLASS, *POOLS, shared, claim("own"), user("p", "shared", "own"), version=find_version(release)
    )
    assert ("selected" in cycle) == scored
    if not scored:
        assert cycle["error"] == (
            'running Score plugins: plugin "DynamicResources" failed with: '
            "number of allocations 1 is smaller than number of claims"
        )


@pytest.mark.parametrize(("release", "selected"), [("1.37", None), ("1.38", "b")])
def test_an_incomplete_pool_leaves_other_nodes_to_a_request_for_all_devices(
    release: str, selected: str | None
) -> None:
    slices = [pool(gpu("g0"), count=2), pool(gpu("g0"), node="b")]
    wanted = claim("c", asks(allocationMode="All"))
    cycle = last_cycle(*NODES, CLASS, *slices, wanted, user("p", "c"), version=find_version(release))
    assert cycle.get("selected") == selected
