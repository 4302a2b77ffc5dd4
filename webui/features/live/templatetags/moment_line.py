"""`{% moment_line page.snapshot %}`: that a run is of a moment of a followed cluster, and the way back to now."""

from __future__ import annotations

from typing import Any, cast

from django import template
from django.template import Context

from scheduler_core.contract import LiveDecision
from webui.features.live import access
from webui.features.live.models import Entry, OpenedMoment
from webui.ground.lib.shareable import depends_on_reader

register = template.Library()


@register.inclusion_tag("moment_line.html", takes_context=True)
def moment_line(context: Context, snapshot_id: str) -> dict[str, Any]:
    """Return what is said of the moment, nothing of other runs; the way back is for those who may see the cluster."""
    opened = OpenedMoment.objects.select_related("cluster").filter(snapshot_id=snapshot_id).first()
    if opened is None:
        return {"opened": None}
    if not opened.cluster.open:
        depends_on_reader()
    return {
        "opened": opened,
        "decision": _decision(opened),
        "back": access.clusters_of(context["request"]).filter(pk=opened.cluster_id).exists(),
    }


def _decision(opened: OpenedMoment) -> LiveDecision | None:
    """Return the decision that was opened; None for a time, and if it is not kept any more."""
    if opened.decision is None:
        return None
    entry = Entry.objects.filter(cluster=opened.cluster_id, number=opened.decision).first()
    return cast(LiveDecision, entry.payload) if entry else None
