"""The preferences of a pod as Karpenter takes them: as required, given up one after another where nothing fits.

Follows NewPodRequirements of pkg/scheduling/requirements.go and
pkg/controllers/provisioning/scheduling/preferences.go of Karpenter 1.14.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from scheduler_core.kubernetes.objects.parsing import Manifest

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_PREFER_NO_SCHEDULE = "PreferNoSchedule"


def relaxations(manifest: Manifest, *, tolerates_preferred: bool) -> Iterator[tuple[Manifest, str]]:
    """Yield the pod with all preferences, then with one more given up each time, and the field of that, "" at first.

    `tolerates_preferred` says whether the last of all is to tolerate taints PreferNoSchedule.
    """
    manifest = copy.deepcopy(manifest)
    yield manifest, ""
    while field := _relax(manifest, tolerates_preferred=tolerates_preferred):
        yield copy.deepcopy(manifest), field


def as_required(manifest: Manifest, *, of_nodes: bool = True) -> Manifest:
    """Return the pod with its preferences as requirements; without `of_nodes` that of nodes is left out.

    These are the first term and the heaviest preference of node affinity, all preferred terms of pod affinity, and
    constraints ScheduleAnyway as DoNotSchedule.
    """
    manifest = copy.deepcopy(manifest)
    spec = manifest["spec"]
    for constraint in spec.get("topologySpreadConstraints") or ():
        constraint["whenUnsatisfiable"] = "DoNotSchedule"
    affinity = spec.get("affinity") or {}
    for part in ("podAffinity", "podAntiAffinity"):
        if preferred := _part(affinity, part).pop(_PREFERRED, None):
            terms = [entry["podAffinityTerm"] for entry in preferred]
            affinity[part][_REQUIRED] = [*(affinity[part].get(_REQUIRED) or ()), *terms]
    node_affinity = _part(affinity, "nodeAffinity")
    if not of_nodes:
        node_affinity.pop(_PREFERRED, None)
    _require_node_affinity(node_affinity)
    return manifest


def _require_node_affinity(affinity: Manifest) -> None:
    preferred = affinity.pop(_PREFERRED, None) or []
    terms = (affinity.get(_REQUIRED) or {}).get("nodeSelectorTerms") or []
    term: dict[str, list[Any]] = {key: list(value) for key, value in (terms[0] if terms else {}).items()}
    if preferred:
        heaviest = max(preferred, key=lambda entry: int(entry["weight"]))
        for key, clauses in heaviest["preference"].items():
            term[key] = [*term.get(key, ()), *clauses]
    if term:
        affinity[_REQUIRED] = {"nodeSelectorTerms": [term]}


def _relax(manifest: Manifest, *, tolerates_preferred: bool) -> str:
    """Give up one preference, in Karpenter's order; return its field, "" if there is none left."""
    spec = manifest["spec"]
    for relax in _IN_ORDER:
        if field := relax(spec):
            return field
    return _tolerate_preferred_taints(spec) if tolerates_preferred else ""


def _drop_required_node_term(spec: Manifest) -> str:
    """Drop the first of several terms, any of which would do."""
    path = f"affinity.nodeAffinity.{_REQUIRED}"
    terms = (_part(spec.get("affinity") or {}, "nodeAffinity").get(_REQUIRED) or {}).get("nodeSelectorTerms")
    if not terms or len(terms) < 2:
        return ""
    del terms[0]
    return f"{path}.nodeSelectorTerms"


def _drop_heaviest(part: str) -> Callable[[Manifest], str]:
    def drop(spec: Manifest) -> str:
        terms = _part(spec.get("affinity") or {}, part).get(_PREFERRED)
        if not terms:
            return ""
        terms.sort(key=lambda entry: -int(entry["weight"]))
        del terms[0]
        return f"affinity.{part}.{_PREFERRED}"

    return drop


def _drop_schedule_anyway(spec: Manifest) -> str:
    """Drop the first soft constraint; the last one takes its place."""
    constraints = spec.get("topologySpreadConstraints") or []
    for index, constraint in enumerate(constraints):
        if constraint.get("whenUnsatisfiable") == "ScheduleAnyway":
            constraints[index] = constraints[-1]
            constraints.pop()
            return f"topologySpreadConstraints ({constraint.get('topologyKey')})"
    return ""


def _tolerate_preferred_taints(spec: Manifest) -> str:
    toleration = {"operator": "Exists", "effect": _PREFER_NO_SCHEDULE}
    if toleration in (spec.get("tolerations") or ()):
        return ""
    spec["tolerations"] = [*(spec.get("tolerations") or ()), toleration]
    return f"tolerations ({_PREFER_NO_SCHEDULE})"


def _part(affinity: Manifest, part: str) -> Manifest:
    value = affinity.get(part)
    return value if isinstance(value, dict) else {}


_IN_ORDER: tuple[Callable[[Manifest], str], ...] = (
    _drop_required_node_term,
    _drop_heaviest("podAffinity"),
    _drop_heaviest("podAntiAffinity"),
    _drop_heaviest("nodeAffinity"),
    _drop_schedule_anyway,
)
