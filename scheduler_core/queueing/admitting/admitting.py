"""Kueue's part of a scenario: its objects are read, its cycles run to their end, and jobs start or stay suspended.

What is simplified:

* Kueue comes first, and kube-scheduler looks when Kueue is at rest. In a cluster they work side by side, so that a
  workload can be admitted while pods of another still wait for a node.
* A cycle takes a minute of a clock that has nothing to do with the scheduler's. Jobs without a creation time came one
  second after the other, in the order of the input.
* Admitted workloads never end, and evicted ones give their quota back at once: their pods have ended before the
  scheduler looks, with no grace period.
* Jobs that run without a Workload, and pods on nodes without one, go on; their quota is not counted.
* Admission checks, MultiKueue, evictions by a timeout and backoff take no part: a workload of a queue with admission
  checks keeps its quota and is not started unless all its checks are Ready in the input.
* Pods are ready where a Workload says so (PodsReady): with `blockAdmission` one workload is admitted, and others wait.
* Of Kueue's configuration fair sharing, `waitForPodsReady` and feature gates are read; without one these have the
  defaults of v0.19.2.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import orjson

from scheduler_core import allowance
from scheduler_core.controlplane.workloads import expand
from scheduler_core.controlplane.workloads.pods import controller_of, labels_of, namespace_of
from scheduler_core.controlplane.workloads.trainjob import runtimes_by_name
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import QUEUEING_KINDS, kind_of
from scheduler_core.kubernetes.objects.loading import SourceManifest
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import Problems
from scheduler_core.queueing.objects.cluster import read_queueing_objects
from scheduler_core.queueing.objects.workload import ADMITTED, PodSetAdmission, Workload
from scheduler_core.queueing.run.run import QueueingRun, QueueingScenario
from scheduler_core.queueing.workloads.integration import Runtimes, mapping_at, value_at, with_value
from scheduler_core.queueing.workloads.leaderworkerset import KIND, in_its_group
from scheduler_core.queueing.workloads.names import ADMISSION_GATE, DEFAULT_QUEUE, POD_SET, QUEUE, WORKLOAD
from scheduler_core.queueing.workloads.priority import read_priority_classes
from scheduler_core.queueing.workloads.registry import INTEGRATIONS
from scheduler_core.queueing.workloads.versions import in_newest_form

from .assumed import missing_namespaces, with_assumptions
from .owners import Owners, find_owners, workload_key, written_owners
from .settings import find_settings, is_settings, read_settings
from .settling import Settled, settle
from .starting import Flavors, merged, restored, started
from .ungating import by_pod_set, placed, without_gate
from .webhooks import Webhooks, object_name, with_gate

_JOB_GROUP = "jobset.sigs.k8s.io/replicatedjob-name"
_POD_OWNERS = ("Deployment", "StatefulSet", KIND)
_MOST_PARENTS = 2  # between a pod's own and what has its queue: of a Job the JobSet, of that the TrainJob
_GRANTED = 1000  # workloads for whose admission a request may take longer


@dataclass(frozen=True, slots=True)
class Queued:
    """What Kueue made of a cluster.

    `manifests` are those of the input, in their places: jobs that were admitted are not suspended, pods of evicted
    ones have ended. `settled` is the run at its end, `owners` what its Workloads stand for. `members` has the
    key of a Workload by pod ("default/web-0"), of pods that a controller made too.
    """

    manifests: list[Any]
    settled: Settled
    owners: Owners
    flavors: Flavors
    members: dict[str, str] = field(default_factory=dict)

    def released(self, sources: Sequence[SourceManifest]) -> list[SourceManifest]:
        """Return what is to be read without Kueue's objects, and note the Workloads of pods in `members`.

        Pods that were admitted have their place and no gate.
        """
        listed = [
            source
            for source in sources
            if kind_of(source.manifest) not in QUEUEING_KINDS and not is_settings(source.manifest)
        ]
        pods: dict[int, tuple[str, str]] = {}
        for i, source in enumerate(allowance.each(listed)):
            if kind_of(source.manifest) == "Pod" and source.role != "template":
                listed[i] = _changed(source, self._at_gate(source.manifest))
                if owner := self._pod_set_of(listed[i].manifest):
                    pods[i] = owner
        for (key, name), indices in allowance.each(by_pod_set(pods).items()):
            part = self._assigned(key, name)
            if part is not None and part.topology is not None:
                placed_pods = placed([listed[i].manifest for i in indices], part.topology)
                for i, pod in zip(indices, placed_pods, strict=True):
                    listed[i] = _changed(listed[i], pod)
        self._note_members(listed)
        return listed

    def _note_members(self, sources: Sequence[SourceManifest]) -> None:
        """Note the Workload of each pod: its own, or that of the job which it was made of, or which controls that."""
        manifests = [m if isinstance(m, dict) else {} for m in self.manifests]
        parents = {
            object_name(m): _parent(m) for m in manifests if kind_of(m) in ("Job", "JobSet", "RayCluster")
        }
        for source in allowance.each(sources):
            pod = source.manifest
            if kind_of(pod) == "Pod" and source.role != "template":
                own = self._pod_set_of(pod)
                name = object_name(manifests[source.index]) if source.role == "made" else _parent(pod)
                for _ in range(_MOST_PARENTS):
                    name = name if name in self.owners.jobs else parents.get(name, "")
                if key := own[0] if own else self.owners.jobs.get(name):
                    self.members[workload_key(pod)] = key

    def admitted(self, key: str) -> Workload | None:
        """Return a Workload that is admitted at the end, None for any other."""
        workload = self.settled.stored.get(key)
        return workload if workload is not None and is_admitted(workload) else None

    def _assigned(self, key: str, pod_set: str) -> PodSetAdmission | None:
        workload = self.admitted(key)
        parts = workload.admission.pod_sets if workload and workload.admission else ()
        return next((part for part in parts if part.name == pod_set), None)

    def _pod_set_of(self, pod: Manifest) -> tuple[str, str] | None:
        """Return the Workload and pod set of a pod."""
        if owner := self.owners.pods.get(workload_key(pod)):
            return owner
        name = mapping(pod, "metadata", "annotations").get(WORKLOAD)
        return (f"{namespace_of(pod)}/{name}", labels_of(pod).get(POD_SET, "")) if name else None

    def _at_gate(self, pod: Manifest) -> Manifest:
        """Return a pod that waits at Kueue's gate as it goes on, or with the gate; others as they are."""
        owner = self.owners.pods.get(workload_key(pod))
        if owner is None:
            return pod
        part, workload = self._assigned(*owner), self.admitted(owner[0])
        runs = bool(mapping(pod, "spec").get("nodeName"))
        if workload is None or part is None:
            return _ended(pod) if runs else with_gate(pod, ADMISSION_GATE)
        return pod if runs else without_gate(merged(pod, part, workload, self.flavors), ADMISSION_GATE)


def admit_workloads(manifests: Sequence[Any], problems: Problems, limit: int) -> Queued | None:
    """Run Kueue over a cluster until it is at rest; None if its objects have faults, which are added to the problems.

    Workloads may make as many pods as `limit` allows; raise TooLarge beyond.
    """
    listed = [m if isinstance(m, dict) else {} for m in manifests]
    held = _held(listed)
    pods = _pods(held, limit)
    owners = find_owners(held, pods, read_priority_classes(held))
    allowance.grant("queued", min(len(owners.manifests), _GRANTED))
    made = [owners.manifests[key] for key in sorted(owners.made)]
    objects = [with_assumptions(in_newest_form(m)) for m in allowance.each((*held, *made))]
    objects += missing_namespaces(objects)
    faults = Problems()
    settings = find_settings(listed)
    read = [*objects, *(manifest for _, manifest in settings)]
    settled = settled_once(read, lambda: _settled(objects, settings, faults))
    if settled is None:
        own = [e for e in faults.entries if e[0] < len(held) and _is_kueues(held[e[0]])]
        problems.entries.extend(entry for entry in own if entry not in problems.entries)
        return None
    flavors = {str(mapping(m, "metadata").get("name")): m for m in held if kind_of(m) == "ResourceFlavor"}
    results = _after(manifests, held, settled, owners, flavors)
    return Queued(results, settled, owners, flavors)


def _is_kueues(manifest: Manifest) -> bool:
    """Return whether no other code reads an object."""
    return kind_of(manifest) in (*QUEUEING_KINDS, "ConfigMap") or is_settings(manifest)


def _settled(
    objects: Sequence[Manifest], settings: Sequence[tuple[int, Manifest]], faults: Problems
) -> Settled | None:
    """Run Kueue over these objects until it is at rest; None if they have faults, which are added."""
    read = read_queueing_objects(objects, faults)
    configured = read_settings(settings, faults)
    if faults.entries:
        return None
    scenario = QueueingScenario(
        read,
        configured.gates,
        configured.fair_sharing,
        blocks_admission=configured.blocks_admission,
        ready_seconds=configured.ready_seconds,
    )
    return settle(QueueingRun(scenario))


def _held(manifests: list[Manifest]) -> list[Manifest]:
    """Return the objects as Kueue's webhooks leave them."""
    defaults = {
        namespace_of(m)
        for m in manifests
        if kind_of(m) == "LocalQueue" and mapping(m, "metadata").get("name") == DEFAULT_QUEUE
    }
    webhooks = Webhooks(defaults, written_owners(manifests))
    return [webhooks.admit(manifest) for manifest in allowance.each(manifests)]


def _pods(manifests: list[Manifest], limit: int) -> list[Manifest]:
    """Return all pods, with those of Deployments, StatefulSets and LeaderWorkerSets that have a queue."""
    queued = [m for m in manifests if kind_of(m) in _POD_OWNERS and labels_of(m).get(QUEUE)]
    if not queued:
        return [m for m in manifests if kind_of(m) == "Pod"]
    sets = {
        (namespace_of(m), str(mapping(m, "metadata").get("name"))): m for m in queued if kind_of(m) == KIND
    }
    sources = expand(manifests, Problems(), limit).sources
    pods = (s.manifest for s in sources if s.role != "template" and kind_of(s.manifest) == "Pod")
    return [in_its_group(pod, sets) for pod in pods]


def _after(
    manifests: Sequence[Any], held: list[Manifest], settled: Settled, owners: Owners, flavors: Flavors
) -> list[Any]:
    """Return the manifests as they are when Kueue is at rest."""
    jobs, runtimes = owners.jobs | _job_sets(held, owners.jobs), runtimes_by_name(held)
    states = {name: _state(key, settled) for name, key in jobs.items()}
    stopped = {name for name, state in states.items() if state != "runs"}
    evicted = _with_children(held, stopped)
    results = []
    for written, manifest in allowance.each(zip(manifests, held, strict=True)):
        name = object_name(manifest) if manifest else ""
        if name in jobs:
            workload = settled.stored.get(jobs[name])
            before = owners.manifests[jobs[name]]
            results.append(_job(manifest, workload, before, flavors, runtimes, states[name]))
        elif kind_of(manifest) == "Job" and (parent := _parent(manifest)) in jobs:
            results.append(_child(manifest, settled.stored.get(jobs[parent]), flavors, states[parent]))
        elif kind_of(manifest) == "Pod" and _parent(manifest) in evicted:
            results.append(_ended(manifest))
        else:
            results.append(manifest or written)
    return results


def _job_sets(manifests: list[Manifest], jobs: Mapping[str, str]) -> dict[str, str]:
    """Return the Workloads of the JobSets that TrainJobs have become already, which start and stop with them."""
    parents = {object_name(m): _parent(m) for m in manifests if kind_of(m) == "JobSet"}
    return {name: jobs[parent] for name, parent in parents.items() if parent in jobs}


def _state(key: str, settled: Settled) -> str:
    """Return what becomes of a job: it runs on, starts, starts anew after an eviction, or is held."""
    workload = settled.stored.get(key)
    if workload is None or workload.finished:
        return "runs"
    before = settled.run.scenario.objects.workloads[key]
    if not is_admitted(workload):
        return "held"
    if not is_admitted(before):
        return "starts"
    return "anew" if key in settled.preemptors else "runs"


def is_admitted(workload: Workload) -> bool:
    """Return whether the pods of a workload may run."""
    return (
        workload.holds(ADMITTED)
        and workload.reserves_quota
        and not workload.evicted
        and not workload.finished
    )


def _job(
    job: Manifest,
    workload: Workload | None,
    written: Manifest,
    flavors: Flavors,
    runtimes: Runtimes,
    state: str,
) -> Manifest:
    integration = INTEGRATIONS[kind_of(job)]
    suspended = value_at(job, integration.suspend) is True
    if workload is None or (state == "runs" and not suspended):
        return job
    if not suspended:
        job = restored(job, integration, written)
    return started(job, integration, workload, flavors, runtimes) if is_admitted(workload) else job


def _child(job: Manifest, workload: Workload | None, flavors: Flavors, state: str) -> Manifest:
    """Return a Job of a JobSet, which starts and stops with it."""
    if workload is None or state == "runs":
        return job
    if not is_admitted(workload) or workload.admission is None:
        return with_value(job, ("spec", "suspend"), new=True)
    group = labels_of(job).get(_JOB_GROUP)
    part = next((part for part in workload.admission.pod_sets if part.name == group), None)
    if part is not None:
        template = merged(mapping_at(job, ("spec", "template")), part, workload, flavors)
        job = with_value(job, ("spec", "template"), template)
    return with_value(job, ("spec", "suspend"), new=False)


def _parent(job: Manifest) -> str:
    """Return the name of what controls a Job or a pod, "" if nothing does."""
    owner = controller_of(job)
    return f"{owner.get('kind')} {namespace_of(job)}/{owner.get('name')}" if owner else ""


def _with_children(manifests: list[Manifest], jobs: set[str]) -> set[str]:
    """Return these jobs with the Jobs that they control."""
    return jobs | {object_name(m) for m in manifests if kind_of(m) == "Job" and _parent(m) in jobs}


def _ended(pod: Manifest) -> Manifest:
    """Return a pod that was deleted with its job."""
    return {**pod, "status": {**mapping(pod, "status"), "phase": "Failed"}}


def _changed(source: SourceManifest, manifest: Manifest) -> SourceManifest:
    """Return the source with another manifest, beside which stays what was written."""
    if manifest is source.manifest:
        return source
    return replace(source, manifest=manifest, written=source.written or source.manifest)


_MOST = 4
_READ = (*QUEUEING_KINDS, "Configuration", "Namespace", "LimitRange", "Node", "Pod")
_kept: OrderedDict[bytes, Settled] = OrderedDict()
_lock = Lock()


def settled_once(objects: Iterable[Manifest], settle: Callable[[], Settled | None]) -> Settled | None:
    """Return what `settle` gave for objects of the same content, or what it gives now; None is not kept.

    A settled run is only read, so that scenarios share it. A computation that is refused leaves none.
    """
    key = _digest(objects)
    if key is None:
        return settle()
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    settled = settle()
    if settled is not None:
        with _lock:
            _kept[key] = settled
            while len(_kept) > _MOST:
                _kept.popitem(last=False)
        allowance.keeps(lambda: _forget(key))
    return settled


def _forget(key: bytes) -> None:
    with _lock:
        _kept.pop(key, None)


def _digest(objects: Iterable[Manifest]) -> bytes | None:
    """Return the digest of what Kueue reads; None for what JSON of 64-bit numbers does not hold."""
    read = [manifest for manifest in objects if kind_of(manifest) in _READ]
    try:
        return hashlib.sha256(orjson.dumps(read)).digest()
    except TypeError:
        return None
