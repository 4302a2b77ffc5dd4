"""The nodes of a score figure: the best first, at most MAX_NODES."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scheduler_core.contract import Trace

MAX_NODES = 40


def ranked(trace: Trace) -> list[str]:
    """Return all scored nodes by descending total; equal ones in the order of the snapshot."""
    total: dict[str, int] = trace.get("total") or {}
    feasible: list[str] = trace.get("feasible") or list(total)
    return sorted((node for node in feasible if node in total), key=lambda node: -total[node])


def top_nodes(trace: Trace) -> list[str]:
    """Return the best MAX_NODES nodes."""
    return ranked(trace)[:MAX_NODES]


def cut_note(trace: Trace) -> str | None:
    """Return a note that nodes were left out, None if all are shown."""
    count = len(ranked(trace))
    return (
        _("the best %(n)s of %(total)s nodes") % {"n": MAX_NODES, "total": f"{count:,}"}
        if count > MAX_NODES
        else None
    )
