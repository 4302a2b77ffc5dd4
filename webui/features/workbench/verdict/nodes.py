"""Why each node of a cycle took the pod or not, as plain data: words and links are made when it is read."""

from __future__ import annotations

from typing_extensions import TypedDict

from scheduler_core import Cycle
from scheduler_core.contract import FilterStep, NodeFailures, Trace, failure_by


class NodeVerdict(TypedDict):
    """A node: why it was rejected, or its scores."""

    node: str
    plugin: str
    """That rejected it; empty if none did."""
    reasons: list[str]
    steps: list[FilterStep]
    """Of that plugin, those that failed."""
    points: list[tuple[str, int, int]]
    """Plugin, weight, score."""
    total: int | None
    selected: bool


def node_verdicts(cycle: Cycle) -> list[NodeVerdict]:
    """Return the feasible nodes, the best first, then those that were rejected."""
    trace = cycle.trace()
    rejected = [_rejected(cycle, node, failures) for node, failures in trace.get("filter", {}).items()]
    feasible = [_feasible(trace, node) for node in trace["feasible"] or ()]
    feasible.sort(key=lambda verdict: -(verdict["total"] or 0))
    return feasible + rejected


def _rejected(cycle: Cycle, node: str, failures: NodeFailures) -> NodeVerdict:
    plugin = failures["first"]
    steps = cycle.explain("Filter", plugin, node)["steps"]
    return {
        "node": node,
        "plugin": plugin,
        "reasons": failure_by(failures, plugin).get("reasons", []),
        "steps": [step for step in steps if step.get("ok") is False],
        "points": [],
        "total": None,
        "selected": False,
    }


def _feasible(trace: Trace, node: str) -> NodeVerdict:
    weights, scores = trace.get("weights", {}), trace.get("normalized", {})
    return {
        "node": node,
        "plugin": "",
        "reasons": [],
        "steps": [],
        "points": [
            (plugin, weights.get(plugin, 1), score_by_node[node])
            for plugin, score_by_node in scores.items()
            if node in score_by_node
        ],
        "total": trace.get("total", {}).get(node),
        "selected": node == trace.get("selected"),
    }
