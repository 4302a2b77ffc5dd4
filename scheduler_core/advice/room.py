"""A copy of a run's cluster in which pods are placed one after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from scheduler_core.controlplane.workloads import with_claims
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import Problems
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.cycle import CycleRecord, find_feasible, schedule_one
from scheduler_core.scheduler.framework.assumed import AssumedVolumes
from scheduler_core.scheduler.framework.claims import Claims, ClaimWrites
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle, Nominator
from scheduler_core.scheduler.framework.interfaces import Rows
from scheduler_core.scheduler.framework.profile import Profile
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import Verdicts, unresolvable
from scheduler_core.scheduler.plugins.registry import make_profile
from scheduler_core.simulation.run.simulation import Simulation

_REMOVED = unresolvable("node(s) were removed")


class _RemovedNodes:
    """Rejects the nodes that are to go; their columns stay where they are."""

    name = "RemovedNodes"

    def __init__(self, snapshot: Snapshot) -> None:
        self.mask = np.zeros(len(snapshot), dtype=bool)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        removed = self.mask[rows]
        verdicts = Verdicts(len(removed))
        verdicts.reject(removed, _REMOVED)
        return verdicts


def further(pod: Pod, name: str) -> Pod:
    """Return another pod of the same class that does not exist yet: it runs nowhere, and has no claims."""
    return replace(pod, name=name, uid="", node_name="", claim_names={})


def with_devices(objects: Objects, added: Sequence[tuple[Node, Node]]) -> Objects:
    """Return the objects with the slices of added nodes, copied from the node that each is like."""
    devices = objects.devices
    copies = [
        replace(
            pool,
            name=f"{pool.name}-{new.name}",
            pool=new.name if pool.pool == like.name else f"{pool.pool}-{new.name}",
            nodes=replace(pool.nodes, node_name=new.name),
        )
        for like, new in (added if devices.slices else ())
        for pool in devices.slices
        if pool.nodes.node_name == like.name
    ]
    if not copies:
        return objects
    return replace(objects, devices=replace(devices, slices=[*devices.slices, *copies]))


class Room:
    """A cluster in which pods are placed one after another: that of a simulation, with a snapshot of its own.

    Without `preempts` a pod that does not fit is not tried by preemption. `claims` are those of the snapshot's pods if
    they are not the simulation's. `added` nodes, each after the node that it is like, offer the devices of that node.
    """

    def __init__(
        self,
        simulation: Simulation,
        snapshot: Snapshot,
        *,
        preempts: bool = True,
        claims: Claims | None = None,
        added: Sequence[tuple[Node, Node]] = (),
    ) -> None:
        former, self.snapshot, self.config = simulation.handle, snapshot, simulation.config
        nominator = Nominator()
        for pod, node in former.nominator:
            nominator.add(pod, node)
        volumes = AssumedVolumes(dict(former.volumes.bound), dict(former.volumes.selected))
        self.claims = (former.claims if claims is None else claims).copy()
        objects = with_devices(former.objects, added)
        version = former.version.with_gates(())  # pods are placed without their groups
        handle = Handle(self.snapshot, objects, version, nominator, volumes, self.claims)
        self._templates = objects.devices.templates
        self._removed, self._start = _RemovedNodes(self.snapshot), 0
        self._frameworks = {
            profile.scheduler_name: Framework(self._profile(profile, preempts=preempts), handle)
            for profile in (make_profile(p, handle, Problems()) for p in self.config.profiles)
        }

    def _profile(self, profile: Profile, *, preempts: bool) -> Profile:
        post_filter = profile.post_filter if preempts else []
        return replace(profile, filter=[*profile.filter, self._removed], post_filter=post_filter)

    def remove(self, rows: Iterable[int], *, removed: bool = True) -> None:
        """Take nodes, by index, out of the reach of pods, or give them back."""
        self._removed.mask[list(rows)] = removed

    def attempt(self, pod: Pod) -> CycleRecord:
        """Return the cycle of a pod; that of another scheduler's pod has only an error."""
        framework, percentage = self._frameworks.get(pod.template.scheduler_name), self.config.percentage
        if framework is None:
            return self._of_another_scheduler(pod)
        record = schedule_one(framework, pod, percentage=percentage, start_index=self._start, rng=None)
        self._start = record.next_start_index
        return record

    def filtered(self, pod: Pod) -> CycleRecord:
        """Return the filters' answers for a pod on all nodes, without scores."""
        framework = self._frameworks.get(pod.template.scheduler_name)
        if framework is None:
            return self._of_another_scheduler(pod)
        return find_feasible(framework, pod, percentage=100, start_index=0)

    def feasible(self, pod: Pod) -> list[int]:
        """Return the indices of all nodes that pass the filters."""
        listed: list[int] = self.filtered(pod).feasible.tolist()
        return listed

    def place(self, pod: Pod) -> CycleRecord:
        """Return the cycle of a pod, which has its node then if there is one, and devices for its claims.

        Claims are made of the pod's templates as by their controller, and forgotten if it finds no node.
        """
        pod, made = with_claims(pod, self._templates, self.claims)
        for claim in made:
            self.claims.write(claim.key, claim)
        record = self.attempt(pod)
        if record.selected is not None:
            self.snapshot.assume(pod, record.selected)
            if (writes := record.state.get(ClaimWrites)) is not None:
                self.claims.apply(writes)
        else:
            for claim in made:
                self.claims.write(claim.key, None)
        return record

    def forget(self, pod: Pod) -> None:
        """Remove a placed pod; its own claims are deleted, and shared ones without other users deallocated."""
        self.snapshot.forget(self.snapshot.pod(pod.key))
        if pod.template.resource_claims:
            self.claims.apply(self.claims.released_by([pod]))

    def start_over(self) -> None:
        """Let the next cycle begin its search at the first node."""
        self._start = 0

    def _of_another_scheduler(self, pod: Pod) -> CycleRecord:
        name = pod.template.scheduler_name
        error = f"{name} decides where it goes: the configuration has no profile of this name"
        return CycleRecord(pod, next(iter(self._frameworks.values())), error=error)
