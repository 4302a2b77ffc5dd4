"""The figures of a history as Plotly takes them: plain data, for which nothing of Plotly is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log10
from typing import Any, Final

from scheduler_core.kubernetes.typeddict import TypedDict

from .contract import History, HistoryRun

Json = dict[str, Any]

_DAY: Final = 86_400.0
_STEPS_PER_DECADE: Final = 5
_CURVE_POINTS: Final = 200
_CONFIG: Final[Json] = {"displayModeBar": False, "responsive": True, "showTips": False}
_INK: Final = "#14171c"
_MUTED: Final = "#5c636e"
_GRID: Final = "#e3e6ea"
_RECORDED: Final = "#6d747f"
_RUNS: Final = ("#1764ab", "#b33c00", "#5e3c99", "#2b7a5f")  # of the configurations, in turn
_FONT = '"Inter", system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif'


class HistoryFigure(TypedDict):
    """A figure for Plotly.newPlot. `layout.meta.summary` says in a sentence what it shows."""

    data: list[Json]
    layout: Json
    config: Json


def history_figures(history: History) -> dict[str, HistoryFigure]:
    """Return the figures by name: `use`, `pending`, `waits`, and `against` if the trace has scheduled times."""
    figures = {"use": _use(history), "pending": _pending(history), "waits": _waits(history)}
    if history["recorded"]:
        figures["against"] = _against(history)
    return figures


def _use(history: History) -> HistoryFigure:
    """Return requested and unusable shares over time, a row per resource."""
    resources = list(history["capacity"])
    data: list[Json] = []
    days = _days(history, len(next(iter(history["runs"][0]["resources"].values()))["requested"]))
    for row, resource in enumerate(resources):
        axis = "y" if row == 0 else f"y{row + 1}"
        for run, colour in _coloured(history):
            series, name = run["resources"][resource], run["configuration"]
            for measure, dash, values in (
                ("requested", "solid", series["requested"]),
                ("free, but unusable", "dot", series["unusable"]),
            ):
                data.append(
                    {
                        **_line(
                            f"{name}: {measure}", days, [round(100 * v, 3) for v in values], colour, dash
                        ),
                        "yaxis": axis,
                        "showlegend": row == 0,
                        "legendgroup": f"{name} {measure}",
                    }
                )
    layout = _layout(150 * len(resources) + 110, " ".join(_use_sentence(run) for run in history["runs"]))
    layout["xaxis"] = _axis("days", anchor="y" if len(resources) == 1 else f"y{len(resources)}")
    for row, resource in enumerate(resources):
        bottom, top = _rows(row, len(resources))
        layout["yaxis" if row == 0 else f"yaxis{row + 1}"] = _axis(
            resource, domain=[bottom, top], rangemode="tozero", ticksuffix=" %"
        )
    return {"data": data, "layout": layout, "config": _CONFIG}


def _use_sentence(run: HistoryRun) -> str:
    parts = [
        f"{name} {round(100 * m['requested'], 1)} % requested, {round(100 * m['unusable'], 1)} % unusable"
        for name, m in run["means"].items()
    ]
    return f"{run['configuration']}: {', '.join(parts)}."


def _rows(row: int, count: int) -> tuple[float, float]:
    """Return where a row of several begins and ends, the first at the top."""
    height, gap = 1 / count, 0.04 if count > 1 else 0.0
    return round(1 - (row + 1) * height + gap, 4), round(1 - row * height, 4)


def _pending(history: History) -> HistoryFigure:
    series = [(run["configuration"], run["pods"]["pending"], colour) for run, colour in _coloured(history)]
    if recorded := history["recorded"]:
        series.append(("recorded", recorded["pods"]["pending"], _RECORDED))
    data = [
        {
            **_line(name, _days(history, len(values)), values, colour),
            "line": {"color": colour, "width": 2, "shape": "hv"},
        }
        for name, values, colour in series
    ]
    most = [f"{name}: at most {max(values)} pending." for name, values, _ in series]
    layout = _layout(300, " ".join(most))
    layout["xaxis"] = _axis("days")
    layout["yaxis"] = _axis("pending pods", rangemode="tozero")
    return {"data": data, "layout": layout, "config": _CONFIG}


def _waits(history: History) -> HistoryFigure:
    """Return which share of the pods was placed within a time."""
    pods = history["pods"]
    series = [
        (run["configuration"], _waited(pods["created"], run["placed_at"]), colour)
        for run, colour in _coloured(history)
    ]
    if history["recorded"]:
        series.append(("recorded", _waited(pods["created"], pods["scheduled"]), _RECORDED))
    total = len(pods["created"])
    data = [_line(name, *_curve(seconds, total), colour) for name, seconds, colour in series]
    within = [
        f"{name}: {round(100 * sum(s <= 1 for s in seconds) / total, 1)} % placed within a second."
        for name, seconds, _ in series
    ]
    layout = _layout(300, " ".join(within))
    layout["xaxis"] = _axis("seconds from creation to placement", type="log", **_LOG_TICKS)
    layout["yaxis"] = _axis("of all pods", rangemode="tozero", ticksuffix=" %")
    return {"data": data, "layout": layout, "config": _CONFIG}


_LOG_TICKS: Final[Json] = {
    "tickvals": [10.0**k for k in range(8)],
    "ticktext": ["≤ 1", "10", "100", "1,000", "10,000", "100,000", "1 M", "10 M"],
}


def _waited(created: Iterable[float], placed: Iterable[float | None]) -> list[float]:
    pairs = zip(created, placed, strict=True)
    return sorted(moment - began for began, moment in pairs if moment is not None)


def _curve(seconds: Sequence[float], total: int) -> tuple[list[float], list[float]]:
    """Return points of the share of the pods that waited at most so long, in percent."""
    count = len(seconds)
    ranks = (
        sorted({round(k * (count - 1) / _CURVE_POINTS) for k in range(_CURVE_POINTS + 1)}) if count else []
    )
    xs = [max(round(seconds[rank], 1), 1.0) for rank in ranks]
    return xs, [round(100 * (rank + 1) / total, 2) for rank in ranks]


def _against(history: History) -> HistoryFigure:
    """Return recorded waits against those here; the area of a mark is the number of its pods."""
    pods = history["pods"]
    data: list[Json] = []
    largest = 0
    for run, colour in _coloured(history):
        counts = Counter(
            (_step(recorded - created), _step(here - created))
            for created, recorded, here in zip(
                pods["created"], pods["scheduled"], run["placed_at"], strict=True
            )
            if recorded is not None and here is not None
        )
        largest = max([largest, *(max(pair) for pair in counts)])
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": _plain(run["configuration"]),
                "x": [_seconds(x) for x, _ in counts],
                "y": [_seconds(y) for _, y in counts],
                "marker": {
                    "color": colour,
                    "opacity": 0.6,
                    "size": [round(4 + 3 * log10(n) ** 2, 1) for n in counts.values()],
                },
                "hovertext": [f"{n} pod{'' if n == 1 else 's'}" for n in counts.values()],
                "hoverinfo": "text+name",
            }
        )
    lines = [_against_sentence(run) for run in history["runs"]]
    layout = _layout(380, " ".join(lines))
    end = _seconds(largest)
    layout["shapes"] = [
        {
            "type": "line",
            "x0": 1,
            "y0": 1,
            "x1": end,
            "y1": end,
            "line": {"color": _MUTED, "dash": "dot", "width": 1},
        }
    ]
    layout["xaxis"] = _axis("recorded wait, seconds", type="log", **_LOG_TICKS)
    layout["yaxis"] = _axis("wait here, seconds", type="log", **_LOG_TICKS)
    return {"data": data, "layout": layout, "config": _CONFIG}


def _against_sentence(run: HistoryRun) -> str:
    counts = run["against_recorded"]
    return (
        f"{run['configuration']}: {counts['earlier']} placed earlier than recorded, "
        f"{counts['same']} at the same second, {counts['later']} later."
    )


def _step(seconds: float) -> int:
    return round(_STEPS_PER_DECADE * log10(max(seconds, 1.0)))


def _seconds(step: int) -> float:
    return round(10 ** (step / _STEPS_PER_DECADE), 2)


def _coloured(history: History) -> list[tuple[HistoryRun, str]]:
    return [(run, _RUNS[i % len(_RUNS)]) for i, run in enumerate(history["runs"])]


def _days(history: History, count: int) -> list[float]:
    return [round(i * history["interval"] / _DAY, 4) for i in range(count)]


def _line(name: str, xs: list[float], ys: Sequence[float], colour: str, dash: str = "solid") -> Json:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": _plain(name),
        "x": xs,
        "y": list(ys),
        "line": {"color": colour, "width": 2, "dash": dash},
    }


def _layout(height: int, summary: str) -> Json:
    font = {"family": _FONT, "size": 13, "color": _INK}
    return {
        "autosize": True,
        "height": height,
        "margin": {"l": 8, "r": 12, "t": 8, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": font,
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": font},
        "hovermode": "closest",
        "dragmode": False,
        "meta": {"summary": summary},
    }


def _axis(title: str, **axis: Any) -> Json:
    return {
        "title": {"text": title},
        "fixedrange": True,
        "gridcolor": _GRID,
        "zeroline": False,
        "automargin": True,
        **axis,
    }


def _plain(text: str) -> str:
    """Escape the HTML that Plotly interprets in texts."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
