"""The smallest ClusterRole that following takes: what the page shows before anything is connected."""

from __future__ import annotations

from webui.core.scenarios.live_cluster import RESOURCES


def rules() -> dict[str, list[str]]:
    """Return the resources that are listed and watched, by API group."""
    groups: dict[str, list[str]] = {}
    for resource in RESOURCES:
        parts = resource.api.split("/")
        groups.setdefault(parts[1] if parts[0] == "apis" else "", []).append(resource.plural)
    return groups


def text() -> str:
    """Return the role as YAML."""
    lines = [
        "apiVersion: rbac.authorization.k8s.io/v1",
        "kind: ClusterRole",
        "metadata: {name: schedscope-follow}",
        "rules:",
    ]
    for group, plurals in rules().items():
        lines += [
            f'- apiGroups: ["{group}"]',
            f"  resources: [{', '.join(plurals)}]",
            "  verbs: [get, list, watch]",
        ]
    return "\n".join(lines)
