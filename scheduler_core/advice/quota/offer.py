"""A change that is tried for a workload that is not admitted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scheduler_core.explain.queueing.contract import QueueSentence, WaitingWorkload
from scheduler_core.explain.queueing.desk import Desk
from scheduler_core.kubernetes.source import Operation

from .contract import QueueCureKind


@dataclass(frozen=True, slots=True)
class Offer:
    """A change to try; `capacity` is the flavor whose nodes must have what is added, "" for none.

    `ends` are the Workloads that are over with it; that is no cost, since it is waited for. `more` returns what to try
    where it does not suffice, of the state that it leads to.
    """

    kind: QueueCureKind
    change: QueueSentence
    operations: tuple[Operation, ...]
    capacity: str = ""
    ends: tuple[str, ...] = ()
    more: Callable[[Desk, WaitingWorkload], Offer | None] | None = field(default=None, compare=False)
