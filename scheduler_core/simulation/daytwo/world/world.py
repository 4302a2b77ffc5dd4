"""The state of a play as a whole, and how it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from random import Random

from scheduler_core.controlplane.workloads.workload import is_workload, mapping
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.simulation.daytwo.clock import EPOCH, Clock
from scheduler_core.simulation.daytwo.played import PlayedNode
from scheduler_core.simulation.daytwo.played_pod import PlayedPod, played_pod
from scheduler_core.simulation.daytwo.recording import Recorder
from scheduler_core.simulation.daytwo.scheduling import Scheduler
from scheduler_core.simulation.daytwo.start import Start

from .kubelet import Kubelet
from .nodes import Nodes
from .objects import StoredObjects
from .pod_records import PodRecords
from .pods import Pods
from .workloads import Workloads

# How long pods run already that tell no time.
_UPTIME = 3600.0


class World:
    """The state of a play. Everything that changes it records a moment first.

    `on_placed` is called for each pod that comes to a node.
    """

    def __init__(
        self, start: Start, seed: int, recorder: Recorder, on_placed: Callable[[World, PlayedPod], None]
    ) -> None:
        self.start, self.seed, self.recorder = start, seed, recorder
        self.clock, self.rng = Clock(), Random(f"play {seed}")
        typed = _copied(start.scenario.objects)
        self.scheduler = Scheduler(replace(start.scenario, objects=typed), seed)
        self.workloads = Workloads(recorder, self.clock, start.assumed)
        self.objects = StoredObjects(recorder, self.scheduler, self.workloads, {}, typed)
        nodes: dict[str, PlayedNode] = {}
        records = PodRecords(recorder, self.clock, self.scheduler, self.workloads)
        self.kubelet = Kubelet(self.clock, self.rng, records, nodes)
        self.pods = Pods(
            records,
            self.kubelet,
            self.scheduler,
            start.maker,
            self.clock,
            self.rng,
            partial(on_placed, self),
        )
        self.nodes = Nodes(recorder, self.clock, self.scheduler, self.objects, self.kubelet, nodes)
        self.selected: dict[tuple[Selector, str, PodTemplate], bool] = {}
        """Whether a budget's selector, in a namespace, selects the pods of a class."""
        self._begin()

    def _begin(self) -> None:
        self.objects.begin(self.start)
        manifests, initial = self.objects.manifests, self.start.scenario.objects
        for key, manifest in manifests.items():
            if is_workload(manifest):
                self.workloads.register(key, manifest)
        for node in initial.nodes:
            self.nodes.by_name[node.name] = PlayedNode(manifests[f"Node {node.name}"], node)
        ages = _ages(initial)
        for pod in initial.pods:
            manifest = manifests[f"Pod {pod.key}"]
            created = ages.get(pod.key, -_UPTIME if pod.node_name else 0.0)
            played = played_pod(manifest, pod, self.rng, created)
            self.pods.begin(played, is_ready=not _is_unready(manifest))

    def typed_objects(self) -> Objects:
        """Return the objects as the scheduler sees them now."""
        self.objects.typed.pods = [pod.pod for pod in self.pods.by_key.values()]
        return self.objects.typed


def _copied(objects: Objects) -> Objects:
    """Return the objects such that what a play changes in them stays its own."""
    return replace(
        objects,
        pods=list(objects.pods),
        nodes=list(objects.nodes),
        controllers=dict(objects.controllers),
        budgets=list(objects.budgets),
        storage=replace(objects.storage, claims=dict(objects.storage.claims)),
    )


def _ages(objects: Objects) -> Mapping[str, float]:
    """Return per pod with a timestamp when it was created, in seconds before the latest of all (0 or less)."""
    texts = {pod.key: pod.creation_timestamp or pod.start_time for pod in objects.pods}
    times = {key: moment for key, text in texts.items() if (moment := _time(text)) is not None}
    latest = max(times.values(), default=EPOCH)
    return {key: (moment - latest).total_seconds() for key, moment in times.items()}


def _time(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _is_unready(manifest: Manifest) -> bool:
    conditions = mapping(manifest, "status").get("conditions")
    return any(
        c.get("type") == "Ready" and c.get("status") != "True"
        for c in (conditions if isinstance(conditions, list) else ())
        if isinstance(c, dict)
    )
