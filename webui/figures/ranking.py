"""The nodes of a score figure: the best first, and not more than can be read."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scheduler_core.contract import Trace

SHOWN = 40


def ranked(trace: Trace) -> list[str]:
    """All scored nodes by falling total; among equals the order of the snapshot."""
    total: dict[str, int] = trace.get("total") or {}
    feasible: list[str] = trace.get("feasible") or list(total)
    return sorted((node for node in feasible if node in total), key=lambda node: -total[node])


def shown(trace: Trace) -> list[str]:
    return ranked(trace)[:SHOWN]


def cut_note(trace: Trace) -> str | None:
    count = len(ranked(trace))
    return (
        _("the best %(n)s of %(total)s nodes") % {"n": SHOWN, "total": f"{count:,}"}
        if count > SHOWN
        else None
    )
