"""The parts of each node's total: normalized × weight, by plugin."""

from __future__ import annotations

from scheduler_core.contract import CycleView, Trace
from webui.ground.figures.frame import (
    CONFIG,
    ROW,
    Figure,
    Json,
    frame,
    note,
    plain,
    plugin_name,
    rows_axis,
    value_axis,
)
from webui.ground.figures.palette import Palette
from webui.ground.figures.ranking import cut_notes, top_nodes

HALF = 0.38
# The same as in static/js/plugins/registry.js: a plugin has one colour everywhere.
PART_OF = {
    "TaintToleration": 0,
    "PodTopologySpread": 1,
    "InterPodAffinity": 2,
    "NodeResourcesFit": 3,
    "NodeResourcesBalancedAllocation": 4,
    "ImageLocality": 5,
    "NodeAffinity": 6,
}


def totals(view: CycleView, colours: Palette) -> Figure:
    trace = view["trace"]
    nodes = top_nodes(trace)
    plugins = [plugin for plugin in view["plugins"]["Score"] if plugin in trace["normalized"]]
    largest = max((trace["total"][node] for node in nodes), default=0) or 1
    layout = frame(
        colours,
        height=max(1, len(nodes)) * ROW + 68,
        summary=_summary(trace, nodes),
        margin={"l": 8, "r": 8, "t": 40, "b": 20},
        barmode="stack",
        bargap=0,
        showlegend=True,
        legend={
            "orientation": "h",
            "x": 0,
            "xref": "container",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "traceorder": "normal",
            "font": {"size": 13, "color": colours.ink_3},
            "itemclick": False,
            "itemdoubleclick": False,
        },
        xaxis=value_axis(colours, range=[0, largest * 1.12], showgrid=False, showticklabels=False),
        yaxis=rows_axis(colours, nodes),
        shapes=_winner(trace, nodes, colours),
        annotations=[*_sums(trace, nodes, colours), *cut_notes(trace, colours)],
    )
    return {
        "data": [_part(plugin, trace, nodes, colours) for plugin in plugins],
        "layout": layout,
        "config": CONFIG,
    }


def _part(plugin: str, trace: Trace, nodes: list[str], colours: Palette) -> Json:
    weight = trace["weights"][plugin]
    normalized = [trace["normalized"][plugin][node] for node in nodes]
    part = PART_OF.get(plugin)
    return {
        "type": "bar",
        "orientation": "h",
        "name": f"{plain(plugin_name(plugin))} ×{weight}",
        "x": [score * weight for score in normalized],
        "y": list(range(len(nodes))),
        "width": 2 * HALF,
        "marker": {
            "color": colours.line_3 if part is None else colours.parts[part],
            "line": {"width": 1, "color": colours.surface},
        },
        "text": [str(score * weight or "") for score in normalized],
        "textposition": "inside",
        "insidetextanchor": "start",
        "textangle": 0,
        "constraintext": "inside",
        "textfont": {"size": 13, "color": colours.part_on},
        "hovertext": [
            f"{plain(node)}, {plain(plugin)}<br>{score} × {weight} = {score * weight}"
            for node, score in zip(nodes, normalized, strict=True)
        ],
        "hoverinfo": "text",
    }


def _winner(trace: Trace, nodes: list[str], colours: Palette) -> list[Json]:
    selected = trace.get("selected")
    if selected not in nodes:
        return []
    row = nodes.index(selected)
    edge = {"color": colours.accent, "width": 2}
    end = trace["total"][selected]
    return [{"type": "rect", "x0": 0, "x1": end, "y0": row - HALF, "y1": row + HALF, "line": edge}]


def _sums(trace: Trace, nodes: list[str], colours: Palette) -> list[Json]:
    return [
        note(
            f"<b>{trace['total'][node]}</b>",
            colours.ink,
            xref="paper",
            x=1,
            xanchor="right",
            y=row,
            yanchor="middle",
        )
        for row, node in enumerate(nodes)
    ]


def _summary(trace: Trace, nodes: list[str]) -> str:
    if not nodes:
        return "No node was scored."
    best = ", ".join(f"{node} {trace['total'][node]}" for node in nodes[:3])
    return f"Totals, {len(trace['total'])} in all, the best first: {best}."
