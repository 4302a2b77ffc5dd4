"""How many nodes of a NodePool may be disrupted now, for a reason.

Mirrors BuildDisruptionBudgetMapping of pkg/controllers/disruption/helpers.go, and GetAllowedDisruptions of
pkg/apis/v1/nodepool.go @ v1.13.0.
"""

from __future__ import annotations

import re

from scheduler_core.autoscaling.objects.labels import NODEPOOL
from scheduler_core.autoscaling.objects.nodepool import Budget, NodePool
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder

from .cron import parse_schedule

_UNLIMITED = 2**31 - 1
_NUMBER = re.compile("[+-]?[0-9]{1,18}")


def allowed_disruptions(cluster: Cluster, reason: str, recorder: Recorder) -> dict[str, int]:
    """Return how many nodes may be disrupted now, by NodePool: those that are going or not ready count."""
    nodes: dict[str, int] = {}
    disrupting: dict[str, int] = {}
    for node in cluster.nodes:
        if node.claim is None or node.node is None or not node.initialized:
            continue
        if node.claim.condition("InstanceTerminating").true:
            continue
        name = node.labels.get(NODEPOOL, "")
        nodes[name] = nodes.get(name, 0) + 1
        if node.deleting or not node.node.condition("Ready").true:
            disrupting[name] = disrupting.get(name, 0) + 1
    allowed = {}
    for pool in cluster.nodepools:
        count = nodes.get(pool.name, 0)
        of_budgets = allowed_by_budgets(pool, count, reason, cluster.now)
        allowed[pool.name] = max(of_budgets - disrupting.get(pool.name, 0), 0)
        if count and not of_budgets:
            message = f"No allowed disruptions for disruption reason {reason} due to blocking budget"
            recorder.tell("NodePool", pool.name, "DisruptionBlocked", message)
    return allowed


def allowed_by_budgets(pool: NodePool, nodes: int, reason: str, now: float) -> int:
    """Return the least that an active budget allows; 0 if one cannot be understood."""
    allowed = [(budget, _allowed(budget, nodes, now)) for budget in pool.budgets]
    if any(number is None for _, number in allowed):
        return 0
    return min(
        (n for b, n in allowed if n is not None and (b.reasons is None or reason in b.reasons)),
        default=_UNLIMITED,
    )


def _allowed(budget: Budget, nodes: int, now: float) -> int | None:
    active = _is_active(budget, now)
    if not active:
        return None if active is None else _UNLIMITED
    number, percent = budget.nodes.removesuffix("%"), budget.nodes.endswith("%")
    if not _NUMBER.fullmatch(number):
        return None
    return -(-int(number) * nodes // 100) if percent else int(number)


def _is_active(budget: Budget, now: float) -> bool | None:
    """Return whether the schedule hit at most its duration ago, None if it is not a schedule (IsActive)."""
    if budget.schedule is None and budget.duration is None:
        return True
    schedule = parse_schedule(budget.schedule or "")
    return None if schedule is None else schedule.hits_within(now - (budget.duration or 0.0), now)
