"""The objects of a play: their manifests, and what the scheduler reads of those that are no pods."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.loading import SourceManifest, read_objects
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, Problems
from scheduler_core.simulation.daytwo.recording import Recorder
from scheduler_core.simulation.daytwo.scheduling import Scheduler
from scheduler_core.simulation.daytwo.start import Start, object_key

from .workloads import Workloads

_READ_ANEW = ("namespaces", "services", "controllers", "budgets", "priorities", "storage")


@dataclass(slots=True)
class StoredObjects:
    """All objects as they are stored, by "Kind namespace/name"; pods and nodes as they were at the beginning."""

    recorder: Recorder
    scheduler: Scheduler
    workloads: Workloads
    manifests: dict[str, Manifest]
    typed: Objects
    """What the scheduler sees."""

    def begin(self, start: Start) -> None:
        """Take the objects of the scenario, and the workloads that its pods tell of."""
        self.manifests.update(start.stored)
        for key, manifest in self.manifests.items():
            self.recorder.store(key, manifest)
        self.manifests.update(start.assumed)

    def store(self, key: str, manifest: Manifest) -> None:
        """Store an object that is no pod and no node. Assumed ones stay hidden from the scheduler."""
        self.manifests[key] = manifest
        if not self.workloads.is_assumed(key):
            self.recorder.store(key, manifest)

    def apply(self, path: str, key: str, manifest: Manifest) -> None:
        """Create or change an object that the scheduler reads and no controller acts on; raise InvalidInput."""
        problems = Problems(key)
        read_objects([SourceManifest(manifest, 0)], problems)
        if problems.entries:
            errors = problems.errors()
            raise InvalidInput([replace(error, path=f"{path}.apply.{error.path}") for error in errors])
        self.store(key, manifest)
        fresh = self._read()
        for name in _READ_ANEW:
            setattr(self.typed, name, getattr(fresh, name))
        self.typed.default_priority = fresh.default_priority
        self.scheduler.set_objects(self.typed)
        self.scheduler.retry_all()

    def _read(self) -> Objects:
        sources = (
            manifest
            for key, manifest in self.manifests.items()
            if kind_of(manifest) not in ("Node", "Pod") and not self.workloads.is_assumed(key)
        )
        return read_objects([SourceManifest(m, i) for i, m in enumerate(sources)], Problems())

    def add_claim(self, claim: Manifest) -> None:
        """Create a PersistentVolumeClaim of a new pod."""
        read_objects([SourceManifest(claim, 0)], Problems(), Objects(storage=self.typed.storage))
        self.store(object_key(claim), claim)
