"""Deployment: how far the old and the new ReplicaSets are scaled, one step at a time.

Mirrors pkg/controller/deployment/rolling.go, recreate.go, sync.go and util/deployment_util.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from .amounts import scaled_value

PROGRESS_DEADLINE_SECONDS = 600
DEFAULT_PORTION = "25%"


@dataclass(frozen=True, slots=True)
class Fenceposts:
    """How many pods more than its replicas a Deployment may have, and how many of these may be unavailable."""

    surge: int
    unavailable: int


@dataclass(frozen=True, slots=True)
class ReplicaSetScale:
    """A ReplicaSet of a Deployment: its spec.replicas, its available pods; `created` orders them by age.

    `most` is replicas and surge of the Deployment when it was last scaled (annotation max-replicas).
    """

    name: str
    replicas: int
    available: int
    created: int
    most: int = 0


Scales = dict[str, int]
"""New replicas by the ReplicaSet's name; empty if nothing changes."""


def fenceposts(surge: object, unavailable: object, replicas: int) -> Fenceposts:
    """Return the bounds of a rolling update; absent ones are 25 %, and not both are 0 (ResolveFenceposts)."""
    most_surge = scaled_value(DEFAULT_PORTION if surge is None else surge, replicas, round_up=True)
    most_unavailable = scaled_value(
        DEFAULT_PORTION if unavailable is None else unavailable, replicas, round_up=False
    )
    if most_surge == 0 and most_unavailable == 0:
        most_unavailable = 1
    return Fenceposts(most_surge, min(most_unavailable, replicas))


def rolling_update(
    replicas: int, bounds: Fenceposts, new: ReplicaSetScale, old: Sequence[ReplicaSetScale]
) -> Scales:
    """Return the next step of a rolling update: the new ReplicaSet grows, or the old ones shrink (rolloutRolling)."""
    if scales := scale_new(replicas, bounds, new, old):
        return scales
    return _scale_down_old(replicas, bounds, new, old)


def scale_new(
    replicas: int, bounds: Fenceposts, new: ReplicaSetScale, old: Sequence[ReplicaSetScale]
) -> Scales:
    """Return how far the new ReplicaSet may be scaled now (NewRSNewReplicas)."""
    if new.replicas == replicas:
        return {}
    if new.replicas > replicas:
        return {new.name: replicas}
    total = new.replicas + sum(rs.replicas for rs in old)
    growth = min(replicas + bounds.surge - total, replicas - new.replicas)
    return {new.name: new.replicas + growth} if growth > 0 else {}


def _scale_down_old(
    replicas: int, bounds: Fenceposts, new: ReplicaSetScale, old: Sequence[ReplicaSetScale]
) -> Scales:
    """Return how far the old ReplicaSets may be scaled down: unhealthy pods first (reconcileOldReplicaSets)."""
    least = replicas - bounds.unavailable
    total = new.replicas + sum(rs.replicas for rs in old)
    most = total - least - (new.replicas - new.available)
    if not any(rs.replicas for rs in old) or most <= 0:
        return {}
    by_age = sorted(old, key=lambda rs: rs.created)
    scales = {rs.name: rs.replicas for rs in by_age}
    for rs in by_age:
        unhealthy = min(most, rs.replicas - rs.available)
        if unhealthy > 0:
            scales[rs.name] -= unhealthy
            most -= unhealthy
    spare = new.available + sum(rs.available for rs in old) - least
    for rs in by_age:
        fewer = min(scales[rs.name], spare)
        if fewer > 0:
            scales[rs.name] -= fewer
            spare -= fewer
    return {rs.name: scales[rs.name] for rs in by_age if scales[rs.name] != rs.replicas}


def recreate(
    replicas: int, new: ReplicaSetScale | None, old: Sequence[ReplicaSetScale], *, old_pods: bool
) -> Scales:
    """Return the next step of Recreate: nothing new while a pod of an old revision is there (rolloutRecreate)."""
    if scales := {rs.name: 0 for rs in old if rs.replicas}:
        return scales
    if old_pods or new is None or new.replicas == replicas:
        return {}
    return {new.name: replicas}


def scale_proportionally(
    replicas: int,
    bounds: Fenceposts,
    new: ReplicaSetScale | None,
    old: Sequence[ReplicaSetScale],
    *,
    rolling: bool,
) -> Scales:
    """Return what a change of spec.replicas does, in the middle of a rollout in proportion (scale of sync.go)."""
    every = [*([new] if new else []), *old]
    active = [rs for rs in every if rs.replicas]
    if len(active) <= 1:
        only = active[0] if active else new or max(old, key=lambda rs: rs.created, default=None)
        return {} if only is None or only.replicas == replicas else {only.name: replicas}
    if new is not None and new.replicas == replicas and new.available == replicas:
        return {rs.name: 0 for rs in old if rs.replicas}
    return _in_proportion(replicas, bounds, active) if rolling else {}


def _in_proportion(replicas: int, bounds: Fenceposts, active: Sequence[ReplicaSetScale]) -> Scales:
    """Return the sizes of ReplicaSets that share out by their own what is to be added or removed.

    The example of the documentation: 8 old and 5 new pods, of 10 replicas and a surge of 3, and 15 replicas are
    wanted. The old ReplicaSet gets round(8 * 18 / 13) - 8 = 3 of the 5 more pods, the new one
    round(5 * 18 / 13) - 5 = 2.
    """
    allowed = replicas + bounds.surge if replicas else 0
    to_add = allowed - sum(rs.replicas for rs in active)
    if not to_add:
        return {}
    # The larger first; of equals the newer when pods are added, the older when they are removed.
    ordered = sorted(active, key=lambda rs: (-rs.replicas, -rs.created if to_add > 0 else rs.created))
    sizes, added = {}, 0
    for rs in ordered:
        share = _share(rs, replicas, bounds, to_add - added)
        sizes[rs.name] = rs.replicas + share
        added += share
    # What rounding leaves goes to the first.
    first = ordered[0].name
    sizes[first] = max(sizes[first] + to_add - added, 0)
    return {rs.name: sizes[rs.name] for rs in ordered if sizes[rs.name] != rs.replicas}


def _share(rs: ReplicaSetScale, replicas: int, bounds: Fenceposts, left: int) -> int:
    """Return how many pods a ReplicaSet gains or loses of those that are left to add or remove (GetProportion)."""
    if not rs.replicas or not left:
        return 0
    if replicas == 0:
        fraction = -rs.replicas
    else:
        before = rs.most or replicas
        fraction = floor(rs.replicas * (replicas + bounds.surge) / before + 0.5) - rs.replicas
    return min(fraction, left) if left > 0 else max(fraction, left)
