"""Mirrors pkg/scheduler/framework/plugins/nodeports/node_ports.go @ v1.34.1."""

from __future__ import annotations

from typing import Literal

import numpy as np

from scheduler_core.kubernetes.objects.pod import HostPort, Pod, PodTemplate
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Verdicts, unschedulable

_REASON = unschedulable("node(s) didn't have free ports for the requested pod ports")
_ANY = "0.0.0.0"


class PortStep(TypedDict):
    """A host port of the pod, and the pod on this node that uses it."""

    kind: Literal["port"]
    protocol: str
    host_ip: str
    host_port: int
    pod: str | None
    """The pod that uses the port; None if it is free."""
    ok: bool


class NodePorts:
    """Rejects nodes on which a host port of the pod is in use."""

    name = "NodePorts"
    missing_pre_filter = 'reading "PreFilterNodePorts" from cycleState: not found'
    pre_filter_locality = Locality.NODE
    filter_locality = Locality.NODE_PODS
    signed_fields = ("host_ports",)

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SUCCESS if self._ports(pod.template) else SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        ports = self._ports(pod.template)
        conflict_counts = np.zeros(len(self.handle.snapshot), dtype=np.int64)
        if ports:
            conflict_counts = self.handle.snapshot.counter(
                ("ports", ports), lambda t: self._conflict(ports, t)
            ).by_node
        taken = conflict_counts > 0
        for node in self.handle.snapshot.freed_ports:
            taken[node] = any(self._holder(port, node) for port in ports)
        verdicts = Verdicts(len(taken[rows]))
        verdicts.reject(taken[rows], _REASON)
        return verdicts

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Queue if the deleted pod used one of the pod's ports (isSchedulableAfterPodDeleted)."""
        if event.kind is not EventKind.AssignedPodDelete or event.pod is None:
            return None
        ports = self._ports(pod.template)
        return Hint.Queue if self._conflict(ports, event.pod.template) else Hint.QueueSkip

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[PortStep]:
        return [self._port_step(port, node) for port in self._ports(pod.template)]

    def _ports(self, template: PodTemplate) -> tuple[HostPort, ...]:
        """Return the host ports that the version counts (GetHostPorts)."""
        return tuple(filter(self._counts, template.host_ports))

    def _counts(self, port: HostPort) -> bool:
        return self.handle.version.sidecar_ports_count or not port.sidecar

    def _conflict(self, ports: tuple[HostPort, ...], other: PodTemplate) -> bool:
        return _conflicts(ports, self._ports(other))

    def _holder(self, port: HostPort, node: int) -> str | None:
        """Return the first pod on the node that keeps a port from being free."""
        freed = {p.address for p in self.handle.snapshot.freed_ports.get(node, ()) if self._counts(p)}
        for pod in self.handle.snapshot.pods_on(node):
            held = tuple(p for p in self._ports(pod.template) if p.address not in freed)
            if _conflicts((port,), held):
                return pod.key
        return None

    def _port_step(self, port: HostPort, node: int) -> PortStep:
        holder = self._holder(port, node)
        return {
            "kind": "port",
            "protocol": port.protocol,
            "host_ip": port.ip,
            "host_port": port.port,
            "pod": holder,
            "ok": holder is None,
        }


def _conflicts(requested: tuple[HostPort, ...], used: tuple[HostPort, ...]) -> bool:
    """Return whether two ports conflict: same protocol and port, equal addresses or one of them 0.0.0.0.

    Follows HostPortInfo.CheckConflict.
    """
    return any(
        a.port == b.port and a.protocol == b.protocol and (a.ip == b.ip or _ANY in (a.ip, b.ip))
        for a in requested
        for b in used
    )
