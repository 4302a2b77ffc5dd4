"""The JSON of changes that would let a workload be admitted."""

from __future__ import annotations

from typing import Literal

from scheduler_core.advice.whatif.contract import RepairOperation
from scheduler_core.explain.queueing.contract import QueueSentence
from scheduler_core.kubernetes.typeddict import TypedDict

QueueCureKind = Literal[
    "quota",
    "borrowing",
    "lending",
    "reclaim",
    "within",
    "strategy",
    "resume",
    "activate",
    "priority",
    "other_queue",
    "toleration",
    "level",
    "fewer",
    "partial",
    "ends",
    "stop",
]


class QueueCure(TypedDict):
    """A change after which Kueue admits the workload; it was made, and both halves were run."""

    kind: QueueCureKind
    change: QueueSentence
    operations: list[RepairOperation]
    flavors: list[str]
    """Those that the workload gets."""
    pods: int
    bound: int
    """Pods of the workload that get a node then."""
    evicted: list[str]
    """Jobs, or Workloads without one, that were admitted before and are not any more."""
    costs: list[QueueSentence]
    """What it costs, and does for, others."""


class QueueCures(TypedDict):
    """The changes that were tried for a workload, and those that help: who costs least comes first."""

    workload: str
    tried: int
    cures: list[QueueCure]
