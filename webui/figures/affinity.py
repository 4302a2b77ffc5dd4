"""What each topology key adds to a node's affinity score."""

from __future__ import annotations

from typing import Any

from webui.figures.frame import (
    CONFIG,
    ROW,
    Figure,
    Json,
    frame,
    key_name,
    names_axis,
    note,
    plain,
    rows_axis,
    signed,
)
from webui.figures.palette import Palette, scale
from webui.figures.ranking import cut_note, shown

PLUGIN = "InterPodAffinity"


def affinity(view: dict[str, Any], colours: Palette) -> Figure:
    """Nodes × topology keys and their sum around zero; at the right what normalisation makes of it."""
    trace, table = view["trace"], view["affinity"]["heatmap"]
    cells = dict(zip(table["nodes"], table["cells"], strict=True))
    nodes = [node for node in shown(trace) if node in cells]
    raw = [[*cells[node], sum(cells[node])] for node in nodes]
    normalized: dict[str, int] = (trace.get("normalized") or {}).get(PLUGIN) or {}
    columns = [*(key_name(key) for key in table["keys"]), "raw"]
    data = [_diverging(raw, nodes, columns, colours)]
    if normalized:
        data.append(_sequential([normalized[node] for node in nodes], nodes, len(columns), colours))
        columns.append("0–100")
    layout = frame(
        colours,
        height=max(1, len(nodes)) * (ROW - 2) + 56,
        summary=_summary(nodes, raw),
        margin={"l": 8, "r": 8, "t": 36, "b": 20},
        xaxis=names_axis(colours, columns, side="top", range=[-0.5, len(columns) - 0.5], tickangle=0),
        yaxis=rows_axis(colours, nodes),
        annotations=_cut(trace, colours),
    )
    return {"data": data, "layout": layout, "config": CONFIG}


def _diverging(raw: list[list[int]], nodes: list[str], columns: list[str], colours: Palette) -> Json:
    reach = max((abs(value) for row in raw for value in row), default=0) or 1
    return {
        **_cells(raw, range(len(columns)), colours.diverging),
        "zmin": -reach,
        "zmax": reach,
        "text": [[signed(value) for value in row] for row in raw],
        "hovertext": [
            [
                f"{plain(node)}, {plain(column)}: {signed(value)}"
                for column, value in zip(columns, row, strict=True)
            ]
            for node, row in zip(nodes, raw, strict=True)
        ],
    }


def _sequential(scores: list[int], nodes: list[str], column: int, colours: Palette) -> Json:
    return {
        **_cells([[score] for score in scores], range(column, column + 1), colours.sequential),
        "zmin": 0,
        "zmax": 100,
        "text": [[str(score)] for score in scores],
        "hovertext": [[f"{plain(node)}: {score} of 100"] for node, score in zip(nodes, scores, strict=True)],
    }


def _cells(rows: list[list[int]], columns: range, colours: tuple[str, ...]) -> Json:
    return {
        "type": "heatmap",
        "z": rows,
        "x": list(columns),
        "y": list(range(len(rows))),
        "colorscale": scale(colours),
        "showscale": False,
        "xgap": 1,
        "ygap": 1,
        "texttemplate": "%{text}",  # without a colour of its own: black or white, whichever can be read
        "textfont": {"size": 12},
        "hoverinfo": "text",
    }


def _cut(trace: dict[str, Any], colours: Palette) -> list[Json]:
    text = cut_note(trace)
    where = {"xref": "paper", "yref": "paper", "x": 0, "y": 0, "xanchor": "left", "yanchor": "top"}
    return [note(text, colours.ink_3, **where)] if text else []


def _summary(nodes: list[str], raw: list[list[int]]) -> str:
    if not nodes:
        return "No node was scored."
    sums = [row[-1] for row in raw]
    return f"Raw affinity of {len(nodes)} nodes, from {signed(min(sums))} to {signed(max(sums))}."
