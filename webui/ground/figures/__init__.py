"""Plotly figures of a cycle, built from its view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from scheduler_core.contract import CycleView, SpreadLedger
from webui.ground.figures.affinity import affinity
from webui.ground.figures.frame import Figure
from webui.ground.figures.heatmap import Kind, heatmap
from webui.ground.figures.palette import Palette, Theme, palette
from webui.ground.figures.skew import skew
from webui.ground.figures.soft_skew import soft_skew
from webui.ground.figures.totals import totals

__all__ = ["Figure", "Kind", "Theme", "figure"]


def figure(
    name: str, view: CycleView, *, theme: Theme, kind: Kind, closed: Collection[str] = ()
) -> Figure | None:
    """Return the figure of that name, or None if it is unknown or the cycle has no data for it.

    `closed` are domains of a spread constraint that can never take the pod.
    """
    colours = palette(theme)
    if name.startswith("skew-"):
        return _skew(name, view["spread"], colours, closed) if view["spread"] else None
    draw = _OF_SCORES.get(name) if view["trace"].get("score") else None
    return draw(view, colours, kind) if draw else None


def _affinity(view: CycleView, colours: Palette, kind: Kind) -> Figure | None:
    ledger = view["affinity"]
    return affinity(view["trace"], ledger, colours) if ledger and ledger["heatmap"]["cells"] else None


_OF_SCORES: Mapping[str, Callable[[CycleView, Palette, Kind], Figure | None]] = {
    "affinity": _affinity,
    "heatmap": heatmap,
    "totals": lambda view, colours, _: totals(view, colours),
}


def _skew(name: str, spread: SpreadLedger, colours: Palette, closed: Collection[str]) -> Figure | None:
    side, _, number = name.removeprefix("skew-").rpartition("-")
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        return None
    index = int(number)
    if side == "score" and index < len(spread["score"]):
        return soft_skew(spread["score"][index], colours)
    if side == "" and index < len(spread["filter"]):
        return skew(spread["filter"][index], colours, closed)
    return None
