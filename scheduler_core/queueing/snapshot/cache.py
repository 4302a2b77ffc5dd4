"""What is admitted, from cycle to cycle: the quota tree, the workloads that hold quota, the topologies.

Mirrors pkg/cache/scheduler/cache.go and clusterqueue.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core import allowance
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.cluster_queue import ClusterQueue, Cohort
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.topology.cache import TopologyCache
from scheduler_core.queueing.topology.snapshot import LeafState

from .hierarchy import find_roots
from .info import WorkloadInfo, read_info
from .quota_tree import CohortNode, QueueNode
from .snapshot import QueueSnapshot, Snapshot


@dataclass(frozen=True, slots=True)
class Inactivity:
    """Why a ClusterQueue cannot admit: reason and message of its condition Active."""

    reason: str
    message: str


class Cache:
    """The state that all cycles share.

    `inactive` says why ClusterQueues cannot admit, by name.
    """

    def __init__(self, objects: QueueingObjects, gates: Gates) -> None:
        self._objects = objects
        self._gates = gates
        self._topologies = TopologyCache(
            objects.flavors.values(), objects.topologies, objects.nodes, objects.pods, gates
        )
        self._in_topology = {f.name for f in objects.flavors.values() if f.topology in objects.topologies}
        self._workloads: dict[str, dict[str, WorkloadInfo]] = {name: {} for name in objects.cluster_queues}
        self._queue_of: dict[str, str] = {}
        self._cohorts = _cohorts(objects)
        self._roots = find_roots(self._cohorts)
        self.inactive = {
            name: inactivity
            for name, queue in sorted(objects.cluster_queues.items())
            if (inactivity := self._inactivity(queue))
        }
        self._tree = _Tree(objects.cluster_queues, self._whole(self._cohorts))
        self._generations = dict.fromkeys(objects.cluster_queues, 1)
        self._shared: Snapshot | None = None
        self._changed: set[str] = set()  # ClusterQueues that the shared snapshot has otherwise

    def update(self, workload: Workload) -> None:
        """Count a workload that holds quota, and one that does not no more (AddOrUpdateWorkload)."""
        self.delete(workload.key)
        if (
            workload.admission is None
            or not workload.active
            or workload.finished
            or not workload.reserves_quota
        ):
            return
        name = workload.admission.cluster_queue
        if name not in self._workloads:
            return
        info = read_info(workload, self._gates)
        self._workloads[name][workload.key] = info
        self._queue_of[workload.key] = name
        self._changed.add(name)
        for fr, amount in info.usage.quota.items():
            self._tree.queues[name].add_usage(fr, amount)
        self._topologies.add(info.usage.topology)

    def delete(self, key: str) -> None:
        """Count a workload no more, if it was counted (DeleteWorkload)."""
        name = self._queue_of.pop(key, None)
        if name is None:
            return
        info = self._workloads[name].pop(key)
        self._changed.add(name)
        for fr, amount in info.usage.quota.items():
            self._tree.queues[name].remove_usage(fr, amount)
        self._topologies.remove(info.usage.topology)
        self._generations[name] += 1

    def holds(self, key: str) -> bool:
        """Return whether a workload is counted (IsAdded)."""
        return key in self._queue_of

    def shared_snapshot(self) -> Snapshot:
        """Return the snapshot that one cycle after the other changes, as things are now.

        What the last cycle changed in it is taken back.
        """
        if self._shared is None:
            self._changed.clear()
            self._shared = self._copied(self._changed)
        elif self._changed:
            self._renew(self._shared)
        self._topologies.renew(self._shared.topologies)
        return self._shared

    def snapshot(self) -> Snapshot:
        """Return a snapshot of its own; ClusterQueues that cannot admit are left out (Snapshot)."""
        return self._copied(set())

    def _copied(self, changed: set[str]) -> Snapshot:
        """Return a snapshot that notes in `changed` the ClusterQueues that are changed in it."""
        topologies = self._topologies.snapshot() if self._gates.topology_aware_scheduling else {}
        queues = {}
        for name, spec in self._objects.cluster_queues.items():
            if name not in self.inactive:
                allowance.check()
                flavors = [flavor for group in spec.quotas.groups for flavor in group.flavors]
                queues[name] = QueueSnapshot(
                    spec,
                    {flavor: topologies[flavor] for flavor in flavors if flavor in topologies},
                    topology_only=all(flavor in self._in_topology for flavor in flavors),
                    changed=changed,
                )
                queues[name].hold(self._workloads[name], self._generations[name])
        cohorts = self._tree.copied(queues)
        return Snapshot(
            queues,
            cohorts,
            self._objects.flavors,
            frozenset(self.inactive),
            topologies,
            self._gates,
        )

    def _renew(self, snapshot: Snapshot) -> None:
        """Give the ClusterQueues that were changed, and the cohorts above them, what they have now."""
        above: dict[str, CohortNode] = {}
        for name in self._changed:
            allowance.check()
            if queue := snapshot.queues.get(name):
                queue.hold(self._workloads[name], self._generations[name])
                queue.take_usage(self._tree.queues[name])
            above |= {cohort.name: cohort for cohort in self._tree.queues[name].ancestors()}
        for name, cohort in above.items():
            snapshot.cohorts[name].take_usage(cohort)
        self._changed.clear()

    @property
    def queues(self) -> Mapping[str, QueueNode]:
        """All ClusterQueues with what they use, the inactive ones too."""
        return self._tree.queues

    @property
    def cohorts(self) -> Mapping[str, CohortNode]:
        return self._tree.cohorts

    def topology_state(self) -> dict[str, LeafState]:
        """Return what is free and used of the leaves of each flavor's topology."""
        if not self._gates.topology_aware_scheduling:
            return {}
        return {name: topology.state() for name, topology in sorted(self._topologies.snapshot().items())}

    def _whole(self, cohorts: Mapping[str, Cohort]) -> dict[str, Cohort]:
        """Return the cohorts whose parents end at a root."""
        return {name: cohort for name, cohort in cohorts.items() if self._roots[name]}

    def _inactivity(self, queue: ClusterQueue) -> Inactivity | None:
        """Return why a ClusterQueue cannot admit (updateQueueStatus, inactiveReason).

        Kueue passes over those in a ring of cohorts as well, and says so in its log alone (skipInactiveCQReason).
        """
        causes: list[Inactivity] = []
        if queue.cohort and not self._roots[queue.cohort]:
            causes.append(
                Inactivity("HasCycle", f"the parents of cohort {queue.cohort} lead back to one of them")
            )
        flavors = [name for group in queue.quotas.groups for name in group.flavors]
        if queue.stopped:
            causes.append(Inactivity("Stopped", "is stopped"))
        if missing := [name for name in flavors if name not in self._objects.flavors]:
            listed = ",".join(missing)
            causes.append(Inactivity("FlavorNotFound", f"references missing ResourceFlavor(s): {listed}"))
        for name in sorted(set(flavors) & self._objects.flavors.keys()):
            topology = self._objects.flavors[name].topology
            if topology and name not in self._in_topology and self._gates.topology_aware_scheduling:
                text = f'there is no Topology "{topology}" for TAS flavor "{name}"'
                causes.append(Inactivity("TopologyNotFound", text))
        if not causes:
            return None
        listed = ", ".join(reason.message for reason in causes)
        return Inactivity(causes[0].reason, f"Can't admit new workloads: {listed}.")


class _Tree:
    """The nodes of ClusterQueues and Cohorts, linked."""

    def __init__(self, queues: Mapping[str, ClusterQueue], cohorts: Mapping[str, Cohort]) -> None:
        self._specs = cohorts
        self.queues = {name: QueueNode(spec) for name, spec in queues.items()}
        self.cohorts = _linked(cohorts, self.queues)
        for cohort in self.cohorts.values():
            if cohort.parent is None:
                cohort.accumulate()

    def copied(self, queues: Mapping[str, QueueSnapshot]) -> dict[str, CohortNode]:
        """Return cohorts for the ClusterQueues of a snapshot, all with their usage and quota of now."""
        cohorts = _linked(self._specs, queues)
        for name, queue in queues.items():
            queue.take_amounts(self.queues[name])
        for name, cohort in cohorts.items():
            cohort.take_amounts(self.cohorts[name])
        return cohorts


def _linked(cohorts: Mapping[str, Cohort], queues: Mapping[str, QueueNode]) -> dict[str, CohortNode]:
    """Return the cohorts, none of which is in a ring, with their children."""
    nodes = {name: CohortNode(spec) for name, spec in sorted(cohorts.items())}
    for name, node in nodes.items():
        if parent := nodes.get(cohorts[name].parent):
            node.parent = parent
            parent.cohorts.append(node)
    for _, queue in sorted(queues.items()):
        if cohort := nodes.get(queue.spec.cohort):
            queue.parent = cohort
            cohort.queues.append(queue)
    return nodes


def _cohorts(objects: QueueingObjects) -> dict[str, Cohort]:
    """Return all cohorts; those that are only named have no quota and no parent, and a weight that does not matter."""
    named = {queue.cohort for queue in objects.cluster_queues.values()}
    named |= {cohort.parent for cohort in objects.cohorts.values()}
    return {name: Cohort(name, weight=0.0) for name in sorted(named) if name} | objects.cohorts
