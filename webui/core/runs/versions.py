"""The Kubernetes versions whose scheduler a run can follow."""

from __future__ import annotations

from scheduler_core import DEFAULT_VERSION, KUBERNETES_VERSIONS

OFFERED = {
    "offered": list(KUBERNETES_VERSIONS),
    "default": DEFAULT_VERSION,
    "read": [release for release, version in KUBERNETES_VERSIONS.items() if not version.recorded],
}
