"""What plugins may access: the snapshot, the listed objects, nominated pods, assumed volumes, resource claims."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from scheduler_core.cluster.snapshot import Snapshot
from scheduler_core.objects.cluster import Objects
from scheduler_core.objects.pod import Pod
from scheduler_core.versions import BASE, Version

from .assumed import AssumedVolumes
from .claims import Claims
from .extender.chain import Extenders

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

    def __iter__(self) -> Iterator[tuple[Pod, str]]:
        return iter(list(self._pods.values()))


@dataclass(slots=True)
class Handle:
    """Shared by all plugins of all profiles. NodeResourcesFit leaves `ignored_resources` to extenders."""

    snapshot: Snapshot
    objects: Objects
    version: Version = BASE
    nominator: Nominator = field(default_factory=Nominator)
    volumes: AssumedVolumes = field(default_factory=AssumedVolumes)
    claims: Claims = field(default_factory=Claims)
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
