"""The running pods as the descheduler sees them: which of them it may evict, and which nodes they fit on.

Follows pkg/framework/plugins/defaultevictor and pkg/descheduler/node/node.go of descheduler 0.36: mirror pods, pods
with local storage and, as in its chart, pods with a claim are protected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from scheduler_core.advice.room import Room
from scheduler_core.kubernetes.objects.affinity import PodAffinityTerm
from scheduler_core.kubernetes.objects.cluster import PodDisruptionBudget
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.scheduler.cluster.columns import BoolArray
from scheduler_core.scheduler.cluster.snapshot import POD_COUNT, Snapshot
from scheduler_core.scheduler.plugins.helper import required_node_affinity, tolerated_nodes
from scheduler_core.simulation.run.simulation import Simulation

SYSTEM_CRITICAL = 2_000_000_000
_EVICT, _KEEP = "descheduler.alpha.kubernetes.io/evict", "descheduler.alpha.kubernetes.io/prefer-no-eviction"
_MIRROR, _SOURCE = "kubernetes.io/config.mirror", "kubernetes.io/config.source"
_LOCAL_STORAGE = ("emptyDir", "hostPath")
_PROTECTED_KINDS = ("DaemonSet", "Node")
_NOT_READY = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
_QOS_ORDER = ("BestEffort", "Burstable", "Guaranteed")


@dataclass(frozen=True)
class Evicted:
    """A pod that is evicted, the row of its node, and what the policy says of it."""

    policy: str
    pod: Pod
    row: int
    why: str
    operands: dict[str, str | int]


@dataclass
class DeschedulerCluster:
    """The cluster of a simulation, from which pods are evicted and in which the scheduler places their successors."""

    simulation: Simulation
    evicted: list[Evicted] = field(default_factory=list)
    refused: list[tuple[str, Pod, PodDisruptionBudget]] = field(default_factory=list)

    def __post_init__(self) -> None:
        own = self.simulation.handle.snapshot.altered({})
        self.room = Room(self.simulation, own, preempts=False)
        self.waiting: list[Pod] = []
        self._allowed: dict[int, int] = {}
        self.policy = ""
        self.start_round()

    @property
    def snapshot(self) -> Snapshot:
        return self.room.snapshot

    @property
    def nodes(self) -> tuple[Node, ...]:
        return self.snapshot.nodes

    @cached_property
    def rows(self) -> list[int]:
        """The nodes that are ready, cordoned ones among them."""
        return [
            row
            for row, node in enumerate(self.nodes)
            if not any(taint.key in _NOT_READY for taint in node.taints)
        ]

    def start_round(self) -> None:
        """Let budgets allow again what they do, less the pods that wait for a node."""
        self.evicted, self.refused = [], []
        budgets = self.simulation.scenario.objects.budgets
        self._allowed = {
            index: budget.disruptions_allowed - sum(_covers(budget, pod) for pod in self.waiting)
            for index, budget in enumerate(budgets)
        }

    def evictable_on(self, row: int) -> list[Pod]:
        """Return the node's pods that may be evicted, in the order in which they came."""
        return [pod for pod in self.snapshot.pods_on(row) if self.is_evictable(pod)]

    def is_evictable(self, pod: Pod) -> bool:
        """Return whether the evictor's filter lets a pod be evicted."""
        template, annotations = pod.template, self._annotations(pod)
        if _EVICT in annotations:
            return True
        controller = template.controller
        return not (
            template.terminating
            or template.priority >= SYSTEM_CRITICAL
            or controller is None
            or controller.kind in _PROTECTED_KINDS
            or any(volume.claim or volume.ephemeral for volume in template.volumes)
            or _is_of_node(annotations)
            or _has_local_storage(self._manifest(pod))
        )

    def fits_elsewhere(self, pod: Pod, rows: Iterable[int]) -> bool:
        """Return whether a pod fits on one of these nodes besides its own, by the descheduler's few rules."""
        own = self.snapshot.node_of(pod.key)
        return any(row != own and self._fits(pod, row) for row in rows)

    def fits(self, pod: Pod, rows: Iterable[int]) -> bool:
        """Return whether a pod fits on one of these nodes, its own among them."""
        return any(self._fits(pod, row) for row in rows)

    def may_run(self, template: PodTemplate) -> BoolArray:
        """Return per node whether a pod's selector, required affinity and tolerations allow it, cordoned or not."""
        columns = self.snapshot.columns
        return required_node_affinity(columns, template) & tolerated_nodes(columns, template.tolerations)

    def by_priority(self, pods: Iterable[Pod]) -> list[Pod]:
        """Return pods in the order of eviction: by priority, then by class of service, then by annotation.

        Follows SortPodsBasedOnPriorityLowToHigh of pkg/descheduler/pod/pods.go.
        """
        return sorted(
            pods,
            key=lambda pod: (
                pod.template.priority,
                _QOS_ORDER.index(quality_of_service(self._manifest(pod))),
                _KEEP in self._annotations(pod),
            ),
        )

    def evict(self, pod: Pod, why: str, **operands: str | int) -> bool:
        """Evict a pod for the policy that runs and return True, unless a budget keeps it."""
        budgets = self.simulation.scenario.objects.budgets
        covering = [index for index, budget in enumerate(budgets) if _covers(budget, pod)]
        if blocking := [i for i in covering if self._allowed[i] < 1 or len(covering) > 1]:
            self.refused.append((self.policy, pod, budgets[blocking[0]]))
            return False
        for index in covering:
            self._allowed[index] -= 1
        self.evicted.append(Evicted(self.policy, pod, self.snapshot.forget(pod), why, operands))
        return True

    def _fits(self, pod: Pod, row: int) -> bool:
        """Return whether a node takes a pod (NodeFit).

        It is schedulable, selected and tolerated, has no pod that the pod's own anti-affinity keeps away, and has room
        unless the pod is there already.
        """
        node = self.nodes[row]
        if node.unschedulable or not self._may_run(pod.template)[row] or self._is_kept_away(pod, row):
            return False
        return self.snapshot.node_of(pod.key) == row or self._has_room(pod, row)

    def _may_run(self, template: PodTemplate) -> BoolArray:
        if template not in self._masks:
            self._masks[template] = self.may_run(template)
        return self._masks[template]

    @cached_property
    def _masks(self) -> dict[PodTemplate, BoolArray]:
        return {}

    def _has_room(self, pod: Pod, row: int) -> bool:
        allocatable, requested = self.snapshot.allocatable, self.snapshot.requested
        if allocatable["pods"][row] <= requested[POD_COUNT][row]:
            return False
        return all(
            amount <= allocatable[name][row] - requested[name][row]
            for name, amount in pod.template.requests.items()
        )

    def _is_kept_away(self, pod: Pod, row: int) -> bool:
        terms = pod.template.affinity.pod_anti.required
        return any(
            term.topology_key in self.nodes[row].labels and self.matches(term, other)
            for term in terms
            for other in self.snapshot.pods_on(row)
            if other.key != pod.key
        )

    def matches(self, term: PodAffinityTerm, pod: Pod) -> bool:
        """Return whether a term of pod affinity is about a pod."""
        namespace = self.simulation.scenario.objects.namespaces.get(pod.namespace, {})
        return term.matches(pod.namespace, pod.template.labels, namespace)

    def _manifest(self, pod: Pod) -> Manifest:
        return self.simulation.scenario.objects.manifests.get(("Pod", pod.key)) or {}

    def _annotations(self, pod: Pod) -> dict[str, str]:
        return (self._manifest(pod).get("metadata") or {}).get("annotations") or {}


def _is_of_node(annotations: dict[str, str]) -> bool:
    """Return whether the kubelet makes the pod of a file: a static pod, or the mirror of one."""
    return _MIRROR in annotations or annotations.get(_SOURCE, "api") != "api"


def _has_local_storage(manifest: Manifest) -> bool:
    """Return whether data of the pod is on its node (IsPodWithLocalStorage)."""
    volumes = (manifest.get("spec") or {}).get("volumes") or ()
    return any(kind in volume for volume in volumes for kind in _LOCAL_STORAGE)


def quality_of_service(manifest: Manifest) -> str:
    """Return the class of a pod: Guaranteed if all containers have limits of cpu and memory as their requests."""
    spec = manifest.get("spec") or {}
    resources = [
        container.get("resources") or {}
        for key in ("containers", "initContainers")
        for container in spec.get(key) or ()
    ]
    if not any(container.get("requests") or container.get("limits") for container in resources):
        return "BestEffort"
    is_guaranteed = all(_is_limited(container, name) for container in resources for name in (CPU, MEMORY))
    return "Guaranteed" if is_guaranteed else "Burstable"


def _is_limited(resources: Manifest, name: str) -> bool:
    limit = (resources.get("limits") or {}).get(name)
    return limit is not None and (resources.get("requests") or {}).get(name, limit) == limit


def _covers(budget: PodDisruptionBudget, pod: Pod) -> bool:
    return budget.meta.namespace == pod.namespace and budget.selector.matches(pod.template.labels)
