"""Why a node stays that Karpenter may disrupt, in plain words with its arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.autoscaling.disruption.consolidation import (
    MIN_SPOT_TYPES,
    CheaperTypesTooFew,
    ConsolidationDisabled,
    MissingLabel,
    NotCheaper,
    NoUsableNodePool,
    SpotToSpotDisabled,
    TooFewCheaperTypes,
    TooManyNodes,
    Unconsolidatable,
    UnknownInstanceType,
)
from scheduler_core.autoscaling.disruption.simulation import PodsWouldNotSchedule

from .contract import LeavingVerdict, StayingKind

OF_PRICES = NotCheaper | CheaperTypesTooFew | TooFewCheaperTypes
"""Reasons that hold only where prices are known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a node goes, and why not, in plain words and in Karpenter's own."""

    verdict: LeavingVerdict
    kind: StayingKind | None
    phrase: Phrase
    says: str = ""


def staying(why: Unconsolidatable, *, priced: bool) -> Finding:
    """Return why a node stays; where prices are not known, what hangs on them is not known either."""
    if isinstance(why, OF_PRICES) and not priced:
        return Finding("unknown", "price", say("node unpriced"))
    kind, phrase = _REASONS[type(why)](why)
    return Finding("stays", kind, phrase, "" if isinstance(why, NoUsableNodePool) else str(why))


def _no_place(why: PodsWouldNotSchedule) -> tuple[StayingKind, Phrase]:
    pod, error = why.errors[0]
    return "no-place", say("node no place", n=len(why.errors), pod=pod.key, why=error)


def _not_cheaper(why: NotCheaper) -> tuple[StayingKind, Phrase]:
    own = f"${why.price:.4g}"
    if why.cheapest is None:
        return "price", say("node not cheaper", price=own)
    name, price = why.cheapest
    return "price", say("node dearer", type=name, worst=f"${price:.4g}", price=own)


def _too_few_types(why: TooFewCheaperTypes) -> tuple[StayingKind, Phrase]:
    return "spot", say("node spot few", count=why.count, least=MIN_SPOT_TYPES)


def _disabled(why: ConsolidationDisabled) -> tuple[StayingKind, Phrase]:
    return "disabled", say("node never" if why.of_empty_too else "node when empty", pool=why.nodepool)


_REASONS: Mapping[type[Unconsolidatable], Callable[[Any], tuple[StayingKind, Phrase]]] = {
    PodsWouldNotSchedule: _no_place,
    TooManyNodes: lambda why: ("several", say("node several", count=why.count)),
    NotCheaper: _not_cheaper,
    CheaperTypesTooFew: lambda why: ("price", say("node min values", labels=listed(why.min_values.labels))),
    SpotToSpotDisabled: lambda why: ("spot", say("node spot off")),
    TooFewCheaperTypes: _too_few_types,
    ConsolidationDisabled: _disabled,
    UnknownInstanceType: lambda why: ("unknown-type", say("node unknown type", type=why.name or "?")),
    MissingLabel: lambda why: ("unknown-type", say("node without label", label=why.label)),
    NoUsableNodePool: lambda why: ("other", say("node without pools")),
}
