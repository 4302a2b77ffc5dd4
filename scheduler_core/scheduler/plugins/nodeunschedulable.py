"""Mirrors pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go @ v1.34.1."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, Rows
from scheduler_core.scheduler.framework.status import Verdicts, unresolvable

from .helper import tolerates

_TAINT = Taint("node.kubernetes.io/unschedulable", "", "NoSchedule")
_REASON = unresolvable("node(s) were unschedulable")


class UnschedulableStep(TypedDict):
    """Whether the node is cordoned, and whether the pod tolerates it."""

    kind: Literal["unschedulable"]
    unschedulable: bool
    tolerated: bool
    ok: bool


class NodeUnschedulable:
    """Rejects cordoned nodes unless the pod tolerates the corresponding taint."""

    name = "NodeUnschedulable"
    signed_fields = ("tolerations",)
    filter_locality = Locality.NODE

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        cordoned = self.handle.snapshot.unschedulable[rows]
        verdicts = Verdicts(len(cordoned))
        if not _is_tolerated(pod):
            verdicts.reject(cordoned, _REASON)
        return verdicts

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[UnschedulableStep]:
        cordoned = self.handle.snapshot.nodes[node].unschedulable
        tolerated = _is_tolerated(pod)
        return [
            {
                "kind": "unschedulable",
                "unschedulable": cordoned,
                "tolerated": tolerated,
                "ok": tolerated or not cordoned,
            }
        ]


def _is_tolerated(pod: Pod) -> bool:
    return any(tolerates(t, _TAINT) for t in pod.template.tolerations)
