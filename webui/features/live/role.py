"""The smallest ClusterRole that following takes: what the page shows before anything is connected."""

from __future__ import annotations

from webui.core.scenarios.live_cluster import RESOURCES


def rules() -> dict[str, list[str]]:
    """Return the resources that are listed and watched, by API group."""
    groups: dict[str, list[str]] = {}
    for resource in RESOURCES:
        parts = resource.api.split("/")
        groups.setdefault(parts[1] if parts[0] == "apis" else "", []).append(resource.plural)
    return {group: sorted(groups[group]) for group in sorted(groups)}


def text() -> str:
    """Return the role as YAML: that of deploy/kustomize/follow."""
    lines = [
        "apiVersion: rbac.authorization.k8s.io/v1",
        "kind: ClusterRole",
        "metadata: {name: schedscope-follow}",
        "rules:",
        "# its uid tells one cluster from another",
        *_rule("", ["namespaces"], "get", "  resourceNames: [kube-system]"),
    ]
    for group, plurals in rules().items():
        lines += _rule(group, plurals, "list, watch")
    return "\n".join(lines)


def _rule(group: str, plurals: list[str], verbs: str, *more: str) -> list[str]:
    resources = f"  resources: [{', '.join(plurals)}]"
    return [f'- apiGroups: ["{group}"]', resources, *more, f"  verbs: [{verbs}]"]
