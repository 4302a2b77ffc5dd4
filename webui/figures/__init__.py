"""Plotly figures of a cycle, built from its view."""

from __future__ import annotations

from typing import Any

from webui.figures.affinity import affinity
from webui.figures.frame import Figure
from webui.figures.heatmap import Kind, heatmap
from webui.figures.palette import Palette, Theme, palette
from webui.figures.skew import skew
from webui.figures.slopes import slopes
from webui.figures.soft_skew import soft_skew
from webui.figures.totals import totals
from webui.figures.use import use

__all__ = ["Figure", "Kind", "Theme", "figure", "use"]


def figure(name: str, view: dict[str, Any], *, theme: Theme, kind: Kind) -> Figure | None:
    """The figure of that name, or None when this cycle has nothing for it to show."""
    colours = palette(theme)
    scored = bool(view["trace"].get("score"))
    match name:
        case "affinity" if scored and _has_affinity_scores(view):
            return affinity(view, colours)
        case "heatmap" if scored:
            return heatmap(view, colours, kind)
        case "totals" if scored:
            return totals(view, colours)
        case "normalize" if scored:
            return slopes(view, colours)
        case _ if name.startswith("skew-"):
            return _skew(name, view["spread"] or {}, colours)
    return None


def _has_affinity_scores(view: dict[str, Any]) -> bool:
    table = (view["affinity"] or {}).get("heatmap") or {}
    return bool(table.get("cells"))


def _skew(name: str, spread: dict[str, Any], colours: Palette) -> Figure | None:
    side, _, index = name.removeprefix("skew-").rpartition("-")
    constraints = spread.get({"": "filter", "score": "score"}.get(side, "")) or []
    if not (index.isascii() and index.isdigit() and len(index) < 4 and int(index) < len(constraints)):
        return None
    draw = soft_skew if side else skew
    return draw(constraints[int(index)], colours)
