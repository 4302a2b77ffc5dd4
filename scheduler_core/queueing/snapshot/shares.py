"""The dominant resource share of a node: how much it borrows, by the resource of which it borrows most.

Mirrors pkg/cache/scheduler/fair_sharing.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf

from scheduler_core.queueing.objects.amounts import UNLIMITED, FlavorAmounts, FlavorResource, minus, plus

from .quota_tree import CohortNode, QuotaNode


@dataclass(frozen=True, slots=True)
class Share:
    """A share (DRS): `ratio` in thousandths of what can be lent, before the division by `weight`.

    `resource` is the dominant one, "" where nothing is borrowed; `borrowed` is what is borrowed on.
    """

    weight: float
    ratio: float = 0.0
    resource: str = ""
    borrowed: tuple[FlavorResource, ...] = ()

    @property
    def borrows(self) -> bool:
        return bool(self.borrowed)

    @property
    def weighted(self) -> float:
        """The share that is compared, infinite for one who borrows with weight 0 (PreciseWeightedShare)."""
        if self.ratio == 0:
            return 0.0
        return inf if self.weight == 0 else self.ratio / self.weight

    @property
    def rounded(self) -> int:
        """The share rounded up (roundedWeightedShare)."""
        return UNLIMITED if self.weighted == inf else ceil(self.weighted)

    def borrows_on(self, requests: FlavorAmounts) -> bool:
        """Return whether something is borrowed of what is requested (IsBorrowingOn)."""
        return any(requests.get(fr, 0) > 0 for fr in self.borrowed)

    @property
    def key(self) -> tuple[bool, float]:
        """What shares are ordered by: infinite ones last, among themselves by their ratio (CompareDRS)."""
        infinite = self.weight == 0 and self.ratio != 0
        return infinite, self.ratio if infinite else self.weighted


LESS_THAN_ANY = Share(1.0, -1.0)
"""Less than every share (NegativeDRS)."""


def share_of(node: QuotaNode) -> Share:
    """Return the share of a node as it is now (dominantResourceShare)."""
    if node.parent is None:
        return Share(node.weight)
    borrowed: list[FlavorResource] = []
    by_resource: dict[str, int] = {}
    for fr, quota in node.subtree.items():
        amount = minus(node.usage.get(fr, 0), quota)
        if amount > 0:
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
