"""The quota tree as plain data: what each node has, uses, and could still have."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from math import inf
from typing import Any

from scheduler_core.queueing.objects.amounts import FlavorAmounts, FlavorResource
from scheduler_core.queueing.snapshot.cache import Cache
from scheduler_core.queueing.snapshot.quota_tree import QuotaNode
from scheduler_core.queueing.snapshot.share import Share
from scheduler_core.queueing.snapshot.shares import share_of

Json = dict[str, Any]


def tree_json(cache: Cache, *, fair_sharing: bool) -> Json:
    """Return the nodes by name; shares under fair sharing alone."""
    queues = {
        name: {"inactive": True} if name in cache.inactive else _node(node, fair_sharing=fair_sharing)
        for name, node in sorted(cache.queues.items())
    }
    cohorts = {name: _node(node, fair_sharing=fair_sharing) for name, node in sorted(cache.cohorts.items())}
    return {"clusterQueues": queues, "cohorts": cohorts}


def amounts_json(amounts: FlavorAmounts) -> dict[str, int]:
    """Return amounts by `flavor/resource`."""
    return {_name(fr): amount for fr, amount in sorted(amounts.items())}


def share_json(share: Share) -> Json:
    """Return a share with what it is made of; what is compared is text, since it can be infinite."""
    content: Json = {"weighted": _float_text(share.weighted), "ratio": share.ratio, "weight": share.weight}
    if share.resource:
        content["resource"] = share.resource
    if share.borrowed:
        content["borrowingOn"] = sorted(map(_name, share.borrowed))
    return content


def shares_json(shares: Mapping[tuple[str, str], Share]) -> Json:
    """Return the shares of a tournament by cohort and workload."""
    return {f"{cohort} {workload}": share_json(share) for (cohort, workload), share in sorted(shares.items())}


def _node(node: QuotaNode, *, fair_sharing: bool) -> Json:
    content: Json = {"parent": node.parent.name} if node.parent else {}
    if quota := {_name(fr): _quota(node, fr) for fr in sorted(node.subtree.keys() | node.usage.keys())}:
        content["quota"] = quota
    if fair_sharing:
        content["share"] = share_json(share_of(node))
    return content


def _quota(node: QuotaNode, fr: FlavorResource) -> Json:
    quota, content = node.quotas.get(fr), {}
    if quota is not None:
        limits = {"borrowingLimit": quota.borrowing_limit, "lendingLimit": quota.lending_limit}
        content = {"nominal": quota.nominal} | {
            key: limit for key, limit in limits.items() if limit is not None
        }
    content["subtreeQuota"] = node.subtree_quota(fr)
    content["usage"] = node.used(fr)
    content["available"] = node.available(fr)
    content["potentialAvailable"] = node.potential_available(fr)
    borrowed = node.used(fr) - node.subtree_quota(fr)
    return content | ({"borrowed": borrowed} if node.parent and borrowed > 0 else {})


def _name(fr: FlavorResource) -> str:
    return "/".join(fr)


def _float_text(number: float) -> str:
    """Return a number as Go's FormatFloat(number, 'f', -1, 64) writes it."""
    return "+Inf" if number == inf else f"{Decimal(repr(number)):f}".removesuffix(".0")
