"""What DynamicResources says in a message is explained, with what PostFilter says of claims."""

from __future__ import annotations

import pytest

from scheduler_core.explain.messages.explain import explain_message

TAIL = "preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling."


def explained(reasons: str, post_filter: str) -> tuple[list[tuple[str, int]], list[str], int]:
    """Return kinds with their nodes, asides, and the number of other messages that the text has."""
    answer = explain_message(f"0/3 nodes are available: {reasons}. {post_filter}, {TAIL}")
    kinds = [(point["kind"], point["count"]) for point in answer["points"]]
    return kinds, answer["asides"], len(answer["others"])


def test_a_claim_elsewhere_is_not_a_claim_without_devices() -> None:
    kinds, (aside,), others = explained(
        "1 cannot allocate all claims, 2 resourceclaim not available on the node", "still not schedulable"
    )
    assert kinds[:2] == [("devices", 1), ("claim-elsewhere", 2)]
    assert "Preemption never frees devices" in aside
    assert others == 0


@pytest.mark.parametrize("reason", ["timed out trying to allocate devices", "cannot fit resource"])
def test_other_words_for_devices_that_are_not_there(reason: str) -> None:
    assert explained(f"3 {reason}", "still not schedulable")[0][0] == ("devices", 3)


def test_contradictory_pools_are_the_drivers_fault() -> None:
    kinds, _, _ = explained("3 invalid resource pools were encountered", "no new claims to deallocate")
    assert kinds[0] == ("device-pools", 3)


def test_deallocation_means_that_the_next_attempt_may_work() -> None:
    _, (aside,), others = explained(
        "3 resourceclaim not available on the node", "deallocation of ResourceClaim completed"
    )
    assert "the next attempt may find other devices" in aside
    assert others == 0
