"""The nodes of a score figure: the best first, at most MAX_NODES."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scheduler_core.contract import Trace
from webui.ground.figures.frame import Json, note
from webui.ground.figures.palette import Palette

MAX_NODES = 40


def ranked(trace: Trace) -> list[str]:
    """Return all scored nodes by descending total; equal ones in the order of the snapshot."""
    total: dict[str, int] = trace.get("total") or {}
    feasible: list[str] = trace.get("feasible") or list(total)
    return sorted((node for node in feasible if node in total), key=lambda node: -total[node])


def top_nodes(trace: Trace) -> list[str]:
    """Return the best MAX_NODES nodes."""
    return ranked(trace)[:MAX_NODES]


def cut_notes(trace: Trace, colours: Palette) -> list[Json]:
    """Return the annotation that nodes were left out; none if all are shown."""
    count = len(ranked(trace))
    if count <= MAX_NODES:
        return []
    text = _("the best %(n)s of %(total)s nodes") % {"n": MAX_NODES, "total": f"{count:,}"}
    where = {"xref": "paper", "yref": "paper", "x": 0, "y": 0, "xanchor": "left", "yanchor": "top"}
    return [note(text, colours.ink_3, **where)]
