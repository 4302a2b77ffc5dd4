"""Disruption budgets: how many pods may be evicted now, and whether one may be.

Mirrors getExpectedPodCount and updatePdbStatus of pkg/controller/disruption/disruption.go, and checkAndDecrement and
canIgnorePDB of pkg/registry/core/pod/storage/eviction.go @ v1.34.1.
"""

from __future__ import annotations

from dataclasses import dataclass

from .amounts import scaled_value
from .pod import ControlledPod


@dataclass(frozen=True, slots=True)
class BudgetStatus:
    """The status of a budget: its pods that should exist, that are healthy, and that must be."""

    expected: int
    healthy: int
    desired: int

    @property
    def allowed(self) -> int:
        """How many pods may be evicted now."""
        return max(self.healthy - self.desired, 0) if self.expected > 0 else 0


def budget_status(
    min_available: object, max_unavailable: object, *, pods: int, scale: int, healthy: int
) -> BudgetStatus:
    """Return the status; `scale` is the replicas of the pods' controllers together, which percentages are of."""
    if max_unavailable is not None:
        desired = scale - scaled_value(max_unavailable, scale, round_up=True)
        return BudgetStatus(scale, healthy, max(desired, 0))
    if isinstance(min_available, str):
        return BudgetStatus(scale, healthy, scaled_value(min_available, scale, round_up=True))
    return BudgetStatus(pods, healthy, scaled_value(min_available, pods, round_up=True))


def needs_no_budget(pod: ControlledPod) -> bool:
    """Return whether a pod may be evicted whatever its budgets say: it has ended, is going, or has not started."""
    return pod.finished or pod.deleting or not pod.running


def may_evict(pod: ControlledPod, status: BudgetStatus, *, always_unhealthy: bool) -> bool:
    """Return whether a budget lets a pod go.

    One that is not ready goes without using the budget, if enough others are healthy (IfHealthyBudget) or always
    (AlwaysAllow, `always_unhealthy`).
    """
    if pod.ready_since is None:
        return always_unhealthy or (status.desired > 0 and status.healthy >= status.desired)
    return status.allowed > 0
