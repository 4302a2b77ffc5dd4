"""The scheduler of a play: the queue and cycles of a run, over a cluster in which pods and nodes come and go."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.cycle.search import MIN_FEASIBLE_NODES
from scheduler_core.scheduler.framework.assumed import AssumedVolumes
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind
from scheduler_core.simulation.run.hints import RequeueDecision
from scheduler_core.simulation.run.outcome import Outcome, Skipped
from scheduler_core.simulation.run.queue import QueuedPod
from scheduler_core.simulation.run.run import Run
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation


def cycle_seed(seed: int, number: int) -> int:
    """Return the seed of a cycle of a play: a run of the moment's content with it decides the same in cycle 0."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:4])


class Scheduler:
    """Schedules the pods of a play. A change of nodes or of the configuration makes a new simulation."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        # Pods come and go one by one here: pod groups are not in force.
        scenario = replace(scenario, gates=())
        self._scenario, self._seed, self._number = scenario, seed, 0
        self.run = Run(Simulation(scenario, scenario.version))
        self._stale = False
        self._changed: dict[str, Node] | None = {}

    @property
    def _simulation(self) -> Simulation:
        return self.run.simulation

    def set_objects(self, objects: Objects, changed: Node | None = None) -> None:
        """Take other objects; `changed` is the node that differs, None if more does or nodes came or went."""
        self._scenario = replace(self._scenario, objects=objects)
        self._stale = True
        snapshot = self._simulation.handle.snapshot
        row = None if changed is None else snapshot.index.get(changed.name)
        # The order of nodes depends on their zones.
        if changed is None or row is None or snapshot.nodes[row].zone_key != changed.zone_key:
            self._changed = None
        elif self._changed is not None:
            self._changed[changed.name] = changed

    def configure(self, config: Manifest, objects: Objects) -> None:
        """Take another configuration, over these objects; raise InvalidInput. All that wait are tried again."""
        content = Scenario.from_content({"objects": [], "config": config}, version=self._scenario.version)
        self._scenario = replace(
            self._scenario, objects=objects, config=content.config, config_manifest=config
        )
        self._refresh(anew=True)

    @property
    def configuration(self) -> Manifest | None:
        """The KubeSchedulerConfiguration, None for the default."""
        return self._scenario.config_manifest

    def refresh(self, objects: Objects) -> None:
        """Make the simulation of these objects, if nodes have changed."""
        if self._stale:
            self._scenario = replace(self._scenario, objects=objects)
            self._refresh(anew=False)

    @property
    def stale(self) -> bool:
        """Whether nodes have changed since the last cycle."""
        return self._stale

    def _refresh(self, *, anew: bool) -> None:
        former, snapshot = self._simulation, None
        if self._changed is not None and not anew:
            before = former.handle.snapshot
            snapshot = before.altered({before.index[name]: node for name, node in self._changed.items()})
        simulation = Simulation(self._scenario, self._scenario.version, snapshot=snapshot)
        for pod, node in former.handle.nominator:
            if pod.key in simulation.waiting:
                simulation.handle.nominator.add(pod, node)
        volumes = former.handle.volumes
        simulation.handle.volumes = AssumedVolumes(dict(volumes.bound), dict(volumes.selected))
        simulation.bound_count = former.bound_count
        simulation.start_index = former.start_index % max(len(simulation.handle.snapshot), 1)
        now = self.run.now
        self.run = Run(simulation, None if anew else self.run.queue)
        self.run.now = now
        self._stale, self._changed = False, {}

    # ---- pods ----

    def add(self, pod: Pod) -> None:
        """Let a pod wait for a node."""
        self.run.add(pod)

    def place(self, pod: Pod) -> None:
        """Let a pod with a node of its own (nodeName) take its place."""
        snapshot = self._simulation.handle.snapshot
        if pod.node_name in snapshot.index:
            snapshot.assume(pod, snapshot.index[pod.node_name])
            self.run.deliver(ClusterEvent(EventKind.AssignedPodAdd, pod))

    def change(self, former: Pod, pod: Pod) -> None:
        """Let a pod be as it is now, on the node where it is or in the queue."""
        snapshot = self._simulation.handle.snapshot
        if snapshot.node_of(pod.key) is not None:
            snapshot.assume(pod, snapshot.forget(former))

    def remove(self, pod: Pod) -> None:
        """Let a pod be gone, and tell those that wait."""
        is_placed = self._simulation.handle.snapshot.node_of(pod.key) is not None
        if is_placed or pod.key in self._simulation.waiting:
            self.run.delete(pod.key)

    def retry_all(self) -> None:
        """Try all pods again that wait: the cluster has changed in a way that may help them."""
        self.run.queue.move(lambda _: RequeueDecision(requeue=True), self.run.now)

    def pod(self, pod_key: str) -> Pod:
        """Return a pod on a node; raise KeyError."""
        return self._simulation.handle.snapshot.pod(pod_key)

    def nominated_node(self, pod_key: str) -> str:
        """Return the node on which others are evicted for a pod, "" without one."""
        return self._simulation.handle.nominator.node_of(pod_key)

    # ---- cycles ----

    def move_to(self, now: float) -> None:
        """Let the queue know the time; backoffs may have ended."""
        self.run.now = now
        self.run.queue.end_backoff(now)

    def next_ready(self) -> float | None:
        """Return when a backoff ends, None if no pod is in backoff."""
        return self.run.queue.next_ready()

    def pop(self) -> QueuedPod | None:
        """Take the next pod that is ready."""
        return self.run.queue.pop()

    def attempt(self, queued: QueuedPod) -> tuple[int, CycleRecord | Skipped, Outcome]:
        """Make the cycle of a pod; return its seed, its record and what it decides, which is not applied yet."""
        simulation, seed = self._simulation, cycle_seed(self._seed, self._number)
        self._number += 1
        simulation.seed, simulation.cycle_count, simulation.batch = seed, 0, None
        if len(simulation.handle.snapshot) < MIN_FEASIBLE_NODES:
            simulation.start_index = 0
        result = simulation.compute(queued.pod.key)
        return seed, result, self.run.conclude(queued, result)

    def bind(self, outcome: Outcome) -> None:
        """Apply an outcome without its victims, which have time to end."""
        for event in self._simulation.apply(replace(outcome, victims=())):
            self.run.deliver(event)
