"""The tree of ClusterQueues and Cohorts with their quota: what is used, and what is still to be had.

Mirrors pkg/cache/scheduler/resource_node.go and the nodes of clusterqueue_snapshot.go and cohort_snapshot.go
@ v0.19.2. All amounts are by flavor and resource.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from scheduler_core.queueing.objects.amounts import FlavorAmounts, FlavorResource, minus, plus
from scheduler_core.queueing.objects.cluster_queue import ClusterQueue, Cohort
from scheduler_core.queueing.objects.quota import NO_QUOTA, ResourceQuota

from .share import Share


class QuotaNode:
    """A ClusterQueue or a Cohort in the tree (resourceNode).

    `subtree` is the quota of the node and what its children lend it, `local` the part of that which it never lends
    to its parent, `usage` what counts against `subtree`. `potential` keeps what could be used, which quotas alone say,
    and `share` what fair sharing compares, until the usage changes.
    """

    __slots__ = (
        *(
            "__dict__",
            "local",
            "name",
            "parent",
            "potential",
            "quotas",
            "share",
            "subtree",
            "usage",
            "weight",
        ),
    )

    def __init__(self, name: str, quotas: Mapping[FlavorResource, ResourceQuota], weight: float) -> None:
        self.name = name
        self.quotas = quotas
        self.weight = weight
        self.parent: CohortNode | None = None
        self.subtree: dict[FlavorResource, int] = {}
        self.local: dict[FlavorResource, int] = {}
        self.usage: dict[FlavorResource, int] = {}
        self.potential: dict[FlavorResource, int] = {}
        self.share: Share | None = None

    def take_amounts(self, node: QuotaNode) -> None:
        """Have the quota and the usage of another node."""
        self.subtree, self.local, self.potential = node.subtree, node.local, node.potential
        self.take_usage(node)

    def take_usage(self, node: QuotaNode) -> None:
        """Have the usage of another node with the same quota."""
        self.usage, self.share = dict(node.usage), None

    def quota(self, fr: FlavorResource) -> ResourceQuota:
        """Return the quota that the node itself has (QuotaFor)."""
        return self.quotas.get(fr, NO_QUOTA)

    def used(self, fr: FlavorResource) -> int:
        return self.usage.get(fr, 0)

    def subtree_quota(self, fr: FlavorResource) -> int:
        return self.subtree.get(fr, 0)

    def local_quota(self, fr: FlavorResource) -> int:
        """Return the quota that a lending limit keeps from the parent (localQuota)."""
        return self.local.get(fr, 0)

    def local_available(self, fr: FlavorResource) -> int:
        """Return what is free of the quota that is not lent (LocalAvailable)."""
        local = self.local.get(fr, 0)
        return max(0, minus(local, self.usage.get(fr, 0))) if local else 0

    def available(self, fr: FlavorResource) -> int:
        """Return what can still be used, borrowed quota included; negative when too much is used (available)."""
        way: list[QuotaNode] = []
        node: QuotaNode = self
        while node.parent is not None:
            way.append(node)
            node = node.parent
        available = minus(node.subtree.get(fr, 0), node.usage.get(fr, 0))
        for node in reversed(way):
            available = node._available_below(fr, available)
        return available

    def _available_below(self, fr: FlavorResource, from_parent: int) -> int:
        """Return what can still be used where the parent has so much."""
        used, local = self.usage.get(fr, 0), self.local.get(fr, 0)
        limit = self.quota(fr).borrowing_limit
        if limit is not None:
            stored = minus(self.subtree.get(fr, 0), local)
            stored_used = max(0, minus(used, local))
            from_parent = min(plus(minus(stored, stored_used), limit), from_parent)
        return plus(max(0, minus(local, used)), from_parent)

    def potential_available(self, fr: FlavorResource) -> int:
        """Return what could be used if nothing else were (potentialAvailable)."""
        unknown: list[QuotaNode] = []
        node: QuotaNode | None = self
        while node is not None and fr not in node.potential:
            unknown.append(node)
            node = node.parent
        for node in reversed(unknown):
            node.potential[fr] = node._compute_potential(fr)
        return self.potential[fr]

    def _compute_potential(self, fr: FlavorResource) -> int:
        """Return the potential of a node whose parent's is known."""
        if self.parent is None:
            return self.subtree_quota(fr)
        available = plus(self.local_quota(fr), self.parent.potential[fr])
        limit = self.quota(fr).borrowing_limit
        return available if limit is None else min(plus(self.subtree_quota(fr), limit), available)

    def add_usage(self, fr: FlavorResource, amount: int) -> None:
        """Use an amount; the parent is used for what exceeds the free local part (addUsage)."""
        node: QuotaNode | None = self
        while node is not None:
            node.share = None
            free = node.local_available(fr) if node.local else 0
            node.usage[fr] = plus(node.usage.get(fr, 0), amount)
            if amount <= free:
                return
            amount, node = minus(amount, free), node.parent

    def remove_usage(self, fr: FlavorResource, amount: int) -> None:
        """Give an amount back, to the parent first what is stored there (removeUsage)."""
        node: QuotaNode | None = self
        while node is not None:
            node.share = None
            used = node.usage.get(fr, 0)
            stored_in_parent = minus(used, node.local.get(fr, 0)) if node.local else used
            node.usage[fr] = minus(used, amount)
            if stored_in_parent <= 0:
                return
            amount, node = min(amount, stored_in_parent), node.parent

    def borrows_with(self, fr: FlavorResource, amount: int = 0) -> bool:
        """Return whether the node would use more than its quota with an amount added (BorrowingWith)."""
        return self.subtree.get(fr, 0) < plus(self.usage.get(fr, 0), amount)

    def within_quota(self, needed: frozenset[FlavorResource]) -> bool:
        """Return whether the node borrows nothing of these (IsWithinNominalInResources)."""
        return not any(self.borrows_with(fr) for fr in needed)

    def fits_in_quota(self, requests: FlavorAmounts) -> tuple[bool, dict[FlavorResource, int]]:
        """Return whether requests fit in the node's quota, and what of them remains for its parent.

        Mirrors QuantitiesFitInQuota.
        """
        fits = not any(self.borrows_with(fr, amount) for fr, amount in requests.items())
        remaining = {fr: max(0, minus(v, self.local_available(fr))) for fr, v in requests.items()}
        return fits, remaining

    def ancestors(self) -> Iterator[CohortNode]:
        """Yield the cohorts from the parent to the root (PathParentToRoot)."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def path(self) -> str:
        """The way from the root, as messages of preemption write it (buildCQPath)."""
        return "/" + "/".join([*reversed([node.name for node in self.ancestors()]), self.name])

    def count_local_quota(self) -> None:
        """Set the part of the quota that is never lent, from the quota of the subtree."""
        self.local = {
            fr: max(0, minus(self.subtree.get(fr, 0), quota.lending_limit))
            for fr, quota in self.quotas.items()
            if quota.lending_limit is not None
        }


class CohortNode(QuotaNode):
    """A Cohort (CohortSnapshot); children in the order of their names."""

    def __init__(self, cohort: Cohort) -> None:
        super().__init__(cohort.name, cohort.quotas.by_flavor, cohort.weight)
        self.cohorts: list[CohortNode] = []
        self.queues: list[QueueNode] = []

    @property
    def root(self) -> CohortNode:
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    @cached_property
    def cohorts_below(self) -> list[CohortNode]:
        """The cohorts of the subtree, itself first, each before its children."""
        cohorts, left = [], [self]
        while left:
            cohorts.append(left.pop())
            left.extend(reversed(cohorts[-1].cohorts))
        return cohorts

    @cached_property
    def height(self) -> int:
        """The distance to the furthest leaf (getNodeHeight)."""
        heights: dict[CohortNode, int] = {}
        for node in reversed(self.cohorts_below):
            lowest = min(len(node.cohorts) + len(node.queues), 1)
            heights[node] = max([lowest, *(heights.pop(child) + 1 for child in node.cohorts)])
        return heights[self]

    @cached_property
    def all_queues(self) -> list[QueueNode]:
        """The ClusterQueues of the subtree (SubtreeClusterQueues)."""
        return [queue for cohort in self.cohorts_below for queue in cohort.queues]

    def accumulate(self) -> None:
        """Count quota and usage of the subtree from the leaves up (updateCohortResourceNode)."""
        for cohort in reversed(self.cohorts_below):
            cohort._count_children()

    def _count_children(self) -> None:
        """Count quota and usage of the node, whose children's are known."""
        self.subtree = {fr: quota.nominal for fr, quota in self.quotas.items()}
        self.usage, self.share = {}, None
        children: list[QuotaNode] = [*self.cohorts, *self.queues]
        for node in children:
            for fr, quota in node.subtree.items():
                self.subtree[fr] = plus(self.subtree.get(fr, 0), minus(quota, node.local_quota(fr)))
            for fr, used in node.usage.items():
                self.usage[fr] = plus(self.usage.get(fr, 0), max(0, minus(used, node.local_quota(fr))))
        self.count_local_quota()


class QueueNode(QuotaNode):
    """A ClusterQueue in the tree."""

    def __init__(self, spec: ClusterQueue) -> None:
        super().__init__(spec.name, spec.quotas.by_flavor, spec.weight)
        self.spec = spec
        self.subtree = {fr: quota.nominal for fr, quota in self.quotas.items()}
        self.count_local_quota()

    def borrowing_level(self, fr: FlavorResource, amount: int) -> tuple[int, bool]:
        """Return how far up quota for an amount is found, and whether it can be reclaimed within the hierarchy.

        The level is the height of the lowest cohort whose quota suffices, 0 for the queue itself
        (FindHeightOfLowestSubtreeThatFits of pkg/scheduler/preemption/classical/hierarchical_preemption.go).
        """
        if self.parent is None or not self.borrows_with(fr, amount):
            return 0, self.parent is not None
        remaining = minus(amount, self.local_available(fr))
        for cohort in self.ancestors():
            if not cohort.borrows_with(fr, remaining):
                return cohort.height, cohort.parent is not None
            remaining = minus(remaining, cohort.local_available(fr))
        return self.parent.root.height, False
