"""Who looked last time is told where something changed since, or to look everywhere."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.cluster.changes import Changes

NODES = 5


@given(st.lists(st.integers(0, NODES - 1)), st.lists(st.integers(0, NODES - 1)))
def test_no_change_is_missed(before: list[int], after: list[int]) -> None:
    changes = Changes(NODES)
    for node in before:
        changes.note(node)
    mark = changes.now
    for node in after:
        changes.note(node)
    found = changes.since(mark)
    assert found is None or found.tolist() == sorted(set(after))
    assert (found is None) == (len(after) > NODES)


def test_what_nobody_asks_for_any_more_takes_no_memory() -> None:
    changes = Changes(NODES)
    for i in range(10_000):
        changes.note(i % NODES)
    assert len(changes._listed) <= 2 * NODES
    assert changes.now == 10_000
