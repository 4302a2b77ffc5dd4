"""The Kubernetes versions whose scheduler a run can follow."""

from __future__ import annotations

from scheduler_core import DEFAULT_VERSION, KUBERNETES_VERSIONS, VERSIONS_WITH_FAIR_TIES

NAMES = (*KUBERNETES_VERSIONS, *VERSIONS_WITH_FAIR_TIES)
OFFERED = {
    "offered": list(NAMES),
    "default": DEFAULT_VERSION,
    "read": [release for release, version in KUBERNETES_VERSIONS.items() if not version.recorded],
}
