"""The pods of a play: what may be done to one, each with its moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from scheduler_core import allowance
from scheduler_core.controlplane.workloads.names import generated_name
from scheduler_core.controlplane.workloads.pods import namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import TooLarge
from scheduler_core.sentences import worded
from scheduler_core.simulation.daytwo.clock import Clock
from scheduler_core.simulation.daytwo.contract import Why
from scheduler_core.simulation.daytwo.played_pod import PlayedPod, PodMaker, owner_key, played_pod
from scheduler_core.simulation.daytwo.recording import why
from scheduler_core.simulation.daytwo.scheduling import Scheduler

from .kubelet import Kubelet
from .pod_records import PodRecords

_PREEMPTED = {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}


@dataclass(slots=True)
class Pods:
    """The pods of a play. `on_placed` is called for each pod that gets a node."""

    records: PodRecords
    kubelet: Kubelet
    scheduler: Scheduler
    maker: PodMaker
    clock: Clock
    rng: Random
    on_placed: Callable[[PlayedPod], None]
    refused: set[str] = field(default_factory=set)
    """Pods whose eviction a budget refused."""
    _made: dict[str, int] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    @property
    def by_key(self) -> dict[str, PlayedPod]:
        """The pods by "namespace/name"."""
        return self.records.by_key

    def has(self, pod: PlayedPod) -> bool:
        """Return whether the pod is still there: not gone, and no other of its name."""
        return self.records.has(pod)

    def on_node(self, name: str) -> list[PlayedPod]:
        """Return the pods of a node."""
        return self.records.on_node(name)

    # ---- pods of the scenario ----

    def begin(self, pod: PlayedPod, *, is_ready: bool) -> None:
        """Take a pod of the scenario; one on a node runs, or goes on ending."""
        self._add(pod)
        if pod.node and not pod.finished:
            pod.running = pod.alive = True
            if is_ready:
                pod.ready_since = pod.created
        self.records.begin_stay(pod, 0)
        if pod.node:
            pod.stay["placed"] = 0
            if pod.deleting and not pod.finished:
                self.kubelet.resume_end(pod)

    def look_at(self, pod: PlayedPod) -> None:
        """Begin with a pod of the scenario as it is."""
        self.records.changed(pod)
        if pod.node:
            self.on_placed(pod)

    # ---- new pods ----

    def new_name(self, owner: str, namespace: str, base: str) -> str:
        """Return a name of a pod that no other has had."""
        number = self._made[owner] = self._made.get(owner, 0) + 1
        prefix = f"{namespace}/"
        name = generated_name(base, f"play/{owner}/{number}", _Within(self._names, prefix))
        self._names.add(prefix + name)
        return name

    def create(self, manifest: Manifest, cause: Why) -> PlayedPod | None:
        """Create a pod; return None if the API server refuses it. Raise TooLarge if that is one too many."""
        if len(self.by_key) >= (most := allowance.most_objects()):
            message = worded(
                "the steps ask for more than {most} pods at once: ask for fewer replicas", most=f"{most:,}"
            )
            raise TooLarge.of("steps", message)
        made = self.maker.make(manifest)
        if isinstance(made, str):
            self._record_refusal(manifest, made)
            return None
        stored, typed = made
        stored = {**stored, "metadata": {**stored["metadata"], "creationTimestamp": self.clock.timestamp()}}
        pod = played_pod(stored, typed, self.rng, self.clock.now)
        self._add(pod)
        self.records.begin_stay(pod, self.records.record("pod-created", cause, pod))
        self.records.store(pod, stored)
        self.records.changed(pod)
        if pod.node:
            self.scheduler.place(typed)
            self._started(pod, why("nodeName"), None)
        else:
            self.scheduler.add(typed)
        return pod

    def _record_refusal(self, manifest: Manifest, message: str) -> None:
        self.records.recorder.record(
            self.clock.now,
            "pod-refused",
            why("admission refused", message=message),
            pod=f"{namespace_of(manifest)}/{mapping(manifest, 'metadata')['name']}",
            workload=owner_key(manifest),
        )

    def _add(self, pod: PlayedPod) -> None:
        self.records.add(pod)
        self._names.add(pod.key)

    # ---- scheduling ----

    def place(self, pod: PlayedPod, cause: Why, seed: int) -> None:
        """Let a pod have the node that the scheduler bound it to."""
        pod.pod = self.scheduler.pod(pod.key)
        pod.node, pod.message = pod.pod.node_name, ""
        self.records.put_on_node(pod)
        self._started(pod, cause, seed)

    def _started(self, pod: PlayedPod, cause: Why, seed: int | None) -> None:
        pod.stay["placed"] = self.records.record("pod-placed", cause, pod, seed=seed)
        pod.stay["node"] = pod.node
        spec = {**pod.manifest["spec"], "nodeName": pod.node}
        status = {"phase": "Running", "startTime": pod.pod.start_time or self.clock.timestamp()}
        self.records.store(pod, {**pod.manifest, "spec": spec, "status": status})
        self.records.changed(pod)
        self.kubelet.start(pod)
        self.on_placed(pod)

    def reject(self, pod: PlayedPod, message: str, seed: int | None) -> None:
        """Write down why a pod waits, if that is news."""
        if message != pod.message:
            pod.message = message
            self.records.record("pod-pending", why("scheduler rejected", message=message), pod, seed=seed)

    def nominate(self, pod: PlayedPod) -> None:
        """Write the node on which others are evicted for a waiting pod into its status."""
        status = {k: v for k, v in mapping(pod.manifest, "status").items() if k != "nominatedNodeName"}
        if node := self.scheduler.nominated_node(pod.key):
            status["nominatedNodeName"] = node
        self.records.set_status(pod, status)

    # ---- the end of a pod ----

    def delete(self, pod: PlayedPod, cause: Why, *, at_once: bool = False) -> None:
        """Begin a pod's deletion. On a node it takes the time that its containers need to end, within their grace."""
        if at_once or not pod.node:
            self.records.remove(pod, cause)
        elif not pod.deleting:
            self._begin_end(pod, cause, self.maker.terminating(pod.pod), pod.manifest.get("status"))

    def preempt(self, pod: PlayedPod, cause: Why) -> None:
        """Begin the deletion of a victim, with the mark by which the pod that preempts knows to wait for it.

        Mirrors prepareCandidate of pkg/scheduler/framework/preemption/preemption.go @ v1.34.1.
        """
        if pod.deleting:
            return
        status = mapping(pod.manifest, "status")
        conditions = [*(status.get("conditions") or ()), _PREEMPTED]
        terminating = self.maker.terminating(pod.pod, preempted=True)
        self._begin_end(pod, cause, terminating, {**status, "conditions": conditions})

    def _begin_end(self, pod: PlayedPod, cause: Why, terminating: Pod, status: object) -> None:
        pod.deleting = True
        pod.stay["deleting"] = self.records.record("pod-deleting", cause, pod)
        former, pod.pod = pod.pod, terminating
        self.scheduler.change(former, terminating)
        meta = {**pod.manifest["metadata"], "deletionTimestamp": self.clock.timestamp()}
        self.records.store(pod, {**pod.manifest, "metadata": meta, "status": status})
        self.records.changed(pod)
        self.kubelet.end(pod)

    def finish(self, pod: PlayedPod, cause: Why) -> None:
        """Let a pod end with success; it keeps its object, and holds nothing of its node."""
        self.records.finish(pod, cause)


class _Within:
    """The names of one namespace among keys."""

    def __init__(self, keys: set[str], prefix: str) -> None:
        self._keys, self._prefix = keys, prefix

    def __contains__(self, name: object) -> bool:
        return f"{self._prefix}{name}" in self._keys
