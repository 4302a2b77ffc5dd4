"""The clusters that a workload without nodes is tried on: the samples, and the one that the caller used last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest

from scheduler_core import ClusterObjects, clusters_by_name
from webui.core.scenarios.access import scenarios_of
from webui.core.scenarios.models import Scenario
from webui.core.scenarios.source import source_limits

LAST = "last"
PASTED = "nodes"
MAX_RECENT = 10  # drafts among which the last cluster is looked for


@dataclass(frozen=True, slots=True)
class Choice:
    """A cluster to choose. `pools` are the names and sizes of a sample's pools; `objects` are read on demand."""

    key: str
    title: str
    nodes: int
    pools: tuple[tuple[str, int], ...] = ()
    pods: int = 0
    source: str = ""

    def objects(self) -> ClusterObjects:
        """Return the objects; raise InvalidInput or TooLarge for those of a draft or a paste."""
        if self.key in (LAST, PASTED):
            return ClusterObjects.of_source(self.source, source_limits())
        return _sample_objects(self.key)

    def pool_of_nodes(self) -> dict[str, str]:
        """Return the pool of each node; none if the cluster has no pools with names."""
        if not self.pools:
            return {}
        cluster = clusters_by_name()[self.key]
        return {node: pool.name for pool in cluster.pools for names in pool.nodes.values() for node in names}


def samples() -> Iterator[Choice]:
    for name, cluster in clusters_by_name().items():
        pools = tuple((pool.name, pool.node_count) for pool in cluster.pools)
        yield Choice(name, cluster.title, cluster.node_count, pools if len(pools) > 1 else ())


def pasted(nodes: str) -> Choice:
    return Choice(PASTED, "", 0, source=nodes)


def last_cluster(request: HttpRequest, excluded: Scenario) -> Choice | None:
    """Return the cluster of the caller's latest draft that is neither a copy nor on a sample cluster."""
    drafts = scenarios_of(request).filter(forked_from=None, summary__nodes__gt=0).exclude(pk=excluded.pk)
    for draft in drafts[:MAX_RECENT]:
        if not _is_on_sample(draft.source) and draft.summary:
            running = draft.summary["pods"] - draft.summary["pending"]
            return Choice(LAST, draft.title, draft.summary["nodes"], pods=running, source=draft.source)
    return None


def choice_of(request: HttpRequest, scenario: Scenario, key: str) -> Choice | None:
    """Return the choice of this key, None if there is none; pasted nodes are none of them."""
    if key == LAST:
        return last_cluster(request, scenario)
    return next((choice for choice in samples() if choice.key == key), None)


def _is_on_sample(source: str) -> bool:
    return any(
        all(name in source for pool in cluster.pools for names in pool.nodes.values() for name in names)
        for cluster in clusters_by_name().values()
    )


@cache
def _sample_objects(name: str) -> ClusterObjects:
    return ClusterObjects.of_sample(clusters_by_name()[name])
