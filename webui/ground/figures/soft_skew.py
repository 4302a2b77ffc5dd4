"""Matching pods per domain as a soft constraint scores them: fewer is better."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scheduler_core.contract import SoftSpreadConstraint
from webui.ground.figures.frame import (
    CONFIG,
    ROW,
    Figure,
    frame,
    key_name,
    note,
    plain,
    rows_axis,
    tick_step,
    value_axis,
)
from webui.ground.figures.palette import Palette

MAX_DOMAINS = 40


def soft_skew(constraint: SoftSpreadConstraint, colours: Palette) -> Figure:
    """Return a bar per domain, with count × weight + (maxSkew − 1) printed behind it."""
    domains = constraint["domains"][:MAX_DOMAINS]
    weight, extra = constraint["weight"], constraint["max_skew"] - 1
    counts = [domain["count"] for domain in domains]
    largest = max([*counts, 1])
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": counts,
        "y": list(range(len(domains))),
        "width": 0.64,
        "marker": {"color": colours.ink_2},
        "text": [str(count or "") for count in counts],
        "textposition": "inside",
        "insidetextanchor": "start",
        "textfont": {"size": 13, "color": colours.surface, "weight": 600},
        "hovertext": [
            f"<b>{plain(domain['value'])}</b>, {ngettext('%(n)s node', '%(n)s nodes', n) % {'n': n}}"
            for domain, n in ((domain, len(domain["nodes"])) for domain in domains)
        ],
        "hoverinfo": "text",
    }
    notes = [
        note(
            f"{count} × {weight:.3f} + {extra} = {count * weight + extra:.2f}",
            colours.ink_2,
            x=count,
            y=position,
            xanchor="left",
            xshift=5,
        )
        for position, count in enumerate(counts)
    ]
    cut = _("the first %(n)s of %(total)s domains") % {
        "n": MAX_DOMAINS,
        "total": f"{len(constraint['domains']):,}",
    }
    if len(constraint["domains"]) > MAX_DOMAINS:
        notes.append(note(cut, colours.ink_3, xref="paper", yref="paper", x=0, y=1, yanchor="bottom"))
    layout = frame(
        colours,
        height=max(1, len(domains)) * (ROW + 4) + 48,
        summary=_summary(constraint),
        margin={"l": 8, "r": 8, "t": 20, "b": 24},
        xaxis=value_axis(colours, range=[0, largest * 2.2], dtick=tick_step(largest * 2.2), tick0=0),
        yaxis=rows_axis(colours, [domain["value"] for domain in domains]),
        annotations=notes,
    )
    return {"data": [bars], "layout": layout, "config": CONFIG}


def _summary(constraint: SoftSpreadConstraint) -> str:
    counts = ", ".join(f"{domain['value']} {domain['count']}" for domain in constraint["domains"][:12])
    key = key_name(constraint["topology_key"])
    return f"Matching pods per {key}, weight {constraint['weight']:.3f} each: {counts or 'no domain'}."
