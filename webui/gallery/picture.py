"""A case in one glance, worked out from its run: the cluster as zones, and how it ended in words."""

from __future__ import annotations

from collections import Counter
from typing import Any

from typing_extensions import TypedDict

# What people see as a zone, the coarsest sensible one first.
ZONE_KEYS = ("topology.kubernetes.io/zone", "zone", "topology.kubernetes.io/region", "rack")


class NodePicture(TypedDict):
    name: str
    pods: int  # that ran before
    winner: int  # pods that landed here in this run


class ZonePicture(TypedDict):
    name: str
    nodes: list[NodePicture]


class Picture(TypedDict):
    zones: list[ZonePicture]
    pending: int


def picture(cluster: dict[str, Any], finished: list[dict[str, Any]]) -> Picture:
    running = Counter(pod["node"] for pod in cluster["pods"] if pod["node"])
    landed = Counter(placement for placement in placements(finished).values() if placement)
    zone_key = _zone_key(cluster["nodes"])
    zones: dict[str, list[NodePicture]] = {}
    for node in sorted(cluster["nodes"], key=lambda node: str(node["name"])):
        zone = node["labels"].get(zone_key, "")
        drawn = NodePicture(name=node["name"], pods=running[node["name"]], winner=landed[node["name"]])
        zones.setdefault(zone, []).append(drawn)
    return {
        "zones": [{"name": name, "nodes": zones[name]} for name in sorted(zones, key=lambda z: (not z, z))],
        "pending": sum(node is None for node in placements(finished).values()),
    }


def outcome(finished: list[dict[str, Any]]) -> str:
    """`node4`, `Pending` or `6 of 7 placed`."""
    placed = placements(finished)
    on_nodes = [node for node in placed.values() if node]
    if len(placed) == 1:
        return on_nodes[0] if on_nodes else "Pending"
    return f"{len(on_nodes)} of {len(placed)} placed"


def placements(finished: list[dict[str, Any]]) -> dict[str, str | None]:
    """Each pod's node after its last attempt."""
    return {event["pod"]: event["node"] for event in finished}


def _zone_key(nodes: list[dict[str, Any]]) -> str:
    """The first key that at least half of the nodes carry; otherwise no zones are drawn."""
    for key in ZONE_KEYS:
        if sum(key in node["labels"] for node in nodes) * 2 >= len(nodes):
            return key
    return ""
