"""The cluster of a play: its objects, and what may be done to a pod or a node, each with its moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from scheduler_core import allowance
from scheduler_core.controlplane.workloads.names import generated_name
from scheduler_core.controlplane.workloads.pods import namespace_of
from scheduler_core.controlplane.workloads.workload import Workload, is_workload, mapping, read_unchecked
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.loading import SourceManifest, read_objects
from scheduler_core.kubernetes.objects.node import Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.objects.reading import (
    InputError,
    InvalidInput,
    ManifestField,
    Problems,
    TooLarge,
)
from scheduler_core.scheduler.cluster.columns import NodeColumns
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.steps.step import DEFAULT_READY, DEFAULT_STOP, Seconds

from .clock import Clock
from .contract import Why
from .played import PlayedNode, PlayedReplicaSet, Progress, Revisions
from .pods import PlayedPod, owner_key, played_pod
from .recording import Recorder, why
from .scheduling import Scheduler
from .start import Start, object_key

# The moment 0 of the clock, for the timestamps of manifests.
EPOCH = datetime(2030, 1, 1, tzinfo=UTC)
_GRACE_SECONDS = 30
# How long pods run already that tell no time.
_UPTIME = 3600.0
_REPLICATING = ("ReplicaSet", "ReplicationController")


@dataclass(slots=True)
class World:
    """The state of a play. Everything that changes it records a moment first."""

    start: Start
    seed: int
    recorder: Recorder
    watch: Callable[[World, PlayedPod], None]
    """Called for each pod that comes to a node."""
    clock: Clock = field(default_factory=Clock)
    pods: dict[str, PlayedPod] = field(default_factory=dict)
    nodes: dict[str, PlayedNode] = field(default_factory=dict)
    owned: dict[str, dict[str, PlayedPod]] = field(default_factory=dict)
    on_node: dict[str, dict[str, PlayedPod]] = field(default_factory=dict)
    workloads: dict[str, Workload] = field(default_factory=dict)
    replica_sets: dict[str, PlayedReplicaSet] = field(default_factory=dict)
    manifests: dict[str, Manifest] = field(default_factory=dict)
    dirty: dict[str, None] = field(default_factory=dict)
    counted: dict[str, None] = field(default_factory=dict)
    revisions: dict[str, Revisions] = field(default_factory=dict)
    progress: dict[str, Progress] = field(default_factory=dict)
    completed: dict[str, bool] = field(default_factory=dict)
    """Whether a workload has all that it wants; absent at first."""
    silent: list[str] = field(default_factory=list)
    """Unreachable nodes that wait for the NoExecute taint."""
    tainting: bool = False
    """Whether the next pass over them is planned."""
    tainted_at: dict[tuple[str, str], float] = field(default_factory=dict)
    """When a node of a zone got it last."""
    selected: dict[tuple[Selector, str, PodTemplate], bool] = field(default_factory=dict)
    """Whether a budget's selector, in a namespace, selects the pods of a class."""
    refused: set[str] = field(default_factory=set)
    """Pods whose eviction a budget refused."""
    ready: Seconds = DEFAULT_READY
    stop: Seconds = DEFAULT_STOP
    rng: Random = field(init=False)
    objects: Objects = field(init=False)
    scheduler: Scheduler = field(init=False)
    _columns: NodeColumns | None = None
    _made: dict[str, int] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rng = Random(f"play {self.seed}")
        scenario, initial = self.start.scenario, self.start.scenario.objects
        self.objects = replace(
            initial,
            pods=list(initial.pods),
            nodes=list(initial.nodes),
            controllers=dict(initial.controllers),
            budgets=list(initial.budgets),
            storage=replace(initial.storage, claims=dict(initial.storage.claims)),
        )
        self.scheduler = Scheduler(replace(scenario, objects=self.objects), self.seed)
        self.manifests = dict(self.start.stored)
        for key, manifest in self.manifests.items():
            self.recorder.store(key, manifest)
        self.manifests.update(self.start.assumed)
        for key, manifest in self.manifests.items():
            if is_workload(manifest) and (workload := read_unchecked(manifest)) is not None:
                self._register(key, workload)
        for node in initial.nodes:
            self.nodes[node.name] = PlayedNode(self.manifests[f"Node {node.name}"], node)
        self._register_pods()

    # ---- objects ----

    def _register(self, key: str, workload: Workload) -> None:
        self.workloads[key] = workload
        if workload.kind in _REPLICATING:
            self.add_replica_set(workload, owner_key(workload.manifest))

    def add_replica_set(self, workload: Workload, deployment: str) -> PlayedReplicaSet:
        """Register a ReplicaSet as it is."""
        key = object_key(workload.manifest)
        former = self.replica_sets.get(key)
        number = len(self.replica_sets) if former is None else former.number
        replica_set = PlayedReplicaSet(
            key, workload, deployment, workload.spec.integer("replicas", 1), number
        )
        self.replica_sets[key], self.workloads[key] = replica_set, workload
        return replica_set

    def root_of(self, owner: str) -> str:
        """Return the workload of the input above a pod's controller."""
        replica_set = self.replica_sets.get(owner)
        deployment = replica_set.deployment if replica_set else ""
        return deployment if deployment in self.workloads else owner

    def _register_pods(self) -> None:
        times = _ages(self.start.scenario.objects)
        for pod in self.start.scenario.objects.pods:
            manifest = self.manifests[f"Pod {pod.key}"]
            played = played_pod(
                manifest, pod, self.rng, times.get(pod.key, 0.0 if not pod.node_name else -_UPTIME)
            )
            self._keep(played)
            if played.node and not played.finished:
                played.running = played.alive = True
                if not _is_unready(manifest):
                    played.ready_since = played.created
            self._begin_stay(played, 0)
            if played.node:
                played.stay["placed"] = 0
            if played.deleting and not played.finished and played.node:
                self.clock.plan(self._draw(self.stop), lambda p=played: self.gone(p, why("kubelet stopped")))  # type: ignore[misc]

    def _keep(self, pod: PlayedPod) -> None:
        pod.workload = self.root_of(pod.owner)
        self.pods[pod.key] = pod
        self._names.add(pod.key)
        if pod.owner:
            self.owned.setdefault(pod.owner, {})[pod.key] = pod
        if pod.node:
            self.on_node.setdefault(pod.node, {})[pod.key] = pod

    def _begin_stay(self, pod: PlayedPod, moment: int) -> None:
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

    def set_object(self, key: str, manifest: Manifest) -> None:
        """Store an object that is no pod and no node; one that is assumed is none of the scheduler's."""
        self.manifests[key] = manifest
        if not self.is_assumed(key):
            self.recorder.store(key, manifest)

    def is_assumed(self, key: str) -> bool:
        """Return whether the input has only the pods of a workload."""
        return key in self.start.assumed or self.root_of(key) in self.start.assumed

    def change_workload(self, key: str, workload: Workload) -> None:
        """Create or change a workload; its controller looks again."""
        self.workloads[key] = workload
        if key in self.replica_sets:
            self.replica_sets[key].workload = workload
        elif workload.kind in _REPLICATING:
            self.add_replica_set(workload, owner_key(workload.manifest))
        self.set_object(key, workload.manifest)
        self.touch(key)

    def apply_object(self, path: str, key: str, manifest: Manifest) -> None:
        """Create or change an object that the scheduler reads and no controller acts on; raise InvalidInput."""
        problems = Problems(key)
        read_objects([SourceManifest(manifest, 0)], problems)
        if problems.entries:
            errors = problems.errors()
            raise InvalidInput([replace(error, path=f"{path}.apply.{error.path}") for error in errors])
        self.set_object(key, manifest)
        sources = (
            m
            for k, m in self.manifests.items()
            if kind_of(m) not in ("Node", "Pod") and not self.is_assumed(k)
        )
        fresh = read_objects([SourceManifest(m, i) for i, m in enumerate(sources)], Problems())
        for name in ("namespaces", "services", "controllers", "budgets", "priorities", "storage"):
            setattr(self.objects, name, getattr(fresh, name))
        self.objects.default_priority = fresh.default_priority
        self.scheduler.set_objects(self.objects)
        self.scheduler.retry_all()

    def revisions_of(self, key: str, name: str) -> Revisions:
        """Return the revisions of a workload whose template has this name now."""
        revisions = self.revisions.get(key)
        if revisions is None:
            revisions = self.revisions[key] = self._first_revision(key, name)
        update = revisions.names.get(name, name)
        if update != revisions.update or update not in revisions.templates:
            revisions.templates[update] = self.workloads[key]
            revisions.update = update
            listed = self.recorder.workloads[key]["revisions"]
            if update not in listed:
                listed.append(update)
        return revisions

    def _first_revision(self, key: str, name: str) -> Revisions:
        """Return the revision of a workload at its beginning: that of its pods, which a dump names otherwise."""
        pods = list(self.owned.get(key, {}).values())
        named = Counter(pod.revision for pod in pods if pod.revision)
        first = named.most_common(1)[0][0] if named else name
        for pod in pods:
            pod.revision = pod.revision or first
        self.recorder.workloads[key]["revisions"] = [first]
        return Revisions(first, first, {first: self.workloads[key]}, {name: first})

    def complete(self, key: str) -> None:
        """Note that a workload has all that it wants; that is a moment if it had not before."""
        before = self.completed.get(key)
        self.completed[key] = True
        if before is False:
            self.recorder.record(self.clock.now, "workload-complete", why("complete"), workload=key)

    def incomplete(self, key: str) -> None:
        """Note that a workload has not all that it wants."""
        self.completed[key] = False

    def add_claim(self, claim: Manifest) -> None:
        """Create a PersistentVolumeClaim of a new pod."""
        storage = self.objects.storage
        read_objects([SourceManifest(claim, 0)], Problems(), Objects(storage=storage))
        self.set_object(object_key(claim), claim)

    def touch(self, *keys: str) -> None:
        """Let the controllers of these workloads look again."""
        for key in keys:
            if key in self.workloads:
                self.dirty[self.root_of(key)] = None

    def min_ready_seconds(self, workload: str) -> int:
        """Return spec.minReadySeconds of a workload, 0 without one."""
        found = self.workloads.get(workload)
        return found.spec.integer("minReadySeconds", 0) if found else 0

    def timestamp(self) -> str:
        """Return the clock as manifests write times."""
        return (EPOCH + timedelta(seconds=int(self.clock.now))).isoformat().replace("+00:00", "Z")

    def _draw(self, seconds: Seconds) -> float:
        return self.rng.uniform(seconds.least, seconds.most)

    # ---- pods ----

    def new_name(self, owner: str, namespace: str, base: str) -> str:
        """Return a name of a pod that no other has had."""
        number = self._made[owner] = self._made.get(owner, 0) + 1
        prefix = f"{namespace}/"
        name = generated_name(base, f"play/{owner}/{number}", _Within(self._names, prefix))
        self._names.add(prefix + name)
        return name

    def create(self, manifest: Manifest, cause: Why) -> PlayedPod | None:
        """Create a pod; return None if the API server refuses it. Raise TooLarge if that is one too many."""
        if len(self.pods) >= (most := allowance.most_objects()):
            message = f"the steps ask for more than {most:,} pods at once: ask for fewer replicas"
            raise TooLarge([InputError("steps", message)])
        made = self.start.maker.make(manifest)
        key = f"{namespace_of(manifest)}/{mapping(manifest, 'metadata')['name']}"
        if isinstance(made, str):
            refused = why("admission refused", message=made)
            self.recorder.record(
                self.clock.now, "pod-refused", refused, pod=key, workload=owner_key(manifest)
            )
            return None
        stored, typed = made
        stored = {**stored, "metadata": {**stored["metadata"], "creationTimestamp": self.timestamp()}}
        pod = played_pod(stored, typed, self.rng, self.clock.now)
        self._keep(pod)
        moment = self._record("pod-created", cause, pod)
        self._begin_stay(pod, moment)
        self.recorder.store(f"Pod {pod.key}", stored)
        self._changed(pod)
        if pod.node:
            self.scheduler.place(typed)
            self._started(pod, why("nodeName"), None)
        else:
            self.scheduler.add(typed)
        return pod

    def placed(self, pod: PlayedPod, cause: Why, seed: int) -> None:
        """Let a pod have the node that the scheduler bound it to."""
        pod.pod = self.scheduler.pod(pod.key)
        pod.node, pod.message = pod.pod.node_name, ""
        self.on_node.setdefault(pod.node, {})[pod.key] = pod
        self._started(pod, cause, seed)

    def _started(self, pod: PlayedPod, cause: Why, seed: int | None) -> None:
        node = self.nodes.get(pod.node)
        pod.stay["placed"] = self._record("pod-placed", cause, pod, seed=seed)
        pod.stay["node"] = pod.node
        spec = {**pod.manifest["spec"], "nodeName": pod.node}
        status = {"phase": "Running", "startTime": pod.pod.start_time or self.timestamp()}
        self._store(pod, {**pod.manifest, "spec": spec, "status": status})
        self._changed(pod)
        if node is not None and not node.lost:
            self._run(pod)
        self.watch(self, pod)

    def look_at(self, pod: PlayedPod) -> None:
        """Begin with a pod of the scenario as it is."""
        self._changed(pod)
        if pod.node:
            self.watch(self, pod)

    def _run(self, pod: PlayedPod) -> None:
        """Let a pod's containers start; they are ready after a time that is drawn."""
        pod.running = pod.alive = True
        self.clock.plan(self.clock.now + self._draw(self.ready), lambda: self._become_ready(pod))

    def _become_ready(self, pod: PlayedPod) -> None:
        if self.pods.get(pod.key) is not pod or pod.deleting or not pod.alive or pod.ready_since is not None:
            return
        pod.ready_since = self.clock.now
        self._record("pod-ready", why("kubelet ready"), pod)
        if seconds := self.min_ready_seconds(pod.workload):
            self.clock.plan(self.clock.now + seconds, lambda: self._become_available(pod))
        self._changed(pod)

    def _become_available(self, pod: PlayedPod) -> None:
        seconds = self.min_ready_seconds(pod.workload)
        if self.pods.get(pod.key) is pod and pod.active and pod.available(self.clock.now, seconds):
            self._record("pod-available", why("min ready seconds", seconds=seconds), pod)
            self._changed(pod)

    def unready(self, pod: PlayedPod, cause: Why) -> None:
        """Let a pod count as not ready: its node is silent."""
        if pod.ready_since is not None:
            pod.ready_since = None
            self._record("pod-unready", cause, pod)
            self._changed(pod)

    def delete(self, pod: PlayedPod, cause: Why, *, at_once: bool = False) -> None:
        """Begin a pod's deletion. On a node it takes the time that its containers need to end, within their grace."""
        if at_once or not pod.node:
            self.gone(pod, cause)
            return
        if pod.deleting:
            return
        pod.deleting = True
        pod.stay["deleting"] = self._record("pod-deleting", cause, pod)
        former, pod.pod = pod.pod, self.start.maker.terminating(pod.pod)
        self.scheduler.change(former, pod.pod)
        meta = {**pod.manifest["metadata"], "deletionTimestamp": self.timestamp()}
        self._store(pod, {**pod.manifest, "metadata": meta})
        self._changed(pod)
        node = self.nodes.get(pod.node)
        if node is not None and not node.lost:
            self._end_soon(pod)

    def _end_soon(self, pod: PlayedPod) -> None:
        grace = mapping(pod.manifest, "spec").get("terminationGracePeriodSeconds")
        most = grace if isinstance(grace, int) else _GRACE_SECONDS
        seconds = min(self._draw(self.stop), float(most))
        self.clock.plan(self.clock.now + seconds, lambda: self._stopped(pod))

    def _stopped(self, pod: PlayedPod) -> None:
        node = self.nodes.get(pod.node)
        if self.pods.get(pod.key) is pod and node is not None and not node.lost:
            self.gone(pod, why("kubelet stopped"))

    def gone(self, pod: PlayedPod, cause: Why) -> None:
        """Let a pod be no more."""
        if self.pods.get(pod.key) is not pod:
            return
        pod.stay["gone"] = self._record("pod-gone", cause, pod)
        if not pod.finished:
            self.scheduler.remove(pod.pod)
        pod.deleting = True
        del self.pods[pod.key]
        self.owned.get(pod.owner, {}).pop(pod.key, None)
        self.on_node.get(pod.node, {}).pop(pod.key, None)
        self.recorder.store(f"Pod {pod.key}", None)
        self._changed(pod)

    def finish(self, pod: PlayedPod, cause: Why) -> None:
        """Let a pod end with success; it keeps its object, and holds nothing of its node."""
        pod.finished, pod.ready_since, pod.alive = True, None, False
        pod.stay["gone"] = self._record("pod-finished", cause, pod)
        self.scheduler.remove(pod.pod)
        status = {**mapping(pod.manifest, "status"), "phase": "Succeeded"}
        self._store(pod, {**pod.manifest, "status": status})
        self._changed(pod)

    def _store(self, pod: PlayedPod, manifest: Manifest) -> None:
        pod.manifest = manifest
        self.recorder.store(f"Pod {pod.key}", manifest)

    def _record(self, kind: Any, cause: Why, pod: PlayedPod, seed: int | None = None) -> int:
        return self.recorder.record(
            self.clock.now,
            kind,
            cause,
            pod=pod.key,
            node=pod.node or None,
            workload=pod.workload or None,
            seed=seed,
        )

    def _changed(self, pod: PlayedPod) -> None:
        """Let those that watch a pod know: its controllers, the counts of its workload, its own availability."""
        available = (
            pod.active and pod.alive and pod.available(self.clock.now, self.min_ready_seconds(pod.workload))
        )
        if available != pod.counted_available:
            pod.counted_available = available
            pod.stay["available"].append(max(self.recorder.last, 0))
        self.touch(pod.owner)
        if pod.workload in self.workloads:
            self.counted[pod.workload] = None

    def pods_of(self, workload: str) -> Iterable[PlayedPod]:
        """Yield the pods below a workload of the input."""
        for replica_set in self.replica_sets_of(workload):
            yield from self.owned.get(replica_set.key, {}).values()
        yield from self.owned.get(workload, {}).values()

    def replica_sets_of(self, deployment: str) -> list[PlayedReplicaSet]:
        """Return a Deployment's ReplicaSets, the oldest first."""
        if not deployment.startswith("Deployment "):
            return []
        return [rs for rs in self.replica_sets.values() if rs.deployment == deployment]

    def count(self) -> None:
        """Write down the counts of the workloads whose pods have changed."""
        for key in self.counted:
            if key in self.recorder.workloads:
                active = [pod for pod in self.pods_of(key) if pod.active]
                available = sum(pod.counted_available for pod in active)
                self.recorder.counted(key, available, len(active), sum(not pod.node for pod in active))
        self.counted.clear()

    # ---- nodes ----

    def node_columns(self) -> NodeColumns:
        """Return the nodes as columns."""
        if self._columns is None:
            self._columns = NodeColumns(tuple(played.node for played in self.nodes.values()))
        return self._columns

    def node_state(self, name: str, moment: int) -> Any:
        """Return a node as the timeline has it."""
        played = self.nodes[name]
        return {
            "moment": max(moment, 0),
            "cordoned": played.node.unschedulable,
            "lost": played.lost,
            "taints": [str(taint) for taint in played.node.taints],
            "labels": dict(played.node.labels),
        }

    def set_node(self, manifest: Manifest, cause: Why, *, helps: bool) -> None:
        """Add or change a node; pods that wait are tried again if it may help them."""
        problems = Problems(object_key(manifest))
        node = read_node(ManifestField(manifest, "", problems))
        if problems.entries:
            raise InvalidInput(problems.errors())
        former = self.nodes.get(node.name)
        before = former.node if former else None
        kind = "node-changed" if former else "node-added"
        moment = self.recorder.record(self.clock.now, kind, cause, node=node.name)  # type: ignore[arg-type]
        if former is None:
            self.nodes[node.name] = PlayedNode(manifest, node)
            self.recorder.node_came(node.name, self.node_state(node.name, moment))
        else:
            former.manifest, former.node = manifest, node
            self.recorder.node_changed(node.name, self.node_state(node.name, moment))
        self.recorder.store(f"Node {node.name}", manifest)
        # Images are counted over all nodes.
        same_images = before is not None and before.images == node.images
        self._nodes_changed(helps=helps, changed=node if same_images else None)

    def remove_node(self, name: str, cause: Why) -> None:
        """Let a node be no more; its pods stay until they are collected."""
        moment = self.recorder.record(self.clock.now, "node-removed", cause, node=name)
        played = self.nodes.pop(name)
        played.lost = True
        self.recorder.node_went(name, moment)
        self.recorder.store(f"Node {name}", None)
        for pod in list(self.on_node.get(name, {}).values()):
            pod.alive = False
            self._changed(pod)
        self._nodes_changed(helps=False)

    def _nodes_changed(self, *, helps: bool, changed: Node | None = None) -> None:
        self._columns = None
        self.objects.nodes = [played.node for played in self.nodes.values()]
        self.scheduler.set_objects(self.objects, changed)
        if helps:
            self.scheduler.retry_all()
        self.touch(*(key for key in self.workloads if key.startswith("DaemonSet ")))

    def lose_node(self, name: str, cause: Why) -> None:
        """Let a node fall silent: its pods stop, and nobody knows yet."""
        played = self.nodes[name]
        played.lost = True
        moment = self.recorder.record(self.clock.now, "node-lost", cause, node=name)
        self.recorder.node_changed(name, self.node_state(name, moment))
        for pod in list(self.on_node.get(name, {}).values()):
            pod.alive = False
            self._changed(pod)

    def restore_node(self, name: str, cause: Why) -> None:
        """Let a lost node be back: pods that were deleted meanwhile end, the others start again."""
        played = self.nodes[name]
        played.lost = played.silent = False
        moment = self.recorder.record(self.clock.now, "node-restored", cause, node=name)
        self.recorder.node_changed(name, self.node_state(name, moment))
        for pod in list(self.on_node.get(name, {}).values()):
            if pod.deleting:
                self._end_soon(pod)
            elif not pod.finished:
                pod.ready_since = None
                self._run(pod)
                self._changed(pod)

    def typed_objects(self) -> Objects:
        """Return the objects as the scheduler sees them now."""
        self.objects.pods = [pod.pod for pod in self.pods.values()]
        return self.objects

    # ---- scheduling ----

    def schedule(self) -> bool:
        """Attempt all pods that are ready to be; return whether there was one."""
        if self.scheduler.stale:
            self.scheduler.refresh(self.typed_objects())
        self.scheduler.move_to(self.clock.now)
        attempted = False
        while (queued := self.scheduler.pop()) is not None:
            attempted = True
            seed, result, outcome = self.scheduler.attempt(queued)
            pod = self.pods[queued.pod.key]
            self.scheduler.bind(outcome)
            for key in (*outcome.cleared, *([pod.key] if outcome.nominated is not None else ())):
                self._store_nomination(self.pods[key])
            if outcome.node is not None:
                self.placed(pod, _placing(result), seed)
            else:
                self._rejected(pod, result, seed if isinstance(result, CycleRecord) else None)
            for victim in outcome.victims:
                self.delete(self.pods[victim], why("scheduler preempted", by=pod.key))
        return attempted

    def _store_nomination(self, pod: PlayedPod) -> None:
        """Write the node on which others are evicted for a waiting pod into its status."""
        status = {k: v for k, v in mapping(pod.manifest, "status").items() if k != "nominatedNodeName"}
        if node := self.scheduler.nominated_node(pod.key):
            status["nominatedNodeName"] = node
        self._store(pod, {**pod.manifest, "status": status})

    def _rejected(self, pod: PlayedPod, result: Any, seed: int | None) -> None:
        """Write down why a pod waits, if that is news."""
        is_cycle = isinstance(result, CycleRecord)
        message = (result.error or result.fit_error or "") if is_cycle else str(result.why)
        if message != pod.message:
            pod.message = message
            self._record("pod-pending", why("scheduler rejected", message=message), pod, seed=seed)


def _placing(result: Any) -> Why:
    """Return why a pod has its node: the number of nodes that passed, and of those with the highest total."""
    if not isinstance(result, CycleRecord):
        return why("scheduler placed")
    feasible = max(len(result.search.feasible), 1) if result.search is not None else 1
    return why("scheduler placed", feasible=feasible, ties=len(result.best))


class _Within:
    """The names of one namespace among keys."""

    def __init__(self, keys: set[str], prefix: str) -> None:
        self._keys, self._prefix = keys, prefix

    def __contains__(self, name: object) -> bool:
        return f"{self._prefix}{name}" in self._keys


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
