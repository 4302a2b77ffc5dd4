"""Domains as offers: what each could take, the order in which they are tried, and how much each takes.

Mirrors findBestFitDomainBy, prioritizeLeaderDomain, sortedDomains, sortedDomainsWithLeader,
updateCountsToMinimumGeneric and consumeWithLeadersGeneric of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .counts import LevelCounts
from .tree import IntArray


class Offer(NamedTuple):
    """What a domain could take, in slices or pods: `beside` is the number that fits beside a leader."""

    domain: int
    units: int
    beside: int
    leaders: int
    score: int


def offers_of(counts: LevelCounts, domains: IntArray, *, pods_by: int | None = None) -> list[Offer]:
    """Return the offers of domains in their order: the slices that were counted, or `pods_by` pods as a unit."""
    if pods_by is None:
        units, beside = counts.slices[domains], counts.slices_beside[domains]
    else:
        units, beside = counts.pods[domains] // pods_by, counts.pods_beside[domains] // pods_by
    columns = (domains, units, beside, counts.leaders[domains], counts.scores[domains])
    return list(map(Offer._make, zip(*(column.tolist() for column in columns), strict=True)))


def smallest_that_holds(offers: Sequence[Offer], needed: int, leaders: int) -> Offer:
    """Return the first of the smallest offers that hold what is needed, the first offer if none does.

    Of offers with different scores only those with the first one's count.
    """
    top = [offer for offer in offers if offer.score == offers[0].score]
    holding = [(offer.beside if leaders else offer.units, offer) for offer in top if offer.leaders >= leaders]
    fitting = [(size, offer) for size, offer in holding if size >= needed]
    return min(fitting, key=lambda pair: pair[0])[1] if fitting else offers[0]


def with_leader_in_front(offers: list[Offer], needed: int, leaders: int) -> list[Offer]:
    """Return the offers with that domain first that can host the leader and leaves room enough in all together."""
    if not leaders or len(offers) < 2:
        return offers
    spare = sum(offer.units for offer in offers) - needed
    for i, offer in enumerate(offers):
        if offer.leaders >= leaders and offer.units - offer.beside <= spare:
            return [offer, *offers[:i], *offers[i + 1 :]]
    return offers


def leaders_first(counts: LevelCounts, domains: IntArray, *, least_free: bool) -> IntArray:
    """Return domains that can host a leader first, then by the slices that fit beside one.

    Most slices come first, or fewest with `least_free`; then fewest pods, then values.
    """
    slices = counts.slices_beside[domains]
    keys = (
        domains,
        counts.pods_beside[domains],
        slices if least_free else -slices,
        -counts.scores[domains],
        -counts.leaders[domains],
    )
    return domains[np.lexsort(keys)]


def by_slices(counts: LevelCounts, domains: IntArray, *, least_free: bool) -> IntArray:
    """Return domains by the slices that fit without a leader, in the same manner."""
    slices = counts.slices[domains]
    keys = (domains, counts.pods[domains], slices if least_free else -slices, -counts.scores[domains])
    return domains[np.lexsort(keys)]


class Share(NamedTuple):
    """What a domain takes. `smallest` is whether it was chosen as the smallest that holds all that was left."""

    domain: int
    pods: int
    leaders: int
    smallest: bool = False


def share_out(offers: list[Offer], needed: int, leaders: int, size: int, *, best_fit: bool) -> list[Share]:
    """Return what the domains take, in the order of the offers.

    `needed` slices of `size` pods (or pods, of size 1) are taken until none is left; with `best_fit` the rest goes to
    the smallest domain that holds it, as soon as the next one does. Empty if the domains do not hold all.
    """
    offers = with_leader_in_front(offers, needed, leaders)
    shares: list[Share] = []
    for i, offer in enumerate(offers):
        units = offer.beside if leaders else offer.units
        if units >= needed and offer.leaders >= leaders:
            last = smallest_that_holds(offers[i:], needed, leaders) if best_fit else offer
            return [*shares, Share(last.domain, needed * size, leaders, smallest=last is not offer)]
        taken, hosted = min(units, needed), min(offer.leaders, leaders)
        shares.append(Share(offer.domain, taken * size, hosted))
        needed, leaders = needed - taken, leaders - hosted
    return []
