"""Kueue at rest, as the answer asks it: a snapshot to try workloads on, and the fields that numbers come from."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from scheduler_core.controlplane.workloads.trainjob import runtimes_by_name
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.queueing.admitting import Queued
from scheduler_core.queueing.admitting.admitting import is_admitted
from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.cycle.nomination import Nominator
from scheduler_core.queueing.objects.amounts import FlavorResource, quantity_text
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.cluster_queue import Preemption
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.queues.pending import PendingQueue
from scheduler_core.queueing.run.run import QueueingRun
from scheduler_core.queueing.snapshot.info import WorkloadInfo, read_info
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot, Snapshot
from scheduler_core.queueing.workloads.integration import (
    NoSuchObject,
    Path,
    PodSetTemplate,
    Runtimes,
    items_at,
    value_at,
)
from scheduler_core.queueing.workloads.registry import INTEGRATIONS

from .contract import FieldSource, QueueAmount


@dataclass(frozen=True)
class Desk:
    """What the answer reads. Trying a workload changes nothing."""

    queued: Queued
    manifests: list[Manifest]
    _tried: dict[Hashable, Nomination] = field(default_factory=dict, compare=False)
    _quota_paths: dict[tuple[str, str], dict[FlavorResource, Path]] = field(
        default_factory=dict, compare=False
    )

    @property
    def run(self) -> QueueingRun:
        return self.queued.settled.run

    @property
    def objects(self) -> QueueingObjects:
        return self.run.scenario.objects

    @cached_property
    def snapshot(self) -> Snapshot:
        return self.run.world.cache.snapshot()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What each Workload stands for."""
        return self.queued.owners.names()

    @cached_property
    def runtimes(self) -> Runtimes:
        return runtimes_by_name(self.manifests)

    def spelled_out(self, job: Manifest) -> tuple[Manifest, Sequence[PodSetTemplate]]:
        """Return the object that has the pod templates of a job, and its pod sets; without its runtime it has none."""
        integration = INTEGRATIONS[kind_of(job)]
        try:
            whole = integration.spelled_out(job, self.runtimes)
        except NoSuchObject:
            return job, ()
        return whole, integration.pod_sets(whole)

    def waiting(self) -> list[Workload]:
        """Return the workloads that are not admitted and have not ended, in the order of their keys."""
        stored = sorted(self.queued.settled.stored.items())
        return [w for _, w in stored if not w.finished and not is_admitted(w)]

    def admitted(self) -> list[Workload]:
        return [w for _, w in sorted(self.queued.settled.stored.items()) if is_admitted(w)]

    def queue_name(self, workload: Workload) -> str:
        """Return the ClusterQueue of a workload, "" if its LocalQueue or that does not exist."""
        local = self.objects.local_queues.get(f"{workload.namespace}/{workload.queue}")
        name = local.cluster_queue if local else ""
        return name if name in self.objects.cluster_queues else ""

    def queue(self, workload: Workload) -> QueueSnapshot | None:
        """Return the ClusterQueue of a workload if it can admit."""
        return self.snapshot.queues.get(self.queue_name(workload))

    def pending_queue(self, name: str) -> PendingQueue:
        return self.run.world.queues.queues[name]

    def info(self, workload: Workload) -> WorkloadInfo:
        """Return a workload prepared for a flavor search that starts with the first flavor."""
        return read_info(workload, self.snapshot.gates, self.queue_name(workload))

    def tried(self, workload: Workload) -> Nomination | None:
        """Return what a workload would get now; None if its queue does not admit, or it holds quota already.

        Workloads that are equal to Kueue get the same, which is found once.
        """
        if self.queue(workload) is None or workload.reserves_quota or not workload.active:
            return None
        info = self.info(workload)
        key = info.cluster_queue, info.shape
        if info.shape is None or key not in self._tried:
            nominator = Nominator(self.snapshot, self.run.scenario.fair_sharing, 1)
            self._tried[key] = nominator.nominate(info)
        return self._tried[key]

    @contextmanager
    def under(self, queue: QueueSnapshot, policy: Preemption) -> Iterator[None]:
        """Try with another policy of preemption."""
        spec, tried = queue.spec, dict(self._tried)
        queue.spec = replace(spec, preemption=policy)
        self._tried.clear()
        yield
        queue.spec = spec
        self._tried.clear()
        self._tried.update(tried)

    @contextmanager
    def without(self, gone: Sequence[WorkloadInfo]) -> Iterator[None]:
        """Try as if these workloads had ended."""
        tried = dict(self._tried)
        self._tried.clear()
        with self.snapshot.without(gone):
            yield
        self._tried.clear()
        self._tried.update(tried)

    # ---- fields ----

    @cached_property
    def _by_name(self) -> dict[str, Manifest]:
        named = {f"{kind_of(m)} {mapping(m, 'metadata').get('name')}": m for m in self.manifests}
        return named

    def quota_source(self, kind: str, name: str, fr: FlavorResource, field: str) -> FieldSource | None:
        """Return where a ClusterQueue or Cohort says an amount of its quota, None if it does not."""
        path = self.quota_path(kind, name, fr)
        if not path or field not in value_at(self._by_name[f"{kind} {name}"], path):
            return None
        return {"object": f"{kind} {name}", "path": written((*path, field))}

    def quota_path(self, kind: str, name: str, fr: FlavorResource) -> Path:
        """Return the way to the quota of a flavor's resource in a ClusterQueue or Cohort, () without one."""
        paths = self._quota_paths.get((kind, name))
        if paths is None:
            paths = self._quota_paths[kind, name] = dict(_quota_paths(self._by_name.get(f"{kind} {name}")))
        return paths.get(fr, ())

    def manifest(self, name: str) -> Manifest | None:
        """Return a manifest of the input by its name in messages, without a namespace: "ClusterQueue ml-a"."""
        return self._by_name.get(name)


def _quota_paths(manifest: Manifest | None) -> Iterator[tuple[FlavorResource, Path]]:
    """Yield the flavors and resources of a ClusterQueue or Cohort with the way to their quota; the first ones last."""
    groups = list(enumerate(items_at(manifest, ("spec", "resourceGroups"))))
    for g, group in reversed(groups):
        for f, flavor in reversed(list(enumerate(items_at(group, ("flavors",))))):
            for r, resource in reversed(list(enumerate(items_at(flavor, ("resources",))))):
                fr = str(mapping(flavor).get("name")), str(mapping(resource).get("name"))
                yield fr, ("spec", "resourceGroups", g, "flavors", f, "resources", r)


def written(path: Path) -> str:
    """Return a path as messages write it: spec.resourceGroups[0].flavors[1]."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def amount(resource: str, number: int, source: FieldSource | None = None) -> QueueAmount:
    """Return an amount as data, with the field that it was read from."""
    said: QueueAmount = {"amount": number, "text": quantity_text(resource, number)}
    return {**said, "source": source} if source else said
