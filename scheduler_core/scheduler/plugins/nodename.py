"""Mirrors pkg/scheduler/framework/plugins/nodename/node_name.go @ v1.34.1."""

from __future__ import annotations

from typing import Literal

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, Rows
from scheduler_core.scheduler.framework.status import Verdicts, unresolvable

_REASON = unresolvable("node(s) didn't match the requested node name")


class NodeNameStep(TypedDict):
    """The node that spec.nodeName names, compared with this node."""

    kind: Literal["node_name"]
    wanted: str | None
    """None if the pod names no node."""
    node: str
    ok: bool


class NodeName:
    """Rejects all nodes other than the one that spec.nodeName names."""

    name = "NodeName"
    signed_fields = ()
    filter_locality = Locality.NODE

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        nodes = np.arange(len(self.handle.snapshot))[rows]
        verdicts = Verdicts(len(nodes))
        if pod.node_name:
            verdicts.reject(nodes != self.handle.snapshot.index.get(pod.node_name, -1), _REASON)
        return verdicts

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[NodeNameStep]:
        name = self.handle.snapshot.nodes[node].name
        ok = not pod.node_name or pod.node_name == name
        return [{"kind": "node_name", "wanted": pod.node_name or None, "node": name, "ok": ok}]
