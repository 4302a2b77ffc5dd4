"""Parts shared by all figures. Plain dicts: building Plotly's objects takes longer than drawing."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from webui.ground.figures.palette import FONT, MONO, Palette

ROW = 28

Json = dict[str, Any]


class Figure(TypedDict):
    data: list[Json]
    layout: Json
    config: Json


CONFIG: Json = {"showTips": False, "doubleClick": "reset", "displaylogo": False}

SHORT_NAMES = {
    "TaintToleration": "Taint",
    "PodTopologySpread": "Spread",
    "InterPodAffinity": "Affinity",
    "NodeResourcesFit": "Fit",
    "NodeResourcesBalancedAllocation": "Balanced",
    "ImageLocality": "Image",
    "DynamicResources": "DRA",
}


def frame(colours: Palette, *, height: int, summary: str, **layout: Any) -> Json:
    """Return a layout of full width and `height` pixels. `summary` describes the figure in a sentence."""
    return {
        "autosize": True,
        "height": height,
        "margin": {"l": 8, "r": 12, "t": 8, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "size": 13, "color": colours.ink_3},
        "hoverlabel": {
            "bgcolor": colours.surface,
            "bordercolor": colours.line_3,
            "font": {"family": FONT, "size": 13, "color": colours.ink},
        },
        "showlegend": False,
        "meta": {"summary": summary},
        **layout,
    }


def value_axis(colours: Palette, **axis: Any) -> Json:
    return {
        "gridcolor": colours.line,
        "zeroline": False,
        "tickfont": {"size": 13, "color": colours.ink_3},
        "automargin": True,
        **axis,
    }


def names_axis(colours: Palette, names: list[str], **axis: Any) -> Json:
    """Return an axis with whole names at the positions 0, 1, 2, …; the page shortens them as everywhere."""
    return {
        "showgrid": False,
        "zeroline": False,
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [plain(name) for name in names],
        "tickfont": {"family": MONO, "size": 13, "color": colours.ink},
        "ticks": "",
        "ticklabelstandoff": 6,
        "automargin": True,
        **axis,
    }


def rows_axis(colours: Palette, names: list[str], **axis: Any) -> Json:
    """Return an axis with names from top to bottom."""
    return names_axis(colours, names, range=[len(names) - 0.5, -0.5], **axis)


def note(text: str, colour: str, **where: Any) -> Json:
    """Return an annotation."""
    return {"text": text, "showarrow": False, "font": {"size": 13, "color": colour}, **where}


def line(colour: str, *, width: float = 1.5, dash: str = "solid", **where: Any) -> Json:
    return {"type": "line", "line": {"color": colour, "width": width, "dash": dash}, **where}


def plain(text: str) -> str:
    """Escape the HTML that Plotly interprets in texts."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plugin_name(plugin: str) -> str:
    return SHORT_NAMES.get(plugin, plugin)


def key_name(key: str) -> str:
    """Return the last part of a label key: `zone` for `topology.kubernetes.io/zone`."""
    return key.rpartition("/")[2]


def signed(number: float) -> str:
    sign = "+" if number > 0 else "\N{MINUS SIGN}" if number < 0 else ""
    return f"{sign}{abs(number):g}"


def tick_step(largest: float) -> int:
    """Return a whole step that gives at most about eight ticks."""
    step = 1
    while largest / step > 8:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step
