"""The Kubernetes versions whose scheduler a run can follow."""

from __future__ import annotations

from scheduler_core import DEFAULT_VERSION, KUBERNETES_VERSIONS, release_named
from webui.ground.lib.errors import invalid

RELEASED = [release for release, version in KUBERNETES_VERSIONS.items() if not version.planned]
OFFERED = {
    "offered": list(KUBERNETES_VERSIONS),
    "default": DEFAULT_VERSION,
    "names": {release: version.name for release, version in KUBERNETES_VERSIONS.items()},
    "read": [release for release, version in KUBERNETES_VERSIONS.items() if not version.recorded],
    "planned": [release for release, version in KUBERNETES_VERSIONS.items() if version.planned],
}


def chosen_release(text: str) -> str:
    """Return the shortest name of a version: "1.33" of "v1.33.0", "1.33.13"; raise Problem (422) for an unknown one."""
    try:
        return release_named(text)
    except ValueError:
        raise invalid(
            "kubernetes_version",
            f"must be one of {', '.join(KUBERNETES_VERSIONS)}, or a patch release of these such as 1.33.13",
        ) from None
