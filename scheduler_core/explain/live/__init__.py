"""A running cluster: its decisions computed again as they happen, and its pending pods by cause."""

from __future__ import annotations

from .cluster import MovingCluster
from .judging import Judge
from .moment import live_content, live_node, live_nodes
from .moments import Heard, Said
from .phrases import live_finding, live_gap
from .queues import Queues, live_queued
from .verdicts import node_verdicts

__all__ = [
    "Heard",
    "Judge",
    "MovingCluster",
    "Queues",
    "Said",
    "live_content",
    "live_finding",
    "live_gap",
    "live_node",
    "live_nodes",
    "live_queued",
    "node_verdicts",
]
