from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from webui.core.scenarios.live_cluster import RESOURCES
from webui.features.live import access, reading
from webui.features.live.schemas import LiveHeadOut
from webui.ground.lib.errors import Problem


@never_cache
@require_safe
def live_clusters(request: HttpRequest) -> HttpResponse:
    """Render the clusters that the caller may see, and how another one is followed."""
    clusters = access.clusters_of(request).defer(*access.LARGE)
    heads = [LiveHeadOut.of(cluster, reading.state_of(cluster)) for cluster in clusters]
    return render(request, "live_clusters.html", {"clusters": heads, "role": role()})


@never_cache
@require_safe
def live_cluster(request: HttpRequest, cluster_id: uuid.UUID) -> HttpResponse:
    """Render the page of a followed cluster. Its script asks the API for what happens."""
    head = _head(request, cluster_id)
    context = {"boot": head.model_dump(mode="json"), "cluster": head, "noindex": True}
    return render(request, "live_cluster.html", context)


@never_cache
@require_safe
def live_node(request: HttpRequest, cluster_id: uuid.UUID, node: str) -> HttpResponse:
    """Render the page of a node of a followed cluster; its script says whether there is one of this name."""
    head = _head(request, cluster_id)
    boot = {**head.model_dump(mode="json"), "node": node}
    context = {"boot": boot, "cluster": head, "node": node, "noindex": True}
    return render(request, "live_node.html", context)


def _head(request: HttpRequest, cluster_id: uuid.UUID) -> LiveHeadOut:
    """Return what is said of a cluster before anything is asked for; raise Http404 if the caller may not see it."""
    try:
        cluster = access.cluster_for(request, cluster_id)
    except Problem as problem:
        raise Http404 from problem
    return LiveHeadOut.of(cluster, reading.state_of(cluster))


def _rules() -> dict[str, list[str]]:
    """Return the resources that are listed and watched, by API group."""
    groups: dict[str, list[str]] = {}
    for resource in RESOURCES:
        parts = resource.api.split("/")
        groups.setdefault(parts[1] if parts[0] == "apis" else "", []).append(resource.plural)
    return {group: sorted(groups[group]) for group in sorted(groups)}


def role() -> str:
    """Return the smallest ClusterRole that following takes, as YAML: that of deploy/kustomize/follow."""
    lines = [
        "apiVersion: rbac.authorization.k8s.io/v1",
        "kind: ClusterRole",
        "metadata: {name: schedscope-follow}",
        "rules:",
        "# its uid tells one cluster from another",
        *_rule("", ["namespaces"], "get", "  resourceNames: [kube-system]"),
    ]
    for group, plurals in _rules().items():
        lines += _rule(group, plurals, "list, watch")
    return "\n".join(lines)


def _rule(group: str, plurals: list[str], verbs: str, *more: str) -> list[str]:
    resources = f"  resources: [{', '.join(plurals)}]"
    return [f'- apiGroups: ["{group}"]', resources, *more, f"  verbs: [{verbs}]"]
