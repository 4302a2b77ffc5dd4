"""Domains as offers in an order: how much each could take of what is to be placed.

Mirrors findBestFitDomainBy and prioritizeLeaderDomain of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
