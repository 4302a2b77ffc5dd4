"""A played history as one HTML file, with its figures and all that draws them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded
from scheduler_core.simulation.histories import history_figures
from scheduler_core.simulation.histories.contract import History

from .history_report import MODELLED, report_lines, table

TITLES: Final = {
    "use": "Requested, and free without use",
    "pending": "Pending pods",
    "waits": "Waiting times",
    "against": "Recorded against played",
}

_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; color: #14171c; max-width: 1080px; margin: 32px auto; padding: 0 16px }
h1 { font-size: 22px } h2 { font-size: 17px; margin: 32px 0 4px }
table { border-collapse: collapse; display: block; overflow-x: auto; font-variant-numeric: tabular-nums }
td, th { padding: 3px 12px 3px 0; text-align: right; border-bottom: 1px solid #e3e6ea }
th[scope=row] { text-align: left }
p, li { max-width: 75ch } .muted { color: #5c636e }
"""
_SCRIPT: Final = """
const figures = JSON.parse(document.getElementById("figures").textContent);
for (const [name, { data, layout, config }] of Object.entries(figures))
  Plotly.newPlot(document.getElementById(name), data, layout, config);
"""


def history_page(history: History) -> str:
    """Return the page; raise InvalidInput if the package with Plotly's script is not installed."""
    plotly = _plotly()  # first, so that a missing package costs no work
    figures = history_figures(history)
    drawings = json.dumps(figures, ensure_ascii=False).replace("</", "<\\/")
    summary = list(report_lines(history))
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>A played trace</title><style>{_STYLE}</style><h1>A played trace</h1>",
        *(f"<p>{escape(line)}</p>" for line in summary[: summary.index("")]),
        *_table(history),
    ]
    for name, figure in figures.items():
        parts.append(
            f"<h2>{TITLES[name]}</h2><p class=muted>{escape(figure['layout']['meta']['summary'])}</p>"
        )
        parts.append(f'<div id="{name}"></div>')
    parts += ["<h2>What is modelled</h2><ul>", *(f"<li>{escape(line)}</li>" for line in MODELLED), "</ul>"]
    parts.append(f'<script type="application/json" id="figures">{drawings}</script>')
    parts.append(f"<script>{plotly}</script><script>{_SCRIPT}</script>")
    return "\n".join(parts)


def _table(history: History) -> Iterator[str]:
    head, *rows = table(history)
    yield f"<table><thead><tr>{''.join(f'<th scope=col>{escape(cell)}</th>' for cell in head)}</tr></thead>"
    for name, *cells in rows:
        yield f"<tr><th scope=row>{escape(name)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    yield "</table>"


def _plotly() -> str:
    """Return Plotly's script, which the package for Python has as a file; nothing of the package is run."""
    try:
        path = distribution("plotly").locate_file("plotly/package_data/plotly.min.js")
    except PackageNotFoundError:
        raise InvalidInput.of(
            "--output html", worded("needs the package plotly: install it, or take --output json")
        ) from None
    return Path(str(path)).read_text(encoding="utf-8")
