"""PodGroups: pods that are scheduled together.

Mirrors staging/src/k8s.io/api/scheduling/v1alpha2 and its defaults and validation @ v1.36.2, and v1alpha3 and v1beta1
@ v1.37.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scheduler_core.sentences import worded

from .meta import Meta, read_meta
from .parsing import Manifest
from .pod import BUILT_IN_PRIORITIES, PriorityOf
from .reading import ManifestField

# By API version the first release that serves it.
API_VERSIONS = {
    "scheduling.k8s.io/v1alpha2": "1.36",
    "scheduling.k8s.io/v1alpha3": "1.37",
    "scheduling.k8s.io/v1beta1": "1.37",
}
_NAMED_MODE = "scheduling.k8s.io/v1alpha2"  # in which disruptionMode is a name, not an object
# The second name is that of v1.37.
POD_GROUP_SCHEDULED = ("PodGroupScheduled", "PodGroupInitiallyScheduled")
_MAX_TOPOLOGY_CONSTRAINTS = 1

DisruptionMode = Literal["Pod", "PodGroup"]


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition PodGroupScheduled of a PodGroup."""

    status: str
    reason: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class PodGroup:
    """A PodGroup. `min_count` is None with policy basic, `topology_key` "" without a topology constraint.

    With disruption mode PodGroup its pods are preempted together. `scheduled` is the condition in its status.
    """

    meta: Meta
    min_count: int | None
    topology_key: str = ""
    disruption_mode: DisruptionMode = "Pod"
    priority: int = 0
    scheduled: Condition | None = None

    @property
    def key(self) -> str:
        return self.meta.key


def is_pod_group(manifest: Manifest) -> bool:
    """Return whether a manifest is a PodGroup of an API version that is read."""
    return manifest.get("kind") == "PodGroup" and manifest.get("apiVersion") in API_VERSIONS


def serving_release(manifests: Iterable[object]) -> str | None:
    """Return the first release that serves the API versions of all PodGroups among manifests, None without any."""
    groups = [m for m in manifests if isinstance(m, dict) and is_pod_group(m)]
    return max((API_VERSIONS[group["apiVersion"]] for group in groups), default=None)


def read_pod_group(at: ManifestField, priorities: dict[str, PriorityOf], default: PriorityOf) -> PodGroup:
    """Return a PodGroup, defaulted and validated."""
    spec = at.child("spec")
    return PodGroup(
        read_meta(at),
        _min_count(spec),
        _topology_key(spec.child("schedulingConstraints")),
        _disruption_mode(spec, named=at.text("apiVersion") == _NAMED_MODE),
        _priority(spec, priorities, default),
        _scheduled(at.child("status")),
    )


def _disruption_mode(spec: ManifestField, *, named: bool) -> DisruptionMode:
    if named:
        mode = spec.choice("disruptionMode", ("Pod", "PodGroup"), "Pod")
        return "PodGroup" if mode == "PodGroup" else "Pod"
    modes = spec.child("disruptionMode")
    if modes.has("single") and modes.has("all"):
        spec.problem("disruptionMode", worded("must have one of single and all: remove the other"))
    return "PodGroup" if modes.has("all") else "Pod"


def _min_count(spec: ManifestField) -> int | None:
    policy = spec.child("schedulingPolicy")
    if policy.has("gang") == policy.has("basic"):
        spec.problem(
            "schedulingPolicy", worded("must have one of gang and basic: set gang.minCount, or basic: {}")
        )
        return None
    if policy.has("basic"):
        policy.child("basic")
        return None
    gang = policy.child("gang")
    count = gang.integer("minCount", 0)
    if count < 1:
        gang.problem("minCount", worded("must be at least 1, got {value}", value=count))
        return 1
    return count


def _topology_key(constraints: ManifestField) -> str:
    listed = list(constraints.children("topology"))
    if len(listed) > _MAX_TOPOLOGY_CONSTRAINTS:
        constraints.problem(
            "topology", worded("must have at most one constraint, got {count}", count=len(listed))
        )
    return listed[0].name("key") if listed else ""


def _priority(spec: ManifestField, priorities: dict[str, PriorityOf], default: PriorityOf) -> int:
    if spec.has("priority"):
        return spec.integer("priority", 0)
    name = spec.text("priorityClassName")
    of_class = priorities.get(name) or BUILT_IN_PRIORITIES.get(name)
    if name and of_class is None:
        spec.problem(
            "priorityClassName",
            worded("must name a PriorityClass, {name} does not exist: add it or set priority", name=name),
        )
    return (of_class or default).value


def _scheduled(status: ManifestField) -> Condition | None:
    for condition in status.children("conditions"):
        if condition.text("type") in POD_GROUP_SCHEDULED:
            return Condition(condition.text("status"), condition.text("reason"), condition.text("message"))
    return None
