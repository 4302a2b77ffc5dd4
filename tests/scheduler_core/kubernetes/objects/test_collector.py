"""Pausing the collector must not keep it from what it is for: garbage that refers to itself."""

from __future__ import annotations

import weakref

import pytest

from scheduler_core.kubernetes.objects import collector
from scheduler_core.kubernetes.objects.collector import paused_collector

INPUTS = 2_000


class Ring:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.self = self
        self.parts: list[list[int]] = [[] for _ in range(100)]


def read_inputs() -> int:
    """Build and drop a ring for each of many inputs; return how many are still there."""
    alive: weakref.WeakSet[Ring] = weakref.WeakSet()
    for _ in range(INPUTS):
        with paused_collector():
            alive.add(Ring())
    return len(alive)


def test_what_many_small_inputs_leave_behind_is_freed() -> None:
    assert read_inputs() < INPUTS / 2


def test_what_large_inputs_leave_behind_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "FEW", 0)
    monkeypatch.setattr(collector, "PROMOTED_AT_MOST", 20_000)
    assert read_inputs() < INPUTS / 2
