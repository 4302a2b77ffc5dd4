"""The objects of the input by kind, for the plugins that look them up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from scheduler_core.objects.loading import SourceManifest, locate
from scheduler_core.objects.reading import ManifestField, Problems

# The kinds that are looked up or changed here, with their API groups; other groups have kinds of the same names.
_GROUPS = {
    "LimitRange": "",
    "Namespace": "",
    "Node": "",
    "PersistentVolume": "",
    "PersistentVolumeClaim": "",
    "Pod": "",
    "PodDisruptionBudget": "policy",
    "PriorityClass": "scheduling.k8s.io",
    "ResourceQuota": "",
    "RuntimeClass": "node.k8s.io",
    "ServiceAccount": "",
    "StorageClass": "storage.k8s.io",
}

# Kinds that matter to admission alone.
ADMISSION_KINDS = frozenset({"LimitRange", "ResourceQuota", "RuntimeClass", "ServiceAccount"})


def kind_of(manifest: Any) -> str:
    """Return the kind if it is one of those that matter here and of the right API group, else ""."""
    if not isinstance(manifest, dict):
        return ""
    kind, version = manifest.get("kind"), manifest.get("apiVersion")
    if not isinstance(kind, str) or kind not in _GROUPS:
        return ""
    return kind if version is None or str(version).rpartition("/")[0] == _GROUPS[kind] else ""


class Inventory:
    """The written objects by kind. Errors in those that are read here are reported in `problems`."""

    def __init__(self, sources: Iterable[SourceManifest], problems: Problems) -> None:
        self._problems = problems
        self._by_kind: dict[str, list[SourceManifest]] = defaultdict(list)
        for source in sources:
            if source.role == "written" and (kind := kind_of(source.manifest)):
                self._by_kind[kind].append(source)

    def of_kind(self, kind: str) -> Iterator[ManifestField]:
        """Yield the objects of a kind; the problems of each are attributed to it."""
        for source in self._by_kind[kind]:
            yield locate(source.index, source.manifest, self._problems)

    def has(self, kind: str) -> bool:
        return bool(self._by_kind[kind])
