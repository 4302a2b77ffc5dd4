"""Faults of Kueue's objects that its API server would refuse, and that the queues could not be run with."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.loading import locate
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.times import read_time
from scheduler_core.sentences import worded


def has_faults(index: int, manifest: Manifest, problems: Problems) -> bool:
    """Return whether a Topology or Workload, the input's object `index`, has faults; they are added to the problems."""
    own = Problems()
    _check(index, manifest, own)
    at = locate(index, manifest, problems)
    for _, error in own.entries:
        at.problems.add(error.path, error.message)
    return bool(own.entries)


def _check(index: int, manifest: Manifest, problems: Problems) -> None:
    kind = kind_of(manifest)
    if kind == "Topology":
        spec = locate(index, manifest, problems).child("spec")
        if not spec.list("levels"):
            spec.problem(
                "levels", worded("must have at least one level: add {nodeLabel: kubernetes.io/hostname}")
            )
    elif kind == "Workload":
        at = locate(index, manifest, problems)
        read_time(at.child("metadata"), "creationTimestamp")
        for condition in at.child("status").children("conditions"):
            read_time(condition, "lastTransitionTime")
        for part in at.child("status").child("admission").children("podSetAssignments"):
            for slice_ in part.child("topologyAssignment").children("slices"):
                _check_slice(slice_)


def _check_slice(at: ManifestField) -> None:
    """Check that a slice of a compressed topology assignment has as many values and counts as domains."""
    count = at.integer("domainCount", 0)
    for level in at.children("valuesPerLevel"):
        if not level.has("universal") and len(level.child("individual").texts("roots")) < count:
            level.problem(
                "individual",
                worded("must have a root for each domain ({count}), or set universal", count=count),
            )
    counts = at.child("podCounts")
    if not counts.has("universal") and len(counts.list("individual")) < count:
        at.problem(
            "podCounts",
            worded("must have a number for each domain ({count}), or set universal", count=count),
        )
    for number in (counts.raw("universal"), *counts.list("individual")):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            at.problem("podCounts", worded("must have whole numbers"))
