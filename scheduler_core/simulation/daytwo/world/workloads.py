"""The workloads of a play: their ReplicaSets, pods and revisions, and which of them their controllers look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scheduler_core.controlplane.workloads.workload import Workload, read_unchecked
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.simulation.daytwo.clock import Clock
from scheduler_core.simulation.daytwo.played import PlayedReplicaSet, Progress, Revisions
from scheduler_core.simulation.daytwo.played_pod import PlayedPod, owner_key
from scheduler_core.simulation.daytwo.recording import Recorder, why
from scheduler_core.simulation.daytwo.start import object_key

_REPLICATING = ("ReplicaSet", "ReplicationController")


@dataclass(slots=True)
class Workloads:
    """What is known of each workload, by "Kind namespace/name"."""

    recorder: Recorder
    clock: Clock
    assumed: Mapping[str, Manifest]
    """Those of which the input has only the pods."""
    by_key: dict[str, Workload] = field(default_factory=dict)
    replica_sets: dict[str, PlayedReplicaSet] = field(default_factory=dict)
    pods: dict[str, dict[str, PlayedPod]] = field(default_factory=dict)
    """The pods that each controls itself."""
    dirty: dict[str, None] = field(default_factory=dict)
    """Those whose controllers have to look again."""
    recount: dict[str, None] = field(default_factory=dict)
    """Those whose pods have changed since their counts were written down."""
    revisions: dict[str, Revisions] = field(default_factory=dict)
    progress: dict[str, Progress] = field(default_factory=dict)
    completed: dict[str, bool] = field(default_factory=dict)
    """Whether a workload has all that it wants; absent at first."""

    def register(self, key: str, manifest: Manifest) -> None:
        """Take a workload of the input."""
        if (workload := read_unchecked(manifest)) is not None:
            self.by_key[key] = workload
            if workload.kind in _REPLICATING:
                self.add_replica_set(workload, owner_key(manifest))

    def add_replica_set(self, workload: Workload, deployment: str) -> PlayedReplicaSet:
        """Register a ReplicaSet as it is."""
        key = object_key(workload.manifest)
        former = self.replica_sets.get(key)
        number = len(self.replica_sets) if former is None else former.number
        replica_set = PlayedReplicaSet(
            key, workload, deployment, workload.spec.integer("replicas", 1), number
        )
        self.replica_sets[key], self.by_key[key] = replica_set, workload
        return replica_set

    def change(self, key: str, workload: Workload) -> None:
        """Create or change a workload; its controller looks again."""
        self.by_key[key] = workload
        if key in self.replica_sets:
            self.replica_sets[key].workload = workload
        elif workload.kind in _REPLICATING:
            self.add_replica_set(workload, owner_key(workload.manifest))
        self.touch(key)

    def touch(self, *keys: str) -> None:
        """Let the controllers of these workloads look again."""
        for key in keys:
            if key in self.by_key:
                self.dirty[self.root_of(key)] = None

    # ---- what belongs to what ----

    def root_of(self, owner: str) -> str:
        """Return the workload of the input above a pod's controller."""
        replica_set = self.replica_sets.get(owner)
        deployment = replica_set.deployment if replica_set else ""
        return deployment if deployment in self.by_key else owner

    def is_assumed(self, key: str) -> bool:
        """Return whether the input has only the pods of a workload."""
        return key in self.assumed or self.root_of(key) in self.assumed

    def replica_sets_of(self, deployment: str) -> list[PlayedReplicaSet]:
        """Return a Deployment's ReplicaSets, the oldest first."""
        if not deployment.startswith("Deployment "):
            return []
        return [rs for rs in self.replica_sets.values() if rs.deployment == deployment]

    def owned(self, owner: str) -> Mapping[str, PlayedPod]:
        """Return the pods that a workload controls itself, by their keys."""
        return self.pods.get(owner, {})

    def pods_of(self, workload: str) -> Iterable[PlayedPod]:
        """Yield the pods below a workload of the input."""
        for replica_set in self.replica_sets_of(workload):
            yield from self.owned(replica_set.key).values()
        yield from self.owned(workload).values()

    # ---- revisions ----

    def revisions_of(self, key: str, name: str) -> Revisions:
        """Return the revisions of a workload whose template has this name now."""
        revisions = self.revisions.get(key)
        if revisions is None:
            revisions = self.revisions[key] = self._first_revision(key, name)
        update = revisions.names.get(name, name)
        if update != revisions.update or update not in revisions.templates:
            revisions.templates[update] = self.by_key[key]
            revisions.update = update
            listed = self.recorder.workloads[key]["revisions"]
            if update not in listed:
                listed.append(update)
        return revisions

    def _first_revision(self, key: str, name: str) -> Revisions:
        """Return the revision of a workload at its beginning: that of its pods, which a dump names otherwise."""
        pods = list(self.owned(key).values())
        named = Counter(pod.revision for pod in pods if pod.revision)
        first = named.most_common(1)[0][0] if named else name
        for pod in pods:
            pod.revision = pod.revision or first
        self.recorder.workloads[key]["revisions"] = [first]
        return Revisions(first, first, {first: self.by_key[key]}, {name: first})

    # ---- how far they are ----

    def set_completed(self, key: str, *, completed: bool) -> None:
        """Note whether a workload has all that it wants; it is a moment when that becomes true."""
        before = self.completed.get(key)
        self.completed[key] = completed
        if completed and before is False:
            self.recorder.record(self.clock.now, "workload-complete", why("complete"), workload=key)

    def min_ready_seconds(self, key: str) -> int:
        """Return spec.minReadySeconds of a workload, 0 without one."""
        workload = self.by_key.get(key)
        return workload.spec.integer("minReadySeconds", 0) if workload else 0

    def count(self) -> None:
        """Write down the counts of the workloads whose pods have changed."""
        for key in self.recount:
            if key in self.recorder.workloads:
                active = [pod for pod in self.pods_of(key) if pod.active]
                available = sum(pod.counted_available for pod in active)
                self.recorder.counted(key, available, len(active), sum(not pod.node for pod in active))
        self.recount.clear()
