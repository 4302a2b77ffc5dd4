"""A run at a glance: the cluster by zone, and the outcome in words."""

from __future__ import annotations

from collections import Counter

from typing_extensions import TypedDict

from scheduler_core.contract import ClusterView, CycleFinished, LabelColumn

# The label keys that may stand for a zone, in order of preference.
ZONE_KEYS = ("topology.kubernetes.io/zone", "zone", "topology.kubernetes.io/region", "rack")


class NodePicture(TypedDict):
    name: str
    pods: int  # that were running before
    winner: int  # pods that landed here in this run


class ZonePicture(TypedDict):
    name: str
    nodes: list[NodePicture]


class Picture(TypedDict):
    zones: list[ZonePicture]
    pending: int


def picture(cluster: ClusterView, finished: list[CycleFinished]) -> Picture:
    """Return the zones with their nodes and pod counts, and the number of pending pods."""
    names, labels = cluster["nodes"]["names"], cluster["nodes"]["labels"]
    running = Counter(cluster["pods"]["nodes"])
    landed = Counter(placement for placement in placements(finished).values() if placement)
    zone_of = _zones(labels, len(names))
    zones: dict[str, list[NodePicture]] = {}
    for i in sorted(range(len(names)), key=names.__getitem__):
        node = NodePicture(name=names[i], pods=running[i], winner=landed[names[i]])
        zones.setdefault(zone_of[i], []).append(node)
    return {
        "zones": [{"name": name, "nodes": zones[name]} for name in sorted(zones, key=lambda z: (not z, z))],
        "pending": sum(node is None for node in placements(finished).values()),
    }


def outcome(finished: list[CycleFinished]) -> str:
    """Return the outcome in words: `node4`, `Pending` or `6 of 7 placed`."""
    placed = placements(finished)
    on_nodes = [node for node in placed.values() if node]
    if len(placed) == 1:
        return on_nodes[0] if on_nodes else "Pending"
    return f"{len(on_nodes)} of {len(placed)} placed"


def placements(finished: list[CycleFinished]) -> dict[str, str | None]:
    """Return each pod's node after its last attempt; None if it is pending."""
    return {event["pod"]: event["node"] for event in finished}


def zones(cluster: ClusterView) -> dict[str, str]:
    """Return each node's zone, empty if it has none."""
    names = cluster["nodes"]["names"]
    return dict(zip(names, _zones(cluster["nodes"]["labels"], len(names)), strict=True))


def _zones(labels: dict[str, LabelColumn], nodes: int) -> list[str]:
    """Return each node's value of the first key that at least half of the nodes have, else empty zones."""
    for column in (labels[key] for key in ZONE_KEYS if key in labels):
        if sum(code >= 0 for code in column["codes"]) * 2 >= nodes:
            return [column["values"][code] if code >= 0 else "" for code in column["codes"]]
    return [""] * nodes
