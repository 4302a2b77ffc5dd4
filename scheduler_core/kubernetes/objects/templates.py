"""Where the pod templates of workloads stand."""

from __future__ import annotations

from collections.abc import Iterator

from .kinds import kind_of
from .reading import ManifestField


def template_path(kind: str) -> tuple[str, ...]:
    """Return the path of the pod template in a workload; of a JobSet's, in each of spec.replicatedJobs."""
    if kind == "CronJob":
        return "spec", "jobTemplate", "spec", "template"
    if kind == "JobSet":
        return "template", "spec", "template"
    return "spec", "template"


def template_fields(at: ManifestField) -> Iterator[ManifestField]:
    """Yield the pod templates of a workload."""
    kind = kind_of(at.value)
    for parent in at.child("spec").children("replicatedJobs") if kind == "JobSet" else (at,):
        field = parent
        for key in template_path(kind):
            field = field.child(key)
        yield field
