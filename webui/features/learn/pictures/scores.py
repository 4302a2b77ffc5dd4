"""The totals of the nodes that are still in the race, by plugin."""

from __future__ import annotations

from webui.features.learn.scene import Figures, Score
from webui.features.learn.turn import Turn


def scores(turn: Turn) -> list[Score]:
    """Return the feasible nodes with their totals, and the plugins that tell any two of them apart."""
    trace = turn.trace
    totals, weights = trace.get("total") or {}, trace.get("weights") or {}
    normalized = trace.get("normalized") or {}
    telling = [name for name in weights if len(set(normalized[name].values())) > 1]
    return [
        {
            "node": node,
            "total": totals[node],
            "parts": [
                {
                    "plugin": name,
                    "raw": trace["score"][name][node],
                    "normalized": normalized[name][node],
                    "weight": weights[name],
                    "points": normalized[name][node] * weights[name],
                }
                for name in telling
            ],
        }
        for node in sorted(totals)
    ]


def figures(drawn: list[Score]) -> Figures:
    """Return the totals and the last node, and by plugin what it gives to each node, and how that is made."""
    named: Figures = {f"{score['node']}.total": score["total"] for score in drawn}
    if drawn:
        named["last"] = min(drawn, key=lambda score: score["total"])["node"]
    for score in drawn:
        for part in score["parts"]:
            name = f"{score['node']}.{part['plugin']}"
            named[name] = part["points"]
            named |= {
                f"{name}.raw": part["raw"],
                f"{name}.normalized": part["normalized"],
                f"{name}.weight": part["weight"],
            }
    return named
