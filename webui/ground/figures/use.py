"""Requested share of the allocatable resources before and after a run: bars by domain, or sorted lines of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Literal

from django.utils.translation import gettext as _

from scheduler_core.contract import NodesOverview
from webui.ground.figures.frame import CONFIG, Figure, Json, frame, plain, rows_axis, value_axis
from webui.ground.figures.palette import Palette, Theme, palette

Moment = Literal["before", "after"]
_MOMENTS: tuple[Moment, Moment] = ("before", "after")

MAX_BARS = 24
_GROUP = 44  # pixels of a domain: two resources
_BARS = {"cpu": (-0.2, 1), "memory": (0.2, 2)}  # place in the group, colour among the parts


def use(nodes: NodesOverview, domains: Sequence[str], *, theme: Theme) -> Figure:
    """Return the figure of an overview's nodes; `domains` has the domain of each node."""
    colours = palette(theme)
    names = list(dict.fromkeys(domains))
    if len(names) <= MAX_BARS:
        return _bars(nodes, domains, names, colours)
    return _lines(nodes, colours)


def _bars(nodes: NodesOverview, domains: Sequence[str], names: list[str], colours: Palette) -> Figure:
    data: list[Json] = []
    for resource, (offset, part) in _BARS.items():
        rows = [row + offset for row in range(len(names))]
        before = _shares(nodes, resource, "before", domains, names)
        after = _shares(nodes, resource, "after", domains, names)
        fill = {"color": colours.parts[part]}
        outline = {"color": "rgba(0,0,0,0)", "line": {"color": colours.ink_2, "width": 1.5}}
        data.append(_bar(_("{resource} after").format(resource=resource), after, rows, names, fill))
        data.append(_bar(_("{resource} before").format(resource=resource), before, rows, names, outline))
    layout = frame(
        colours,
        height=len(names) * _GROUP + 72,
        summary=_summary(nodes),
        margin={"l": 8, "r": 12, "t": 36, "b": 28},
        barmode="overlay",
        **_legend(colours),
        xaxis=_percent(colours),
        yaxis=rows_axis(colours, names),
    )
    return {"data": data, "layout": layout, "config": CONFIG}


def _bar(name: str, shares: list[float], rows: list[float], names: list[str], marker: Json) -> Json:
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "x": shares,
        "y": rows,
        "width": 0.32,
        "marker": marker,
        "hovertext": [
            f"{plain(domain)}<br>{name}: {share:.1f} %" for domain, share in zip(names, shares, strict=True)
        ],
        "hoverinfo": "text",
    }


def _lines(nodes: NodesOverview, colours: Palette) -> Figure:
    data = []
    for resource, (_offset, part) in _BARS.items():
        styles: tuple[tuple[Moment, str, str], ...] = (
            ("before", _("{resource} before"), "dot"),
            ("after", _("{resource} after"), "solid"),
        )
        for moment, name, dash in styles:
            shares = sorted(_by_node(nodes, resource, moment), reverse=True)
            data.append(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "name": name.format(resource=resource),
                    "x": list(range(1, len(shares) + 1)),
                    "y": [round(share, 2) for share in shares],
                    "line": {"color": colours.parts[part], "width": 2, "dash": dash},
                }
            )
    layout = frame(
        colours,
        height=280,
        summary=_summary(nodes),
        margin={"l": 8, "r": 12, "t": 36, "b": 36},
        **_legend(colours),
        hovermode="x",
        xaxis=value_axis(colours, title={"text": _("nodes, fullest first")}),
        yaxis={**_percent(colours), "automargin": True},
    )
    return {"data": data, "layout": layout, "config": CONFIG}


def _percent(colours: Palette) -> Json:
    return value_axis(colours, rangemode="tozero", ticksuffix=" %")


def _legend(colours: Palette) -> Json:
    font = {"size": 11, "color": colours.ink_3}
    place = {"x": 0, "xref": "container", "y": 1, "yref": "container", "yanchor": "top"}
    return {
        "showlegend": True,
        "legend": {"orientation": "h", **place, "font": font, "itemclick": False, "itemdoubleclick": False},
    }


def _shares(
    nodes: NodesOverview, resource: str, moment: Moment, domains: Sequence[str], names: list[str]
) -> list[float]:
    """Return, per domain, the requested share of the allocatable amount of its nodes, in percent."""
    requested, allocatable = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    amounts = nodes["resources"][resource]
    for domain, part, whole in zip(domains, amounts[moment], amounts["allocatable"], strict=True):
        requested[domain] += part
        allocatable[domain] += whole
    return [round(_share(requested[name], allocatable[name]), 2) for name in names]


def _by_node(nodes: NodesOverview, resource: str, moment: Moment) -> list[float]:
    amounts = nodes["resources"][resource]
    return [_share(*pair) for pair in zip(amounts[moment], amounts["allocatable"], strict=True)]


def _share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def _summary(nodes: NodesOverview) -> str:
    means = {
        resource: [fmean(_by_node(nodes, resource, moment) or [0.0]) for moment in _MOMENTS]
        for resource in _BARS
    }
    return " ".join(
        _("{resource}: {before} % of a node on average before, {after} % after.").format(
            resource=resource, before=round(before, 1), after=round(after, 1)
        )
        for resource, (before, after) in means.items()
    )
