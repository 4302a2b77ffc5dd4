"""Kueue's objects of v1beta1 in the form of v1beta2.

Mirrors the conversions of apis/kueue/v1beta1/*_conversion.go @ v0.19.2, as far as the fields are read.
"""

from __future__ import annotations

from collections.abc import Callable

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import items_at, value_at, with_value

_STOPS_SEARCH = ("Borrow", "Preempt")


def in_newest_form(manifest: Manifest) -> Manifest:
    """Return an object of Kueue in the form of v1beta2; it is returned as it is where it has that."""
    convert = _CONVERSIONS.get(kind_of(manifest))
    return convert(manifest) if convert else manifest


def _cluster_queue(manifest: Manifest) -> Manifest:
    spec = _renamed(mapping(manifest, "spec"), "cohort", "cohortName")
    fungibility = mapping(spec, "flavorFungibility")
    if any(str(value) in _STOPS_SEARCH for value in fungibility.values()):
        stops = {k: "MayStopSearch" if str(v) in _STOPS_SEARCH else v for k, v in fungibility.items()}
        spec = {**spec, "flavorFungibility": stops}
    checks = spec.get("admissionChecks")
    if isinstance(checks, list) and "admissionChecksStrategy" not in spec:
        spec = {**spec, "admissionChecksStrategy": {"admissionChecks": [{"name": name} for name in checks]}}
    return {**manifest, "spec": spec}


def _cohort(manifest: Manifest) -> Manifest:
    return {**manifest, "spec": _renamed(mapping(manifest, "spec"), "parent", "parentName")}


def _workload(manifest: Manifest) -> Manifest:
    """Return a Workload whose places are in the compressed form, a slice for each domain."""
    assigned = items_at(manifest, ("status", "admission", "podSetAssignments"))
    for i, _ in enumerate(assigned):
        path = ("status", "admission", "podSetAssignments", i, "topologyAssignment")
        places = value_at(manifest, path)
        if isinstance(places, dict) and isinstance(places.get("domains"), list):
            slices = [_slice(mapping(domain)) for domain in places["domains"]]
            manifest = with_value(manifest, path, {"levels": places.get("levels"), "slices": slices})
    return manifest


def _slice(domain: Manifest) -> Manifest:
    return {
        "domainCount": 1,
        "podCounts": {"universal": domain.get("count")},
        "valuesPerLevel": [{"universal": value} for value in items_at(domain, ("values",))],
    }


def _renamed(spec: Manifest, old: str, new: str) -> Manifest:
    return {**spec, new: spec[old]} if old in spec and new not in spec else spec


_CONVERSIONS: dict[str, Callable[[Manifest], Manifest]] = {
    "ClusterQueue": _cluster_queue,
    "Cohort": _cohort,
    "Workload": _workload,
}
