"""A search through many nodes: where it began and how far it came."""

from __future__ import annotations

from webui.features.learn.scene import Dots, Figures
from webui.features.learn.turn import Turn


def dots(turn: Turn, golden: str) -> Dots:
    view = turn.view
    order = view["node_order"]
    visited = view["visited"] if view["visited"] is not None else order
    return {
        "nodes": len(order),
        "start": order.index(visited[0]),
        "looked": len(visited),
        "golden": order.index(golden),
        "winner": order.index(turn.node) if turn.node else -1,
    }


def figures(turn: Turn, drawn: Dots, golden: str) -> Figures:
    return {
        "looked": drawn["looked"],
        "unasked": drawn["nodes"] - drawn["looked"],
        "start": drawn["start"] + 1,
        "gold_wins": "yes" if turn.node == golden else "no",
    }
