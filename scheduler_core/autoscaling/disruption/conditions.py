"""Whether a node can be consolidated, or has drifted: the conditions of its NodeClaim.

Mirrors pkg/controllers/nodeclaim/disruption @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from scheduler_core.autoscaling.objects.labels import (
    CAPACITY_TYPE,
    INSTANCE_TYPE,
    NODEPOOL_HASH,
    NODEPOOL_HASH_VERSION,
    ON_DEMAND,
    RESERVED,
)
from scheduler_core.autoscaling.objects.node import Condition, NodeClaim
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.requirement import one_of
from scheduler_core.autoscaling.objects.requirements import of_labels
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.kubernetes.objects.times import seconds

CONSOLIDATABLE, DRIFTED = "Consolidatable", "Drifted"
_HOUR = 3600.0


def reconciled(cluster: Cluster, provider_reasons: Mapping[str, str]) -> Cluster:
    """Return the cluster with these conditions as they are now; the provider has reasons by NodeClaim."""
    claims = [
        _reconciled(cluster, claim, provider_reasons.get(claim.name, ""))
        for claim in cluster.objects.nodeclaims
    ]
    return replace(cluster, objects=replace(cluster.objects, nodeclaims=claims))


def _reconciled(cluster: Cluster, claim: NodeClaim, provider_reason: str) -> NodeClaim:
    pool = cluster.nodepool_of(claim.labels)
    if pool is None or claim.deleting:
        return claim
    conditions = claim.conditions
    drifted: str | None = ""
    if claim.condition("Launched").true:
        drifted = drift_reason(cluster, claim, pool, provider_reason)
    if drifted is not None:
        conditions = _with(conditions, DRIFTED, drifted, cluster.now)
    if pool.replicas is None:
        reason = CONSOLIDATABLE if is_consolidatable(claim, pool, cluster.now) else ""
        conditions = _with(conditions, CONSOLIDATABLE, reason, cluster.now)
    return replace(claim, conditions=conditions)


def _with(conditions: Mapping[str, Condition], kind: str, reason: str, now: float) -> dict[str, Condition]:
    """Return the conditions with one that is true for a reason, or without it."""
    others = {name: condition for name, condition in conditions.items() if name != kind}
    if not reason:
        return others
    before = conditions.get(kind)
    changed = datetime.fromtimestamp(now, UTC).isoformat()
    if before is not None and before.true:
        changed = before.changed
    return {**others, kind: Condition("True", reason, changed)}


def is_consolidatable(claim: NodeClaim, pool: NodePool, now: float) -> bool:
    """Return whether no pod came or went for as long as the NodePool wants."""
    initialized = claim.condition("Initialized")
    if pool.consolidate_after is None or not initialized.true:
        return False
    return now - seconds(claim.last_pod_event or initialized.changed) >= pool.consolidate_after


def drift_reason(cluster: Cluster, claim: NodeClaim, pool: NodePool, of_provider: str) -> str | None:
    """Return why the NodePool would not make the node, "" if it would, None if that is not known (isDrifted)."""
    if _has_other_hash(claim, pool):
        return "NodePoolDrifted"
    if of_labels(claim.labels).incompatible(pool.requirements):
        return "RequirementsDrifted"
    if cluster.now - seconds(claim.created) > _HOUR:
        if pool.name in cluster.failing:
            return None
        if not _is_offered(cluster, claim, pool):
            return "InstanceTypeNotFound"
    return of_provider


def _has_other_hash(claim: NodeClaim, pool: NodePool) -> bool:
    """Return whether both have a hash of the same version, and it differs (areStaticFieldsDrifted)."""
    versions = [
        annotations.get(NODEPOOL_HASH_VERSION) for annotations in (pool.annotations, claim.annotations)
    ]
    hashes = [annotations.get(NODEPOOL_HASH) for annotations in (pool.annotations, claim.annotations)]
    return None not in (*versions, *hashes) and versions[0] == versions[1] and hashes[0] != hashes[1]


def _is_offered(cluster: Cluster, claim: NodeClaim, pool: NodePool) -> bool:
    """Return whether the provider has the node's type as it is labelled, available or not (instanceTypeNotFound)."""
    name = claim.labels.get(INSTANCE_TYPE)
    own = next((t for t in cluster.types[pool.name].types if t.name == name), None)
    if own is None:
        return False
    labels = of_labels(claim.labels)
    if claim.labels.get(CAPACITY_TYPE) == RESERVED:
        # A reserved node may become one on demand.
        labels[CAPACITY_TYPE] = one_of(CAPACITY_TYPE, RESERVED, ON_DEMAND)
        labels.pop(cluster.settings.reservation_label, None)
    return bool(own.compatible_offerings(labels, cluster.settings.well_known))
