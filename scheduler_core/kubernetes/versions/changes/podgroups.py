"""Changes of the scheduling of pod groups."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect
from scheduler_core.kubernetes.versions.gates import POD_GROUP_GATES

CHANGES = (
    Change(
        "pod-groups",
        "1.36",
        "Pods of a PodGroup are scheduled together if the feature gates are on",
        (Effect("known_gates", frozenset(), frozenset(POD_GROUP_GATES)),),
        kep=4671,
        note="The gates are off by default: without them spec.schedulingGroup is ignored.",
    ),
)
