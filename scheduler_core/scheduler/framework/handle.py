"""What plugins may access: the snapshot, the listed objects, nominated pods, assumed volumes, claims, pod groups."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.versions import BASE, Version
from scheduler_core.scheduler.cluster.snapshot import Snapshot

from .assumed import AssumedVolumes
from .claims import Claims
from .extender.chain import Extenders
from .podgroups import PodGroups

T = TypeVar("T")


class Nominator:
    """Pending pods with a nominated node, in the order of nomination (backend/queue/nominator.go)."""

    def __init__(self) -> None:
        self._pods: dict[str, tuple[Pod, str]] = {}

    def add(self, pod: Pod, node_name: str) -> None:
        self._pods.pop(pod.key, None)
        self._pods[pod.key] = (pod, node_name)

    def delete(self, pod_key: str) -> None:
        self._pods.pop(pod_key, None)

    def node_of(self, pod_key: str) -> str:
        """Return the name of the pod's nominated node, "" without one."""
        return self._pods[pod_key][1] if pod_key in self._pods else ""

    def __len__(self) -> int:
        return len(self._pods)

    def __iter__(self) -> Iterator[tuple[Pod, str]]:
        return iter(list(self._pods.values()))

    def copy(self) -> Nominator:
        copy = Nominator()
        copy._pods = dict(self._pods)
        return copy


@dataclass(frozen=True, slots=True)
class Undecided:
    """What the members of a pod group change while they are tried, besides the snapshot."""

    nominator: Nominator
    volumes: AssumedVolumes
    claims: Claims
    pod_groups: PodGroups


@dataclass(slots=True)
class Handle:
    """Shared by all plugins of all profiles. NodeResourcesFit leaves `ignored_resources` to extenders."""

    snapshot: Snapshot
    objects: Objects
    version: Version = BASE
    nominator: Nominator = field(default_factory=Nominator)
    volumes: AssumedVolumes = field(default_factory=AssumedVolumes)
    claims: Claims = field(default_factory=Claims)
    pod_groups: PodGroups = field(default_factory=PodGroups)
    extenders: Extenders | None = None
    ignored_resources: frozenset[str] = frozenset()
    _cache: dict[Hashable, Any] = field(default_factory=dict)

    def cached(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the value cached under `key`, computed once.

        Only for values that follow from the key and from what never changes in a run.
        """
        value: T | None = self._cache.get(key)
        if value is None:
            value = self._cache[key] = compute()
        return value

    def begin_trial(self) -> Undecided:
        """Replace nominations, assumed volumes, claims and pod groups by copies; return the originals."""
        before = Undecided(self.nominator, self.volumes, self.claims, self.pod_groups)
        self.nominator, self.volumes = self.nominator.copy(), self.volumes.copy()
        self.claims, self.pod_groups = self.claims.copy(), self.pod_groups.on_trial(self.snapshot)
        return before

    def end_trial(self, before: Undecided) -> None:
        """Put back what `begin_trial` returned."""
        self.nominator, self.volumes = before.nominator, before.volumes
        self.claims, self.pod_groups = before.claims, before.pod_groups

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """Restore nominations, assumed volumes, claims and pod groups on exit; the snapshot is the caller's."""
        before = self.begin_trial()
        try:
            yield
        finally:
            self.end_trial(before)
