"""Mirrors pkg/scheduler/framework/plugins/nodeports/node_ports.go @ v1.34.1."""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import PreFilterResult, Rows
from scheduler_core.framework.status import SKIP, SUCCESS, Verdicts, unschedulable
from scheduler_core.objects.pod import HostPort, Pod, PodTemplate

_REASON = unschedulable("node(s) didn't have free ports for the requested pod ports")
_ANY = "0.0.0.0"


class NodePorts:
    """Rejects nodes on which a host port of the pod is taken."""

    name = "NodePorts"

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SUCCESS if pod.template.host_ports else SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        wanted = pod.template.host_ports
        taken = np.zeros(len(self.handle.snapshot), dtype=np.int64)
        if wanted:
            taken = self.handle.snapshot.counter(("ports", wanted), lambda t: _conflicts(wanted, t)).by_node
        verdicts = Verdicts(len(taken[rows]))
        verdicts.reject(taken[rows] > 0, _REASON)
        return verdicts

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]:
        return [self._taken(port, node) for port in pod.template.host_ports]

    def _taken(self, port: HostPort, node: int) -> dict[str, Any]:
        holder = next(
            (p.key for p in self.handle.snapshot.pods_on(node) if _conflicts((port,), p.template)), None
        )
        return {
            "kind": "port",
            "protocol": port.protocol,
            "host_ip": port.ip,
            "host_port": port.port,
            "pod": holder,
            "ok": holder is None,
        }


def _conflicts(wanted: tuple[HostPort, ...], other: PodTemplate) -> bool:
    """HostPortInfo.CheckConflict: same protocol and port, and one of the addresses is 0.0.0.0 or both are equal."""
    return any(
        a.port == b.port and a.protocol == b.protocol and (a.ip == b.ip or _ANY in (a.ip, b.ip))
        for a in wanted
        for b in other.host_ports
    )
