"""From raw scores to 0–100: one slope per node, one panel per plugin."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from scheduler_core.contract import CycleView, Trace
from webui.ground.figures.frame import CONFIG, Figure, Json, frame, line, note, plain, plugin_name
from webui.ground.figures.palette import Palette
from webui.ground.figures.ranking import ranked

# The plugins with a NormalizeScore upstream; for the others both numbers are equal.
NORMALIZING = ("InterPodAffinity", "PodTopologySpread", "TaintToleration", "NodeAffinity")
LOWER_IS_BETTER = frozenset({"PodTopologySpread", "TaintToleration"})
PER_ROW = 3
PANEL_HEIGHT = 220
LABEL_GAP = 0.1  # of the panel's height


def slopes(view: CycleView, colours: Palette) -> Figure:
    trace = view["trace"]
    plugins = [plugin for plugin in NORMALIZING if plugin in trace["score"]]
    rows = -(-len(plugins) // PER_ROW) or 1
    panels = [_Panel(trace, plugin, index, rows, colours) for index, plugin in enumerate(plugins)]
    layout = frame(
        colours,
        height=rows * PANEL_HEIGHT,
        summary=" ".join(panel.summary() for panel in panels) or "No score is normalized.",
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        shapes=[axis for panel in panels for axis in panel.axes()],
        annotations=[text for panel in panels for text in panel.notes()],
    )
    for panel in panels:
        layout |= panel.layout()
    return {"data": [panel.slopes() for panel in panels], "layout": layout, "config": CONFIG}


class _Panel:
    """A panel: raw scores at x = 0, scaled to their range, normalized ones at x = 1. Both are 0…1 upwards."""

    def __init__(self, trace: Trace, plugin: str, index: int, rows: int, colours: Palette) -> None:
        self.plugin = plugin
        self.colours = colours
        self.number = str(index + 1) if index else ""
        row, column = divmod(index, PER_ROW)
        self.x_domain = [column / PER_ROW, (column + 1) / PER_ROW]
        self.y_domain = [1 - (row + 0.84) / rows, 1 - (row + 0.22) / rows]
        self.top = 1 - row / rows
        raw, normalized = trace["score"][plugin], trace["normalized"][plugin]
        self.selected = trace.get("selected")
        # Nodes with equal numbers share a line; the line of the selected node is highlighted.
        self.pairs: dict[tuple[int, int], list[str]] = {}
        for node in ranked(trace):
            self.pairs.setdefault((raw[node], normalized[node]), []).append(node)
        self.low, self.high = min(raw.values()), max(raw.values())

    def slopes(self) -> Json:
        """Return one trace with a gap after each slope."""
        x: list[int | None] = []
        y: list[float | None] = []
        text: list[str | None] = []
        for (raw, normalized), nodes in self.pairs.items():
            label = f"{_names(nodes)}<br>{gettext('raw')} {raw} → {normalized}"
            x += [0, 1, None]
            y += [self._height(raw), normalized / 100, None]
            text += [label, label, None]
        return {
            "type": "scatter",
            "mode": "markers",
            "x": x,
            "y": y,
            "xaxis": f"x{self.number}",
            "yaxis": f"y{self.number}",
            "marker": {"size": 5, "color": self.colours.ink_3},
            "hovertext": text,
            "hoverinfo": "text",
            "cliponaxis": False,
        }

    def layout(self) -> Json:
        hidden = {"visible": False, "fixedrange": True}
        return {
            f"xaxis{self.number}": {
                **hidden,
                "domain": self.x_domain,
                "range": [-1.05, 2.05],
                "anchor": f"y{self.number}",
            },
            f"yaxis{self.number}": {
                **hidden,
                "domain": self.y_domain,
                "range": [-0.02, 1.02],
                "anchor": f"x{self.number}",
            },
        }

    def axes(self) -> Iterator[Json]:
        on = {"xref": f"x{self.number}", "yref": f"y{self.number}"}
        for x in (0, 1):
            yield line(self.colours.line_3, width=1, x0=x, x1=x, y0=0, y1=1, layer="below", **on)
        for (raw, normalized), nodes in sorted(self.pairs.items(), key=lambda item: self.selected in item[1]):
            is_selected = self.selected in nodes
            y0, y1 = self._height(raw), normalized / 100
            colour = self._colour(y0, y1, is_selected=is_selected)
            yield line(colour, width=2 if is_selected else 1.25, x0=0, x1=1, y0=y0, y1=y1, **on)

    def notes(self) -> Iterator[Json]:
        colours = self.colours
        on = {"xref": f"x{self.number}", "yref": f"y{self.number}"}
        head = {"xref": "paper", "yref": "paper", "x": self.x_domain[0], "xanchor": "left", "yanchor": "top"}
        yield note(f"<b>{plain(plugin_name(self.plugin))}</b>", colours.ink, y=self.top, **head)
        yield note(self._direction(), colours.ink_3, y=self.top, yshift=-16, **head)
        yield note(gettext("raw"), colours.ink_3, x=0, y=0, yanchor="top", yshift=-6, **on)
        yield note("0–100", colours.ink_3, x=1, y=0, yanchor="top", yshift=-6, **on)
        for y, raw in _apart({self._height(raw): raw for raw, _ in self.pairs}):
            text = f"{raw}".replace("-", "\N{MINUS SIGN}")
            yield note(text, colours.ink_2, x=0, y=y, xanchor="right", xshift=-5, **on)
        for y, score in _apart({score / 100: score for _, score in self.pairs}):
            yield note(str(score), colours.ink_2, x=1, y=y, xanchor="left", xshift=5, **on)

    def summary(self) -> str:
        low, high = (f"{value}".replace("-", "\N{MINUS SIGN}") for value in (self.low, self.high))
        scores = [normalized for _, normalized in self.pairs]
        return f"{self.plugin}: raw {low} to {high} becomes {min(scores)} to {max(scores)}."

    def _height(self, raw: int) -> float:
        return (raw - self.low) / (self.high - self.low) if self.high > self.low else 0.5

    def _direction(self) -> str:
        if self.low == self.high:
            return gettext("all equal")
        return gettext("lower is better") if self.plugin in LOWER_IS_BETTER else gettext("higher is better")

    def _colour(self, start: float, end: float, *, is_selected: bool) -> str:
        if is_selected:
            return self.colours.accent
        fell = self.plugin in LOWER_IS_BETTER and self.high > self.low and end < start
        return self.colours.reject if fell else self.colours.line_3


def _apart(labels: dict[float, int]) -> Iterator[tuple[float, int]]:
    """Yield the labels that do not overlap, from both ends, so that the extremes are always included."""
    placed: list[float] = []
    for y in sorted(labels, key=lambda y: -abs(y - 0.5)):
        if all(abs(y - other) >= LABEL_GAP for other in placed):
            placed.append(y)
            yield y, labels[y]


def _names(nodes: list[str]) -> str:
    names = plain(", ".join(nodes[:3]))
    return (
        gettext("%(names)s and %(n)s more") % {"names": names, "n": len(nodes) - 3}
        if len(nodes) > 3
        else names
    )
