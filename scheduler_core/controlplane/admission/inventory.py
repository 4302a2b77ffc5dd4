"""The objects of the input by kind, for the plugins that look them up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.loading import SourceManifest, locate
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems

# Kinds that matter to admission alone.
ADMISSION_KINDS = frozenset({"LimitRange", "ResourceQuota", "RuntimeClass", "ServiceAccount"})


class Inventory:
    """The written objects by kind. Errors in those that are read here are reported in `problems`."""

    def __init__(self, sources: Iterable[SourceManifest], problems: Problems) -> None:
        self._problems = problems
        self._by_kind: dict[str, list[SourceManifest]] = defaultdict(list)
        for source in each(sources):
            if source.role == "written":
                self._by_kind[kind_of(source.manifest)].append(source)

    def of_kind(self, kind: str) -> Iterator[ManifestField]:
        """Yield the objects of a kind; the problems of each are attributed to it."""
        for source in self._by_kind[kind]:
            yield locate(source.index, source.manifest, self._problems)
