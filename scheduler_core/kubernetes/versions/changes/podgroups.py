"""Changes of the scheduling of pod groups."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect, turned_on
from scheduler_core.kubernetes.versions.gates import (
    GANG_SCHEDULING,
    GENERIC_WORKLOAD,
    POD_GROUP_GATES,
    WORKLOAD_AWARE_PREEMPTION,
)

_IMPLIED = frozenset({GANG_SCHEDULING, WORKLOAD_AWARE_PREEMPTION})

CHANGES = (
    Change(
        "pod-groups",
        "1.36",
        "Pods of a PodGroup are scheduled together if the feature gates are on",
        (Effect("known_gates", frozenset(), frozenset(POD_GROUP_GATES)),),
        kep=4671,
        note="The gates are off by default: without them spec.schedulingGroup is ignored.",
    ),
    Change(
        "pod-groups-by-one-gate",
        "1.37",
        "The feature gate GenericWorkload alone enforces minCount and enables preemption for whole pod "
        "groups",
        (Effect("implied_gates", frozenset(), _IMPLIED),),
        kep=4671,
        note="The gate is off by default. PodGroups are scheduling.k8s.io/v1beta1.",
    ),
    Change(
        "gangs-end-early",
        "1.37",
        "A pod group's cycle ends as soon as minCount is out of reach",
        (turned_on("gangs_end_early"),),
        kep=4671,
        pull_request=138643,
        note="Later members get no attempt; the message counts those with a node.",
    ),
    Change(
        "pod-groups-preempt-alone",
        "1.37",
        "Members of a pod group do not preempt individually; the group does, also with a topology constraint",
        (turned_on("groups_preempt_alone"),),
        kep=5710,
        pull_request=140412,
        note="Victims are no longer evicted for a gang that is not placed anyway.",
    ),
    Change(
        "members-have-group-priority",
        "1.37",
        "A pod group is not scheduled if a member's priority differs from the group's",
        (turned_on("members_have_group_priority"),),
        kep=5710,
        pull_request=139920,
        note="Give the members the priorityClassName of their PodGroup.",
    ),
    Change(
        "rest-of-group-stays-active",
        "1.37",
        "Members that do not fit while their pod group is scheduled are tried again at once, and may preempt",
        (turned_on("rest_of_group_stays_active"),),
        kep=4671,
        pull_request=139613,
    ),
    Change(
        "nominated-placement-first",
        "1.38",
        "A pod group with a topology constraint goes to the placement of its nominated nodes if it works there",
        (turned_on("nominated_placement_first"),),
        kep=5732,
        pull_request=139472,
        note="After a preemption the group goes where its victims were, even if another placement scores "
        "higher.",
    ),
    Change(
        "pod-groups-by-default",
        "1.38",
        "Pods of a PodGroup are scheduled together by default",
        (Effect("default_gates", frozenset(), frozenset({GENERIC_WORKLOAD})),),
        kep=4671,
        note="Planned, not yet released.",
    ),
)
