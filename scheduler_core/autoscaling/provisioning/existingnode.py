"""A node of the cluster, and the pods that this pass places on it.

Mirrors pkg/controllers/provisioning/scheduling/existingnode.go @ v1.13.0.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.quantities import Amounts, fits, minus
from scheduler_core.autoscaling.objects.requirement import one_of
from scheduler_core.autoscaling.objects.requirements import Requirements, of_labels
from scheduler_core.autoscaling.objects.settings import Settings
from scheduler_core.autoscaling.objects.taints import untolerated
from scheduler_core.autoscaling.state.hostportusage import HostPortUsage
from scheduler_core.autoscaling.state.statenode import StateNode
from scheduler_core.autoscaling.state.volumeusage import Volumes, exceeded_limit, united
from scheduler_core.kubernetes.objects.node import HOSTNAME

from .refusals import DoesNotFit, IncompatibleRequirements, NodeRefusal
from .topology import Tie, Topology
from .topologygroup import UnsatisfiableTopology
from .volumetopology import Alternatives

_NO_VOLUMES: Alternatives = (Requirements(),)


@dataclass(frozen=True, slots=True)
class Placement:
    """What becomes of a node's requirements when a pod is added."""

    requirements: Requirements
    ties: tuple[Tie, ...] = ()


class ExistingNode:
    """A node with the room that its pods and the daemons that should run there leave."""

    def __init__(self, state: StateNode, topology: Topology, settings: Settings, daemons: Amounts) -> None:
        self.state = state
        self.pods: list[Pod] = []
        self.requirements = of_labels(state.labels).plus(one_of(HOSTNAME, state.hostname))
        missing = minus(daemons, state.daemon_requests)
        self._remaining = minus(state.available, {name: max(a, 0) for name, a in missing.items()})
        self._ports = HostPortUsage(pod for pod in state.pods if not pod.terminal)
        self._volumes = state.volumes
        self._topology = topology
        self._settings = settings
        topology.register(HOSTNAME, state.hostname)

    def can_add(self, pod: Pod, alternatives: Alternatives, volumes: Volumes) -> Placement | NodeRefusal:
        """Return what becomes of the node with the pod, or why it cannot be added."""
        if refused := self._has_no_room(pod, volumes):
            return refused
        wanted = pod.wanted(ignores_preferences=self._settings.ignores_preferences)
        if incompatible := self.requirements.incompatible(wanted):
            return incompatible
        requirements = self.requirements.plus(*wanted.values())
        for alternative in alternatives or _NO_VOLUMES:
            result = self._with_volumes(pod, requirements, alternative)
            if isinstance(result, Placement):
                return result
        return result

    def _has_no_room(self, pod: Pod, volumes: Volumes) -> NodeRefusal | None:
        """Return the first check that fails of those that do not look at labels."""
        attached, limits = self._volumes, self.state.volume_limits
        return (
            untolerated(self.state.taints, pod.tolerations)
            or (exceeded_limit(united(attached, volumes), limits) if limits else None)
            or (self._ports.conflict(pod) if pod.host_ports else None)
            or (None if fits(pod.requests, self._remaining) else DoesNotFit())
        )

    def _with_volumes(
        self, pod: Pod, requirements: Requirements, volumes: Requirements
    ) -> Placement | NodeRefusal:
        if volumes:
            if incompatible := requirements.incompatible(volumes):
                return IncompatibleRequirements(incompatible, of_volumes=True)
            requirements = requirements.plus(*volumes.values())
        tightened = self._topology.add_requirements(pod, pod.strict_requirements, requirements)
        if isinstance(tightened, UnsatisfiableTopology):
            return tightened
        of_topology, ties = tightened
        if incompatible := requirements.incompatible(of_topology):
            return incompatible
        return Placement(of_topology, ties)

    def add(self, pod: Pod, placement: Placement, volumes: Volumes) -> None:
        self.pods.append(pod)
        self._remaining = minus(self._remaining, pod.requests)
        self.requirements = placement.requirements
        self._topology.record(pod, self.state.taints, self.requirements)
        self._ports.add(pod)
        self._volumes = united(self._volumes, volumes)
