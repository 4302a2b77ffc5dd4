"""The sorts of repairs, and their order: the best of each sort first, since three of one sort are one idea."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import IntEnum
from typing import Literal, NamedTuple, TypeVar

RepairSort = Literal[
    "request", "selector", "toleration", "spread", "affinity", "pod",
    "node", "label", "volume", "room", "priority", "scheduler",
]  # fmt: skip
"""What is done, as an operator would say it.

request: the pod asks for less. selector, toleration, spread, affinity: a rule of the pod, or the same of others. pod:
anything else of the pod. node: a machine more, or a larger one. label: a node is labelled, uncordoned or loses a taint.
volume: storage elsewhere. room: running pods move. priority: they are evicted. scheduler: its configuration.
"""

SORTS: Mapping[Hashable, RepairSort] = {
    "request": "request",
    "nodeSelector": "selector",
    "nodeAffinity": "selector",
    "pin": "selector",
    "toleration": "toleration",
    "spread": "spread",
    "affinity": "affinity",
    "anti_affinity": "affinity",
    "others": "affinity",
    "pod label": "affinity",
    "hostPort": "pod",
    "device constraint": "affinity",
    "device toleration": "toleration",
    "device count": "request",
    "feature": "pod",
    "gates": "pod",
    "schedulerName": "pod",
    "new node": "node",
    "pool": "node",
    "larger node": "node",
    "kubelet": "node",
    "label": "label",
    "taint": "label",
    "cordon": "label",
    "volume": "volume",
    "claim": "volume",
    "move": "room",
    "priority": "priority",
    "preemptionPolicy": "priority",
    "plugin": "scheduler",
    "default constraint": "scheduler",
    "weight": "scheduler",
    "percentage": "scheduler",
}
"""By the first part of a change's dial."""


class Harm(IntEnum):
    """What a repair does to pods that have a node without it: some get another, or some end without any."""

    NONE = 0
    MOVES = 1
    STRANDS = 2


class Rank(NamedTuple):
    """What a repair is ranked by."""

    sort: RepairSort
    cost: float
    harm: Harm


R = TypeVar("R")


def best_of_each_first(repairs: Iterable[R], rank_of: Callable[[R], Rank], most: float) -> list[R]:
    """Return the best repair of each sort, the cheapest first, and then the others, the cheapest first.

    The best of a sort moves nobody, if there is such a one. What costs more than `most` is not put in front as the best
    of its sort: it stands among the others, by what it costs. What takes the place of another pod comes behind all that
    does not; of equal costs those that move nobody come first.
    `static/js/pages/whatif/ranking.js` has the same rule; `tests/shared/repair_order.json` holds both to it.
    """
    ranked = [(rank_of(repair), repair) for repair in repairs]
    best: dict[RepairSort, int] = {}
    for i in sorted(range(len(ranked)), key=lambda i: (ranked[i][0].harm, ranked[i][0].cost)):
        if ranked[i][0].cost <= most:
            best.setdefault(ranked[i][0].sort, i)
    heads = set(best.values())

    def key(i: int) -> tuple[bool, bool, float, Harm]:
        rank = ranked[i][0]
        return rank.harm == Harm.STRANDS, i not in heads, rank.cost, rank.harm

    return [ranked[i][1] for i in sorted(range(len(ranked)), key=key)]
