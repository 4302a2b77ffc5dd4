"""Host ports in use on a node (pkg/scheduling/hostportusage.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.texts import detailed
from scheduler_core.kubernetes.objects.pod import HostPort


@dataclass(frozen=True, slots=True)
class HostPortConflict:
    """A host port that a pod wants is in use."""

    wanted: HostPort
    existing: HostPort

    def __str__(self) -> str:
        wanted, existing = self.wanted, self.existing
        return detailed(
            "checking host port usage, pod hostport conflicts with existing hostport configuration",
            pod_hostport_ip=_address(wanted.ip),
            pod_hostport_port=wanted.port,
            pod_hostport_protocol=wanted.protocol,
            existing_hostport_ip=_address(existing.ip),
            existing_hostport_port=existing.port,
            existing_hostport_protocol=existing.protocol,
        )


class HostPortUsage:
    """The host ports that each pod uses, by its key. Pods of DaemonSets that never ran share one: they have no name."""

    def __init__(self, pods: Iterable[Pod] = ()) -> None:
        self._reserved = {pod.key: pod.host_ports for pod in pods}

    def copy(self) -> HostPortUsage:
        usage = HostPortUsage()
        usage._reserved = dict(self._reserved)
        return usage

    def add(self, pod: Pod) -> None:
        self._reserved[pod.key] = pod.host_ports

    def conflict(self, pod: Pod) -> HostPortConflict | None:
        """Return the first port of the pod that another one uses."""
        for wanted in pod.host_ports:
            for key, ports in sorted(self._reserved.items()):
                for existing in ports:
                    if key != pod.key and _same(wanted, existing):
                        return HostPortConflict(wanted, existing)
        return None


def _same(one: HostPort, other: HostPort) -> bool:
    """Return whether two ports exclude each other: an unspecified address means all of them."""
    if (one.protocol, one.port) != (other.protocol, other.port):
        return False
    addresses = _address(one.ip), _address(other.ip)
    return addresses[0] == addresses[1] or any(a is not None and a.is_unspecified for a in addresses)


@lru_cache(maxsize=1024)
def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
