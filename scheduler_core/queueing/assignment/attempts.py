"""The flavors that a search looked at, merged over the resources.

Mirrors pkg/scheduler/flavorassigner/flavor_assigner_attempts.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from .modes import Finding, Mode
from .reasons import NO_MATCHING_FLAVOR, most_severe

_POSSIBILITIES = ("NoCandidates", "Preempt", "Reclaim")


@dataclass(frozen=True, slots=True)
class ResourceCheck:
    """What was compared for one resource in one flavor, in the resource's integer unit.

    `earlier` is what pod sets before this one put there, `requested` what this one adds; `used` is what the
    ClusterQueue uses, `available` and `maximum` what it can have now, and with nothing else running (available,
    potentialAvailable).
    """

    flavor: str
    resource: str
    earlier: int
    requested: int
    nominal: int
    used: int
    available: int
    maximum: int
    finding: Finding
    level: int


@dataclass(frozen=True, slots=True)
class FlavorAttempt:
    """One flavor with its worst outcome over the requested resources (FlavorAssignmentAttempt).

    `reasons` are sorted, each there once. `possibility` is what a trial search for victims found, "" without one;
    `no_fit_reason` is "" if it could be had.
    """

    flavor: str
    mode: Mode
    level: int = 0
    possibility: str = ""
    reasons: tuple[str, ...] = ()
    no_fit_reason: str = ""
    checks: tuple[ResourceCheck, ...] = field(default=(), compare=False)


def merge_attempts(
    merged: dict[str, FlavorAttempt], attempts: Sequence[FlavorAttempt], resource: str, group: Iterable[str]
) -> None:
    """Merge what a search for one resource looked at into what was found before (mergeFlavorAttemptsForResource).

    Flavors of the same group that were looked at for an earlier resource and not for this one do not provide it.
    """
    for attempt in attempts:
        former = merged.get(attempt.flavor)
        merged[attempt.flavor] = _joined(former, attempt) if former else attempt
    if not attempts:
        return
    looked_at = {attempt.flavor for attempt in attempts}
    for flavor in set(group) & merged.keys() - looked_at:
        reason = f"flavor {flavor} does not provide resource {resource}"
        former = merged[flavor]
        merged[flavor] = replace(
            former,
            mode=Mode.NO_FIT,
            reasons=_unique(former.reasons, (reason,)),
            no_fit_reason=NO_MATCHING_FLAVOR,
        )


def _joined(a: FlavorAttempt, b: FlavorAttempt) -> FlavorAttempt:
    return FlavorAttempt(
        a.flavor,
        min(a.mode, b.mode),
        max(a.level, b.level),
        min(filter(None, (a.possibility, b.possibility)), key=_POSSIBILITIES.index, default=""),
        _unique(a.reasons, b.reasons),
        most_severe(a.no_fit_reason, b.no_fit_reason),
        a.checks + b.checks,
    )


def _unique(*parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({reason for part in parts for reason in part}))
