"""Who may see a followed cluster. Requests get clusters only through this module.

As with drafts: the account that it was given to, the members of the team it is shared with, and, if whoever started
the process said so, everybody who reaches this server. For everyone else it does not exist.
"""

from __future__ import annotations

import uuid

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from webui.core.accounts.caller import Caller, caller_of
from webui.features.live.models import FollowedCluster
from webui.ground.lib.errors import not_found

LARGE = ("config", "now", "nodes", "verdicts")


def clusters_of(request: HttpRequest) -> QuerySet[FollowedCluster]:
    """Return the clusters that the caller may see, those heard last first."""
    visible = FollowedCluster.objects.filter(_access_filter(caller_of(request)))
    return visible.select_related("team").order_by("-heard", "name")


def cluster_for(request: HttpRequest, cluster_id: uuid.UUID, *, to_own: bool = False) -> FollowedCluster:
    """Return the cluster if the caller may see it, or owns it. Raise Problem (404) otherwise."""
    caller = caller_of(request)
    condition = _ownership_filter(caller) if to_own else _access_filter(caller)
    cluster = FollowedCluster.objects.filter(condition, pk=cluster_id).select_related("team").first()
    if cluster is None:
        raise not_found("cluster")
    return cluster


def is_owner(request: HttpRequest, cluster: FollowedCluster) -> bool:
    """Return whether the caller may say who sees the cluster."""
    user = caller_of(request).user
    return user is not None and cluster.user_id == user.pk


def _ownership_filter(caller: Caller) -> Q:
    return Q(user=caller.user) if caller.user else Q(pk__in=[])


def _access_filter(caller: Caller) -> Q:
    has_access = Q(open=True) | _ownership_filter(caller)
    if caller.user:
        has_access |= Q(team__in=caller.user.groups.values("pk"))
    return has_access
