"""`{% moment_line page.snapshot %}`: that a run is of a moment of a followed cluster, and the way back to now."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from webui.features.live import access
from webui.features.live.models import Entry, OpenedMoment

register = template.Library()


@register.inclusion_tag("moment_line.html", takes_context=True)
def moment_line(context: Context, snapshot_id: str) -> dict[str, Any]:
    """Return what is said of the moment, nothing of other runs; the way back is for those who may see the cluster."""
    opened = OpenedMoment.objects.select_related("cluster").filter(snapshot_id=snapshot_id).first()
    if opened is None:
        return {"opened": None}
    decided = Entry.objects.filter(cluster=opened.cluster_id, number=opened.decision).first()
    return {
        "opened": opened,
        "decision": decided.payload if decided else None,
        "back": access.clusters_of(context["request"]).filter(pk=opened.cluster_id).exists(),
    }
