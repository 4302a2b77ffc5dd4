"""Who of a number of domains takes how much: the step that is repeated from level to level.

Mirrors updateCountsToMinimumGeneric and consumeWithLeadersGeneric of pkg/cache/scheduler/tas_flavor_snapshot.go
@ v0.19.2.
"""

from __future__ import annotations

from typing import NamedTuple

from .offers import Offer, smallest_that_holds, with_leader_in_front


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
