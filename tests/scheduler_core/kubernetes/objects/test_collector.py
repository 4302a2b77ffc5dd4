"""Pausing the collector must not keep it from what it is for: garbage that refers to itself."""

from __future__ import annotations

import gc
import weakref

import pytest

from scheduler_core.kubernetes.objects import collector
from scheduler_core.kubernetes.objects.collector import paused_collector


class Ring:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.self = self
        self.parts: list[list[int]] = [[] for _ in range(100)]


def read_inputs(count: int) -> int:
    """Build and drop a ring for each of many inputs; return how many are still there."""
    alive: weakref.WeakSet[Ring] = weakref.WeakSet()
    for _ in range(count):
        with paused_collector():
            alive.add(Ring())
    return len(alive)


def test_what_many_small_inputs_leave_behind_is_freed() -> None:
    assert read_inputs(2_000) < 1_000


def test_what_large_inputs_leave_behind_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each full collection of a process of tests takes a second, so that a few inputs have to do."""
    gc.unfreeze()  # beside what is frozen nothing is promoted, and to count it at each input takes minutes
    monkeypatch.setattr(collector, "FEW", 0)
    monkeypatch.setattr(collector, "PROMOTED_AT_MOST", 2_000)
    assert read_inputs(60) < 30
