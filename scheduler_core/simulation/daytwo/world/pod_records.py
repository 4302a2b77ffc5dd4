"""Which pods a play has, and what is written down as they change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.simulation.daytwo.clock import Clock
from scheduler_core.simulation.daytwo.contract import MomentKind, Why
from scheduler_core.simulation.daytwo.played_pod import PlayedPod
from scheduler_core.simulation.daytwo.recording import Recorder
from scheduler_core.simulation.daytwo.scheduling import Scheduler

from .workloads import Workloads


@dataclass(slots=True)
class PodRecords:
    """The pods by key and node. Before changing one, record a moment; afterwards, call `changed`."""

    recorder: Recorder
    clock: Clock
    scheduler: Scheduler
    workloads: Workloads
    by_key: dict[str, PlayedPod] = field(default_factory=dict)
    by_node: dict[str, dict[str, PlayedPod]] = field(default_factory=dict)

    def has(self, pod: PlayedPod) -> bool:
        """Return whether the pod is still there: not gone, and no other of its name."""
        return self.by_key.get(pod.key) is pod

    def on_node(self, name: str) -> list[PlayedPod]:
        """Return the pods of a node."""
        return list(self.by_node.get(name, {}).values())

    def add(self, pod: PlayedPod) -> None:
        """Take a pod."""
        pod.workload = self.workloads.root_of(pod.owner)
        self.by_key[pod.key] = pod
        if pod.owner:
            self.workloads.pods.setdefault(pod.owner, {})[pod.key] = pod
        if pod.node:
            self.put_on_node(pod)

    def put_on_node(self, pod: PlayedPod) -> None:
        """List a pod under its node."""
        self.by_node.setdefault(pod.node, {})[pod.key] = pod

    def begin_stay(self, pod: PlayedPod, moment: int) -> None:
        """Begin what the timeline says of a pod."""
        pod.stay = {
            "pod": pod.key,
            "workload": pod.workload,
            "revision": pod.revision,
            "created": moment,
            "node": pod.node or None,
            "placed": None,
            "available": [],
            "deleting": 0 if pod.deleting else None,
            "gone": 0 if pod.finished else None,
        }
        self.recorder.stays.append(pod.stay)

    def record(self, kind: MomentKind, cause: Why, pod: PlayedPod, seed: int | None = None) -> int:
        """Record a moment of a pod and return its number."""
        return self.recorder.record(
            self.clock.now,
            kind,
            cause,
            pod=pod.key,
            node=pod.node or None,
            workload=pod.workload or None,
            seed=seed,
        )

    def store(self, pod: PlayedPod, manifest: Manifest) -> None:
        """Store a pod's manifest."""
        pod.manifest = manifest
        self.recorder.store(f"Pod {pod.key}", manifest)

    def set_status(self, pod: PlayedPod, status: Mapping[str, Any]) -> None:
        """Store a pod with another status."""
        self.store(pod, {**pod.manifest, "status": status})

    def changed(self, pod: PlayedPod) -> None:
        """Let those that watch a pod know: its controllers, the counts of its workload, its own availability."""
        seconds = self.workloads.min_ready_seconds(pod.workload)
        available = pod.active and pod.alive and pod.available(self.clock.now, seconds)
        if available != pod.counted_available:
            pod.counted_available = available
            pod.stay["available"].append(max(self.recorder.last, 0))
        self.workloads.touch(pod.owner)
        if pod.workload in self.workloads.by_key:
            self.workloads.recount[pod.workload] = None

    def remove(self, pod: PlayedPod, cause: Why) -> None:
        """Let a pod be no more."""
        if not self.has(pod):
            return
        pod.stay["gone"] = self.record("pod-gone", cause, pod)
        if not pod.finished:
            self.scheduler.remove(pod.pod)
        pod.deleting = True
        del self.by_key[pod.key]
        self.workloads.pods.get(pod.owner, {}).pop(pod.key, None)
        self.by_node.get(pod.node, {}).pop(pod.key, None)
        self.recorder.store(f"Pod {pod.key}", None)
        self.changed(pod)

    def finish(self, pod: PlayedPod, cause: Why) -> None:
        """Let a pod end with success; it keeps its object, and holds nothing of its node."""
        pod.finished, pod.ready_since, pod.alive = True, None, False
        pod.stay["gone"] = self.record("pod-finished", cause, pod)
        self.scheduler.remove(pod.pod)
        self.set_status(pod, {**mapping(pod.manifest, "status"), "phase": "Succeeded"})
        self.changed(pod)
