"""The codes of reasons, and their operands as a record of the cycle has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scheduler_core.explain.view.causes.contract import ReasonKind
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import unit
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import PreFilterState as SpreadState

from .contract import ReasonCode

Operands = dict[str, str | int]

CODES: Mapping[ReasonKind, ReasonCode] = {
    "resource": "InsufficientResource",
    "missing_resource": "ResourceMissing",
    "unready_resource": "DevicePluginNotReady",
    "selector": "NodeAffinityMismatch",
    "unmatched_selector": "NodeAffinityUnmatched",
    "taint": "UntoleratedTaint",
    "readiness_taint": "NodeReadinessRuleUnmet",
    "unschedulable": "NodeUnschedulable",
    "spread": "TopologySpreadExceeded",
    "spread_label": "TopologyLabelMissing",
    "affinity": "PodAffinityUnmet",
    "anti_affinity": "PodAntiAffinityConflict",
    "existing_anti_affinity": "ExistingPodAntiAffinityConflict",
    "port": "HostPortConflict",
    "device_missing": "DeviceMissing",
    "device_short": "DevicesInsufficient",
    "device_selector": "DeviceSelectorMismatch",
    "device_taint": "UntoleratedDeviceTaint",
    "device_amount": "DeviceCapacityInsufficient",
    "device_constraint": "DeviceConstraintUnmet",
    "one_node": "OneNodeOnly",
    "gate": "SchedulingGated",
    "kueue_gate": "AwaitsKueueAdmission",
    "gang": "PodGroupRolledBack",
    "profile": "SchedulerNameUnknown",
    "no_node": "NoNodes",
    "message": "Other",
}
_NAMES: Mapping[ReasonKind, str] = {
    "selector": "selector",
    "unmatched_selector": "selector",
    "spread_label": "topology_key",
    "existing_anti_affinity": "topology_key",
    "port": "ports",
    "device_missing": "request",
    "device_short": "request",
    "device_selector": "condition",
    "device_taint": "taint",
    "device_amount": "resource",
    "device_constraint": "attribute",
    "gang": "pod_group",
    "kueue_gate": "gate",
    "profile": "scheduler_name",
}


def operands_of(reason: Reason, record: CycleRecord | None, rows: IntArray) -> Operands:
    """Return what a reason compares; `rows` are the nodes that have it."""
    if record is not None and (of := _OF_RECORD.get(reason.kind)) is not None:
        return of(reason.operand, record, rows)
    name = _NAMES.get(reason.kind)
    return {name: reason.operand} if name else {}


def _resource(resource: str, record: CycleRecord, rows: IntArray) -> Operands:
    """Return the request, and the most that one of the nodes has free: allocatable − requested."""
    snapshot = record.framework.handle.snapshot
    used = snapshot.pod_count if resource == PODS else snapshot.requested[resource]
    free = snapshot.allocatable[resource][rows] - used[rows]
    most = int(free.argmax())
    return {
        **_missing_resource(resource, record, rows),
        "most_free": max(int(free[most]), 0),
        "node": snapshot.nodes[int(rows[most])].name,
    }


def _missing_resource(resource: str, record: CycleRecord, rows: IntArray) -> Operands:
    requested = 1 if resource == PODS else record.pod.template.requests.get(resource, 0)
    return {"resource": resource, "unit": unit(resource), "requested": requested}


def _taint(taint: str, record: CycleRecord, rows: IntArray) -> Operands:
    columns = record.framework.handle.snapshot.columns.taints
    listed = (t for code in dict.fromkeys(columns.codes[rows].tolist()) for t in columns.values[code])
    written_taint = next(t for t in listed if str(t) == taint)
    return {"key": written_taint.key, "value": written_taint.value, "effect": written_taint.effect}


def _spread(key: str, record: CycleRecord, rows: IntArray) -> Operands:
    state = record.state.get(SpreadState)
    constraints = state.constraints if state else ()
    exceeded = next(
        c
        for c in constraints
        if c.constraint.topology_key == key
        and c.topology.at(rows, c.skew() > c.constraint.max_skew, missing=False).any()
    )
    return {
        "topology_key": key,
        "max_skew": exceeded.constraint.max_skew,
        "global_minimum": exceeded.minimum,
    }


def _term(operand: str, record: CycleRecord, rows: IntArray) -> Operands:
    selector, _, key = operand.rpartition(" (")
    return {"selector": selector, "topology_key": key.removesuffix(")")}


_OF_RECORD: Mapping[ReasonKind, Callable[[str, CycleRecord, IntArray], Operands]] = {
    "resource": _resource,
    "missing_resource": _missing_resource,
    "unready_resource": _missing_resource,
    "taint": _taint,
    "readiness_taint": _taint,
    "spread": _spread,
    "affinity": _term,
    "anti_affinity": _term,
}
