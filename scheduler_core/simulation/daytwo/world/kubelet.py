"""What the kubelets of a play do: containers start and get ready, and end within their grace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.simulation.daytwo.clock import Clock
from scheduler_core.simulation.daytwo.contract import Why
from scheduler_core.simulation.daytwo.played import PlayedNode
from scheduler_core.simulation.daytwo.played_pod import PlayedPod
from scheduler_core.simulation.daytwo.recording import why
from scheduler_core.simulation.steps.step import DEFAULT_READY, DEFAULT_STOP, Seconds

from .pod_records import PodRecords

_GRACE_SECONDS = 30


@dataclass(slots=True)
class Kubelet:
    """The kubelets of all nodes. `ready` and `stop` are how long containers take, drawn anew for each pod."""

    clock: Clock
    rng: Random
    records: PodRecords
    nodes: Mapping[str, PlayedNode]
    ready: Seconds = DEFAULT_READY
    stop: Seconds = DEFAULT_STOP

    def _draw(self, seconds: Seconds) -> float:
        return self.rng.uniform(seconds.least, seconds.most)

    def _is_reachable(self, name: str) -> bool:
        node = self.nodes.get(name)
        return node is not None and not node.lost

    # ---- start ----

    def start(self, pod: PlayedPod) -> None:
        """Let a pod's containers start, unless its node is lost; they are ready after a time that is drawn."""
        if self._is_reachable(pod.node):
            pod.running = pod.alive = True
            self.clock.plan(self.clock.now + self._draw(self.ready), lambda: self._become_ready(pod))

    def _become_ready(self, pod: PlayedPod) -> None:
        if not self.records.has(pod) or pod.deleting or not pod.alive or pod.ready_since is not None:
            return
        pod.ready_since = self.clock.now
        self.records.record("pod-ready", why("kubelet ready"), pod)
        if seconds := self.records.workloads.min_ready_seconds(pod.workload):
            self.clock.plan(self.clock.now + seconds, lambda: self._become_available(pod))
        self.records.changed(pod)

    def _become_available(self, pod: PlayedPod) -> None:
        seconds = self.records.workloads.min_ready_seconds(pod.workload)
        if self.records.has(pod) and pod.active and pod.available(self.clock.now, seconds):
            self.records.record("pod-available", why("min ready seconds", seconds=seconds), pod)
            self.records.changed(pod)

    # ---- end ----

    def resume_end(self, pod: PlayedPod) -> None:
        """Go on ending a pod of the scenario that was being deleted."""
        self.clock.plan(self._draw(self.stop), lambda: self.records.remove(pod, why("kubelet stopped")))

    def end(self, pod: PlayedPod) -> None:
        """Let a pod's containers end, unless its node is lost; they take a time that is drawn, at most their grace."""
        if not self._is_reachable(pod.node):
            return
        grace = mapping(pod.manifest, "spec").get("terminationGracePeriodSeconds")
        most = grace if isinstance(grace, int) else _GRACE_SECONDS
        seconds = min(self._draw(self.stop), float(most))
        self.clock.plan(self.clock.now + seconds, lambda: self._stopped(pod))

    def _stopped(self, pod: PlayedPod) -> None:
        if self._is_reachable(pod.node):
            self.records.remove(pod, why("kubelet stopped"))

    # ---- lost nodes ----

    def silence(self, name: str) -> None:
        """Let the pods of a node stop, without anything noticing yet."""
        for pod in self.records.on_node(name):
            pod.alive = False
            self.records.changed(pod)

    def lose_ready(self, name: str, cause: Why) -> None:
        """Let the pods of a silent node count as not ready."""
        for pod in self.records.on_node(name):
            if pod.ready_since is not None:
                pod.ready_since = None
                self.records.record("pod-unready", cause, pod)
                self.records.changed(pod)

    def resume(self, name: str) -> None:
        """Let a node be back: pods that were deleted meanwhile end, the others start again."""
        for pod in self.records.on_node(name):
            if pod.deleting:
                self.end(pod)
            elif not pod.finished:
                pod.ready_since = None
                self.start(pod)
                self.records.changed(pod)
