"""ReplicaSet: which pods go when there are too many.

Mirrors manageReplicas and getPodsToDelete of pkg/controller/replicaset/replica_set.go and ActivePodsWithRanks of
pkg/controller/controller_utils.go @ v1.34.1. Upstream's sort leaves the order of equal pods to chance; here their uids
decide, which a play draws by its seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from math import log2
from typing import TypeVar

from .pod import ControlledPod

P = TypeVar("P", bound=ControlledPod)

_NANOSECONDS = 1_000_000_000


def surplus_pods(
    pods: Sequence[P], related: Iterable[ControlledPod], count: int, now: float
) -> list[tuple[P, str]]:
    """Return the `count` pods to delete, each with the rule that puts it before those that stay; "" if all go.

    `related` are the active pods of all ReplicaSets with the same owner: of two pods the one on the node with more of
    them goes first.
    """
    if count >= len(pods):
        return [(pod, "") for pod in pods]
    on_node = Counter(pod.node for pod in related if pod.active)

    def compare(a: P, b: P) -> int:
        return _compare(a, b, on_node, now)[0]

    ordered = sorted(pods, key=cmp_to_key(compare))
    first_kept = ordered[count]
    return [(pod, _compare(pod, first_kept, on_node, now)[1]) for pod in ordered[:count]]


def _compare(a: ControlledPod, b: ControlledPod, on_node: Counter[str], now: float) -> tuple[int, str]:
    """Return which pod goes first (negative: `a`), and the rule that decides."""
    ranks = (
        ("unassigned", bool(a.node), bool(b.node)),
        ("not running", a.running, b.running),
        ("not ready", a.ready_since is not None, b.ready_since is not None),
        ("deletion cost", a.deletion_cost, b.deletion_cost),
        ("crowded node", -on_node[a.node], -on_node[b.node]),
    )
    for rule, rank_a, rank_b in ranks:
        if rank_a != rank_b:
            return (-1 if rank_a < rank_b else 1), rule
    if a.ready_since is not None and b.ready_since is not None and a.ready_since != b.ready_since:
        return _younger(a.ready_since, b.ready_since, a.uid, b.uid, now, "ready for less time")
    if a.restarts != b.restarts:
        return (-1 if a.restarts > b.restarts else 1), "restarts"
    if a.created != b.created:
        return _younger(a.created, b.created, a.uid, b.uid, now, "newer")
    return (-1 if a.uid < b.uid else 1), "uid"


def _younger(a: float, b: float, uid_a: str, uid_b: str, now: float, rule: str) -> tuple[int, str]:
    """Compare by the power of two of the ages (logarithmicRankDiff), by uid within the same one."""
    difference = age_bucket(a, now) - age_bucket(b, now)
    if difference:
        return (-1 if difference < 0 else 1), rule
    return (-1 if uid_a < uid_b else 1), "uid"


def age_bucket(since: float, now: float) -> int:
    """Return the power of two of an age in nanoseconds, -1 for none."""
    age = round((now - since) * _NANOSECONDS)
    return int(log2(age)) if age > 0 else -1
