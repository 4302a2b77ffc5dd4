"""Mirrors pkg/scheduler/framework/plugins/nodeports/node_ports.go @ v1.34.1."""

from __future__ import annotations

from typing import Literal

import numpy as np

from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.framework.status import SKIP, SUCCESS, Verdicts, unschedulable
from scheduler_core.objects.pod import HostPort, Pod, PodTemplate
from scheduler_core.typeddict import TypedDict

_REASON = unschedulable("node(s) didn't have free ports for the requested pod ports")
_ANY = "0.0.0.0"


class PortStep(TypedDict):
    """A host port of the pod, and the pod on this node that holds it."""

    kind: Literal["port"]
    protocol: str
    host_ip: str
    host_port: int
    pod: str | None
    """The holder; None: the port is free."""
    ok: bool


class NodePorts:
    """Rejects nodes on which a host port of the pod is taken."""

    name = "NodePorts"
    pre_filter_locality = Locality.NODE
    filter_locality = Locality.NODE_PODS

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SUCCESS if self._ports(pod.template) else SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        wanted = self._ports(pod.template)
        taken = np.zeros(len(self.handle.snapshot), dtype=np.int64)
        if wanted:
            taken = self.handle.snapshot.counter(
                ("ports", wanted), lambda t: self._conflict(wanted, t)
            ).by_node
        verdicts = Verdicts(len(taken[rows]))
        verdicts.reject(taken[rows] > 0, _REASON)
        return verdicts

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """isSchedulableAfterPodDeleted: only a pod that held one of the wanted ports helps."""
        if event.kind is not EventKind.AssignedPodDelete or event.pod is None:
            return None
        wanted = self._ports(pod.template)
        return Hint.Queue if self._conflict(wanted, event.pod.template) else Hint.QueueSkip

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[PortStep]:
        return [self._taken(port, node) for port in self._ports(pod.template)]

    def _ports(self, template: PodTemplate) -> tuple[HostPort, ...]:
        """GetHostPorts."""
        if self.handle.version.sidecar_ports_count:
            return template.host_ports
        return tuple(port for port in template.host_ports if not port.sidecar)

    def _conflict(self, wanted: tuple[HostPort, ...], other: PodTemplate) -> bool:
        return _conflicts(wanted, self._ports(other))

    def _taken(self, port: HostPort, node: int) -> PortStep:
        holder = next(
            (p.key for p in self.handle.snapshot.pods_on(node) if self._conflict((port,), p.template)), None
        )
        return {
            "kind": "port",
            "protocol": port.protocol,
            "host_ip": port.ip,
            "host_port": port.port,
            "pod": holder,
            "ok": holder is None,
        }


def _conflicts(wanted: tuple[HostPort, ...], taken: tuple[HostPort, ...]) -> bool:
    """HostPortInfo.CheckConflict: same protocol and port, and one of the addresses is 0.0.0.0 or both are equal."""
    return any(
        a.port == b.port and a.protocol == b.protocol and (a.ip == b.ip or _ANY in (a.ip, b.ip))
        for a in wanted
        for b in taken
    )
