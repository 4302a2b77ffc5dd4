"""The priority of a Workload: that of its own class, or of its pods.

Mirrors ExtractPriority of pkg/controller/jobframework/reconciler.go and pkg/util/priority/priority.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scheduler_core.controlplane.workloads.pods import labels_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import NoSuchObject, number
from .names import PRIORITY_CLASS

_SYSTEM = {"system-cluster-critical": 2000000000, "system-node-critical": 2000001000}


@dataclass(slots=True)
class PriorityClasses:
    """The values of WorkloadPriorityClasses and PriorityClasses, and the default of the latter."""

    of_workloads: dict[str, int] = field(default_factory=dict)
    of_pods: dict[str, int] = field(default_factory=lambda: dict(_SYSTEM))
    default: int = 0

    def of(self, job: Manifest, templates: Iterable[Manifest], own: str = "") -> int:
        """Return the priority of a job with these pod templates; raise NoSuchObject.

        `own` is the PriorityClass that the job names beside them.
        """
        if name := labels_of(job).get(PRIORITY_CLASS):
            return _value(name, "WorkloadPriorityClass", self.of_workloads)
        names = (own, *(mapping(template, "spec").get("priorityClassName") for template in templates))
        name = next((name for name in names if isinstance(name, str) and name), "")
        return _value(name, "PriorityClass", self.of_pods) if name else self.default


def _value(name: str, kind: str, values: dict[str, int]) -> int:
    if name not in values:
        raise NoSuchObject(f"{kind} {name} does not exist")
    return values[name]


def read_priority_classes(manifests: Iterable[Manifest]) -> PriorityClasses:
    """Return the classes among manifests."""
    classes = PriorityClasses()
    for manifest in manifests:
        name, value = (
            str(mapping(manifest, "metadata").get("name")),
            number(mapping(manifest).get("value"), 0),
        )
        if kind_of(manifest) == "WorkloadPriorityClass":
            classes.of_workloads[name] = value
        elif kind_of(manifest) == "PriorityClass":
            classes.of_pods[name] = value
            classes.default = value if manifest.get("globalDefault") is True else classes.default
    return classes
