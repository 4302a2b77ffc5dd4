"""Where the scheduler began to search for each pod, in a cluster in which it does not look at all nodes.

Each search begins where the one before it ended, in the order of the queue. Bindings are heard of in another order, so
that the search before a decision may be one of a pod of which nothing is heard yet: it is then taken for as long as the
last one for a pod like it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.batch import Batch

from .ranks import Rank, Ranked

_MOST_KEPT: Final = 500


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a search begins, and what batching left to it."""

    start: int
    batch: Batch | None


@dataclass(slots=True)
class Searches:
    """The searches of the last decisions, by pod."""

    _ended: Ranked[tuple[Rank, Beginning]] = field(default_factory=Ranked)
    _kept: deque[str] = field(default_factory=deque)
    _lengths: dict[PodTemplate, int] = field(default_factory=dict)

    def clear(self) -> None:
        """Forget all of them."""
        self._ended.clear()
        self._kept.clear()
        self._lengths.clear()

    def note(self, key: str, rank: Rank, record: CycleRecord) -> None:
        """Note the search with which a pod got its node."""
        if record.search is not None:
            self._lengths[record.pod.template] = record.search.length
        self._ended.put(key, rank, (rank, Beginning(record.next_start_index, record.batch)))
        self._kept.append(key)
        if len(self._kept) > _MOST_KEPT:
            self._ended.remove(self._kept.popleft())

    def before(self, rank: Rank) -> tuple[Rank, Beginning] | None:
        """Return the rank and the end of the last search before a rank, None if none is known."""
        return self._ended.last_before(rank)

    def after(self, beginning: Beginning, between: Iterable[PodTemplate], nodes: int) -> Beginning:
        """Return where a search begins, given the pods between it and a search that is known."""
        lengths = [self._lengths.get(template, 0) for template in between]
        if not lengths:
            return beginning
        return Beginning((beginning.start + sum(lengths)) % max(nodes, 1), None)
