"""Karpenter's settings (pkg/operator/options @ v1.13.0), and the labels that the provider adds."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.reading import ManifestField

from .labels import WELL_KNOWN

_POLICIES = ("Respect", "Ignore")
_MIN_VALUES = ("Strict", "BestEffort")


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set of Karpenter; `well_known` are all labels that new nodes need not define."""

    ignores_preferences: bool = False
    relaxes_min_values: bool = False
    reserved_capacity: bool = True
    spot_to_spot: bool = False
    ignores_device_claims: bool = True
    max_instance_types: int = 600
    well_known: frozenset[str] = WELL_KNOWN
    reservation_label: str = ""


def read_settings(at: ManifestField) -> Settings:
    gates = at.child("featureGates")
    reservation_label = at.text("reservationIDLabel", "karpenter.test.sh/reservation-id")
    return Settings(
        at.choice("preferencePolicy", _POLICIES, _POLICIES[0]) == "Ignore",
        at.choice("minValuesPolicy", _MIN_VALUES, _MIN_VALUES[0]) == "BestEffort",
        gates.flag("ReservedCapacity", default=True),
        gates.flag("SpotToSpotConsolidation"),
        at.flag("ignoreDRARequests", default=True),
        at.integer("maxInstanceTypes", 600),
        WELL_KNOWN | {reservation_label, *at.texts("wellKnownLabels")},
        reservation_label,
    )
