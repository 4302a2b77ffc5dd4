"""Selectors clause by clause, with the origin of each clause."""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.kubernetes.objects.labels import Labels, Requirement, Selector
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import PodTemplate, TopologySpreadConstraint

from .contract import ComparedClause, Origin, SelectorClause


def clause(requirement: Requirement, origin: Origin = "labelSelector") -> SelectorClause:
    return {
        "key": requirement.key,
        "operator": requirement.operator,
        "values": list(requirement.values),
        "origin": origin,
    }


def compared(requirements: Iterable[Requirement], labels: Labels) -> list[ComparedClause]:
    """Return each clause with the label that it is compared with."""
    return [
        {"actual": labels.get(r.key), "ok": r.accepts(labels.get(r.key)), **clause(r)} for r in requirements
    ]


def spread_clauses(
    constraint: TopologySpreadConstraint, template: PodTemplate, manifest: Manifest | None
) -> list[SelectorClause]:
    """Return the clauses of a constraint's selector with the origin of each.

    "matchLabelKeys" are those that the API server merged; a default constraint has its selector from the pod's
    Services and controller.
    """
    requirements = constraint.selector.requirements
    if not template.spread:
        return [clause(r, "default selector") for r in requirements]
    merged = len(merged_keys(manifest or {}, template.labels))
    own = len(requirements) - merged
    return [clause(r, "labelSelector" if i < own else "matchLabelKeys") for i, r in enumerate(requirements)]


def merged_keys(manifest: Manifest, labels: Labels) -> list[str]:
    """Return the keys of matchLabelKeys that the pod has: each became a clause."""
    return [key for key in manifest.get("matchLabelKeys") or () if key in labels]


def matches(selector: Selector, labels: Labels) -> list[bool]:
    """Return for each clause whether the labels satisfy it."""
    return [r.matches(labels) for r in selector.requirements]
