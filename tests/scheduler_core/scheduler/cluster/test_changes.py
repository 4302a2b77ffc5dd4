"""The log of changes names the nodes that changed after a mark, or none of them in particular."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.scheduler.cluster.snapshot import Changes

NODES = 5


@given(st.lists(st.integers(0, NODES - 1)), st.lists(st.integers(0, NODES - 1)))
def test_no_change_is_missed(before: list[int], after: list[int]) -> None:
    changes = Changes(NODES)
    for node in before:
        changes.record(node)
    mark = changes.mark
    for node in after:
        changes.record(node)
    changed = changes.since(mark)
    assert changed is None or changed.tolist() == sorted(set(after))
    assert (changed is None) == (len(after) > NODES)


def test_old_entries_are_dropped() -> None:
    changes = Changes(NODES)
    for i in range(10_000):
        changes.record(i % NODES)
    assert len(changes._nodes) <= 2 * NODES
    assert changes.mark == 10_000
