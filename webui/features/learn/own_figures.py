"""What a caption of a scenario's own lesson may say: figures of a turn and of the step that is pointed at.

Those of the ten lessons, and the arithmetic of any plugin. docs/lessons.md lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scheduler_core.contract import FilterStep
from webui.features.learn.pictures import nodes, scores, spread, victims
from webui.features.learn.scene import Figures
from webui.features.learn.turn import Turn
from webui.features.workbench.verdict.lines import line
from webui.ground.lib.quantities import quantity

MOST_SCORED = 50  # nodes whose scores have names
_NAMELESS = {"kind", "ok", "unit"}


def figures(turn: Turn, plugin: str = "", node: str = "") -> Figures:
    """Return the figures of a turn by name, with those of a plugin's verdict on a node."""
    drawn = nodes.nodes(turn, turn.before)
    rule = spread.constraint(turn)
    named = nodes.figures(turn, drawn) | spread.figures(rule, spread.zones(turn, rule))
    named |= _scores(turn) | _preemption(turn) | _search(turn)
    return named | (_step(turn, plugin, node) if plugin and node else {})


def _scores(turn: Turn) -> Figures:
    if not turn.trace.get("total") or len(turn.trace["total"]) > MOST_SCORED:
        return {}
    return scores.figures(scores.scores(turn))


def _preemption(turn: Turn) -> Figures:
    try:
        return victims.figures(turn, victims.strikes(turn))
    except KeyError:  # the pod found a node, or none would be helped
        return {"victims": len(turn.event["victims"])}


def _search(turn: Turn) -> Figures:
    order, visited = turn.view["node_order"], turn.view["visited"]
    looked = len(order if visited is None else visited)
    return {"looked": looked, "unasked": len(order) - looked}


def _step(turn: Turn, plugin: str, node: str) -> Figures:
    """Return the sum that decides of a plugin's verdict, and its operands; nothing if it has none."""
    cycle = turn.recording.cycle(turn.event["cycle"])
    try:
        steps: list[FilterStep] = cycle.explain("Filter", plugin, node)["steps"]
    except KeyError:
        return {}
    telling = next((step for step in steps if step.get("ok") is False), steps[0] if steps else None)
    if telling is None:
        return {}
    return {"sum": line(telling)} | {f"step.{name}": value for name, value in _operands(dict(telling))}


def _operands(step: Mapping[str, Any]) -> Iterator[tuple[str, int | str]]:
    unit = step.get("unit", "")
    for name, value in step.items():
        if name in _NAMELESS or isinstance(value, bool):
            continue
        if isinstance(value, int):
            yield name, quantity(value, unit) if unit and unit != "count" else value
        elif isinstance(value, str):
            yield name, value
