"""Plugins × nodes. The colour is always the normalized score; the number is raw, normalized or weighted."""

from __future__ import annotations

from typing import Literal

from scheduler_core.contract import CycleView
from webui.ground.figures.cells import cells
from webui.ground.figures.frame import (
    CONFIG,
    ROW,
    Figure,
    frame,
    names_axis,
    plain,
    plugin_name,
    rows_axis,
)
from webui.ground.figures.palette import Palette
from webui.ground.figures.ranking import cut_notes, top_nodes

Kind = Literal["normalized", "raw", "weighted"]


def heatmap(view: CycleView, colours: Palette, kind: Kind) -> Figure:
    trace = view["trace"]
    nodes = top_nodes(trace)
    table: dict[str, dict[str, int]] = trace["score" if kind == "raw" else "normalized"]
    plugins = [plugin for plugin in view["plugins"]["Score"] if plugin in table]
    weights = trace.get("weights") or {}
    times = [weights.get(plugin, 1) if kind == "weighted" else 1 for plugin in plugins]
    values = [[table[plugin][node] * n for plugin, n in zip(plugins, times, strict=True)] for node in nodes]
    columns = [_head(plugin, weights) for plugin in plugins]
    data = cells(
        [[trace["normalized"][plugin][node] for plugin in plugins] for node in nodes],
        [[f"{value}".replace("-", "\N{MINUS SIGN}") for value in row] for row in values],
        [
            [f"{plain(node)}, {plain(plugin)}: {value}" for plugin, value in zip(plugins, row, strict=True)]
            for node, row in zip(nodes, values, strict=True)
        ],
        first_column=0,
        reach=(0, 100),
        colours=colours.sequential,
    )
    layout = frame(
        colours,
        height=max(1, len(nodes)) * (ROW - 2) + 72,
        summary=f"{kind.capitalize()} scores of {len(plugins)} plugins for {len(nodes)} nodes.",
        margin={"l": 8, "r": 8, "t": 48, "b": 20},
        xaxis=names_axis(
            colours,
            [],
            side="top",
            range=[-0.5, len(plugins) - 0.5],
            tickvals=list(range(len(plugins))),
            ticktext=columns,
            tickfont={"size": 13, "color": colours.ink_3},
            autotickangles=[0, 45, 90],
        ),
        yaxis=rows_axis(colours, nodes),
        annotations=cut_notes(trace, colours),
    )
    return {"data": data, "layout": layout, "config": CONFIG}


def _head(plugin: str, weights: dict[str, int]) -> str:
    weight = weights.get(plugin)
    return plain(plugin_name(plugin)) + (f"<br>×{weight}" if weight is not None else "")
