"""What becomes of the pods of nodes if these go: a pass of the provisioner without them.

Mirrors SimulateScheduling of pkg/controllers/disruption/helpers.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler_core import allowance
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.provisioning.provisioner import new_scheduler, pending_pods
from scheduler_core.autoscaling.provisioning.refusals import PodError
from scheduler_core.autoscaling.provisioning.scheduler import Results
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.autoscaling.state.reschedulable import (
    currently_reschedulable_pods,
    is_currently_reschedulable,
)
from scheduler_core.autoscaling.state.statenode import StateNode

from .candidates import Candidate

_LISTED = 5  # pods whose errors are written out


@dataclass(frozen=True, slots=True)
class ReliesOnUninitialized:
    """The pod would go to a node that is not initialized, and may never be."""

    node: StateNode

    def __str__(self) -> str:
        return f"would schedule against uninitialized {self.node.described}"


@dataclass(frozen=True, slots=True)
class PodsWouldNotSchedule:
    """Pods for which there would be no node."""

    errors: tuple[tuple[Pod, PodError | ReliesOnUninitialized], ...]

    def __str__(self) -> str:
        listed = "".join(f"{pod.key} => {error} " for pod, error in self.errors[:_LISTED])
        more = len(self.errors) - _LISTED
        return "Not all pods would schedule, " + listed + (f" and {more} other(s)" if more >= 0 else "")


@dataclass(slots=True)
class Simulation:
    """The results of a pass. `errors` are those of pods that were not pending anyway."""

    results: Results
    errors: list[tuple[Pod, PodError | ReliesOnUninitialized]] = field(default_factory=list)

    @property
    def failed(self) -> PodsWouldNotSchedule | None:
        return PodsWouldNotSchedule(tuple(self.errors)) if self.errors else None


def simulate(cluster: Cluster, candidates: Sequence[Candidate], recorder: Recorder) -> Simulation | None:
    """Place the pods of the candidates, and all that wait, on the other nodes; None if no NodePool is usable."""
    allowance.check()
    going = {candidate.name for candidate in candidates}
    nodes = [node for node in cluster.nodes if not node.deleting and node.name not in going]
    pods = pending_pods(cluster, Recorder(recorder.events))
    for candidate in candidates:
        pods += (pod for pod in candidate.pods if is_currently_reschedulable(cluster, pod, recorder))
    of_deleting = [
        pod
        for node in cluster.nodes
        if node.deleting
        for pod in currently_reschedulable_pods(cluster, node, recorder)
    ]
    pods += of_deleting
    quiet = Recorder(recorder.events)  # it writes no log
    scheduler = new_scheduler(cluster, quiet, pods, nodes, strict=False)
    if scheduler is None:
        return None
    results = scheduler.solve(pods)
    results.truncate_instance_types()
    errors: dict[Pod, PodError | ReliesOnUninitialized] = dict(results.pod_errors)
    for existing in results.existing_nodes:
        if not existing.state.initialized:
            for pod in existing.pods:
                if pod not in of_deleting:
                    errors[pod] = ReliesOnUninitialized(existing.state)
    listed = sorted(errors.items(), key=lambda item: (item[0].namespace, item[0].name))
    return Simulation(results, [(pod, error) for pod, error in listed if not pod.provisionable])
