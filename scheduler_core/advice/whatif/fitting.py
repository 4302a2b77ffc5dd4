"""Which nodes take a pod, by the domains of one topology key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scheduler_core.kubernetes.objects.node import HOSTNAME, REGION, ZONE
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Skipped

MOST_NAMES = 20


class FittingNodes(TypedDict):
    """The nodes that pass all filters, whichever of them the pod gets."""

    count: int
    domains: dict[str, int]
    """By the value of the topology key, "" for nodes without it."""
    names: list[str]
    """The first 20, in nodeOrder."""


class Topology(TypedDict):
    """All nodes by the value of a topology key, "" for nodes without it."""

    key: str
    domains: dict[str, int]


def topology_of(snapshot: Snapshot, pod: Pod) -> Topology:
    """Return the domains that matter to the pod: of its own terms, else the zones, else the regions."""
    everywhere = range(len(snapshot))
    for key in _keys(pod):
        if any(key in node.labels for node in snapshot.nodes):
            return {"key": key, "domains": _domains(snapshot, key, everywhere)}
    return {"key": "", "domains": _domains(snapshot, "", everywhere)}


def _keys(pod: Pod) -> Iterator[str]:
    template = pod.template
    own = [constraint.topology_key for constraint in template.spread]
    for terms in (template.affinity.pod.required, template.affinity.pod_anti.required):
        own += [term.topology_key for term in terms]
    yield from (key for key in own if key != HOSTNAME)
    yield from (ZONE, REGION)


def fitting_nodes(result: CycleRecord | Skipped, key: str, node: str | None = None) -> FittingNodes:
    """Return the nodes that fit in an attempt; `node` alone if none does, since other pods are evicted there first.

    `node` may be a new one of another attempt, which this one has not.
    """
    if isinstance(result, Skipped):
        return {"count": 0, "domains": {}, "names": []}
    snapshot, run = result.framework.handle.snapshot, result.filter
    rows: IntArray = result.feasible if run is None else run.rows[run.passed]
    listed: list[int] = rows.tolist()
    if not listed and node in snapshot.index:
        listed = [snapshot.index[node]]
    names = [snapshot.nodes[row].name for row in listed[:MOST_NAMES]]
    return {"count": len(listed), "domains": _domains(snapshot, key, listed), "names": names}


def _domains(snapshot: Snapshot, key: str, rows: range | list[int]) -> dict[str, int]:
    return dict(sorted(Counter(snapshot.nodes[row].labels.get(key, "") for row in rows).items()))
