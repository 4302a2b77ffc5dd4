"""The dominant resource share of a node: how much it borrows, by the resource of which it borrows most.

Mirrors pkg/cache/scheduler/fair_sharing.go @ v0.19.2.
"""

from __future__ import annotations

from scheduler_core.queueing.objects.amounts import FlavorAmounts, FlavorResource, minus, plus

from .quota_tree import CohortNode, QuotaNode
from .share import Share


def share_of(node: QuotaNode) -> Share:
    """Return the share of a node as it is now (dominantResourceShare)."""
    if node.share is None:
        node.share = _counted(node, node.usage)
    return node.share


def share_without(queue: QuotaNode, node: QuotaNode, freed: FlavorAmounts) -> Share:
    """Return the share that a node would have if a ClusterQueue below it, or itself, gave amounts back."""
    usage = dict(node.usage)
    for fr, amount in freed.items():
        left, at = amount, queue
        while at is not node and at.parent is not None:
            left = min(left, max(0, minus(at.usage.get(fr, 0), at.local.get(fr, 0))))
            at = at.parent
        usage[fr] = minus(usage.get(fr, 0), left)
    return _counted(node, usage)


def _counted(node: QuotaNode, usage: FlavorAmounts) -> Share:
    if node.parent is None:
        return Share(node.weight)
    borrowed: list[FlavorResource] = []
    by_resource: dict[str, int] = {}
    for fr, quota in node.subtree.items():
        used = usage.get(fr, 0)
        if used > quota:
            amount = minus(used, quota)
            by_resource[fr[1]] = plus(by_resource.get(fr[1], 0), amount)
            borrowed.append(fr)
    if not borrowed:
        return Share(node.weight)
    ratio, resource = _dominant(by_resource, lendable(node.parent))
    return Share(node.weight, ratio, resource, tuple(borrowed))


def _dominant(borrowed: dict[str, int], lendable_amounts: dict[str, int]) -> tuple[float, str]:
    """Return the largest ratio and its resource, the first by name."""
    best, dominant = 0.0, ""
    for resource, amount in borrowed.items():
        if (limit := lendable_amounts.get(resource, 0)) > 0:
            ratio = float(amount) * 1000.0 / float(limit)
            if ratio > best or (ratio == best and resource < dominant):
                best, dominant = ratio, resource
    return best, dominant


def lendable(node: CohortNode) -> dict[str, int]:
    """Return what a cohort can have at most, by resource over all flavors (calculateLendable)."""
    known: dict[str, int] | None = node.__dict__.get("lendable")
    if known is None:
        known = {}
        for fr in node.root.subtree:
            known[fr[1]] = plus(known.get(fr[1], 0), node.potential_available(fr))
        node.__dict__["lendable"] = known
    return known
