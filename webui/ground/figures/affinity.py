"""The contribution of each topology key to a node's affinity score."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scheduler_core.contract import AffinityLedger, Trace
from webui.ground.figures.cells import cells
from webui.ground.figures.frame import (
    CONFIG,
    ROW,
    Figure,
    Json,
    frame,
    key_name,
    names_axis,
    plain,
    rows_axis,
    signed,
)
from webui.ground.figures.palette import Palette
from webui.ground.figures.ranking import cut_notes, top_nodes

PLUGIN = "InterPodAffinity"


def affinity(trace: Trace, ledger: AffinityLedger, colours: Palette) -> Figure:
    """Return a heatmap of nodes × topology keys with their sum; at the right the normalized and the weighted score."""
    table = ledger["heatmap"]
    by_node = dict(zip(table["nodes"], table["cells"], strict=True))
    nodes = [node for node in top_nodes(trace) if node in by_node]
    raw = [[*by_node[node], sum(by_node[node])] for node in nodes]
    normalized = trace.get("normalized", {}).get(PLUGIN, {})
    columns = [*(key_name(key) for key in table["keys"]), _("raw")]
    reach = max((abs(value) for row in raw for value in row), default=0) or 1
    data = cells(
        raw,
        [[signed(value) for value in row] for row in raw],
        [[f"{plain(node)}: {signed(value)}" for value in row] for node, row in zip(nodes, raw, strict=True)],
        first_column=0,
        reach=(-reach, reach),
        colours=colours.diverging,
    )
    if normalized:
        weight = (trace.get("weights") or {}).get(PLUGIN, 1)
        data += _points([normalized[node] for node in nodes], weight, len(columns), colours)
        columns += ["0–100", f"×{weight}"]
    layout = frame(
        colours,
        height=max(1, len(nodes)) * (ROW - 2) + 56,
        summary=_summary(nodes, raw),
        margin={"l": 8, "r": 8, "t": 36, "b": 20},
        xaxis=names_axis(colours, columns, side="top", range=[-0.5, len(columns) - 0.5], tickangle=0),
        yaxis=rows_axis(colours, nodes),
        annotations=cut_notes(trace, colours),
    )
    return {"data": data, "layout": layout, "config": CONFIG}


def _points(scores: list[int], weight: int, column: int, colours: Palette) -> list[Json]:
    return cells(
        [[score, score] for score in scores],
        [[str(score), str(score * weight)] for score in scores],
        [[f"{score} / 100", f"{score} × {weight} = {score * weight}"] for score in scores],
        first_column=column,
        reach=(0, 100),
        colours=colours.sequential,
    )


def _summary(nodes: list[str], raw: list[list[int]]) -> str:
    if not nodes:
        return "No node was scored."
    sums = [row[-1] for row in raw]
    return f"Raw affinity by node, {len(nodes)} in all, from {signed(min(sums))} to {signed(max(sums))}."
