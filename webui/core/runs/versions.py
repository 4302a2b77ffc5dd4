"""The Kubernetes versions that a run can be asked to follow."""

from __future__ import annotations

from django.utils.translation import gettext

from scheduler_core import (
    DEFAULT_VERSION,
    KUBERNETES_VERSIONS,
    VERSIONS_WITH_FAIR_TIES,
    find_version,
    version_name,
)
from webui.ground.lib.errors import invalid

NAMES = (*KUBERNETES_VERSIONS, *VERSIONS_WITH_FAIR_TIES)
_VERSIONS = {name: find_version(name) for name in NAMES}
RELEASED_NAMES = [name for name, version in _VERSIONS.items() if not version.planned]
RELEASED = [name for name in RELEASED_NAMES if name in KUBERNETES_VERSIONS]
OFFERED = {
    "offered": list(NAMES),
    "default": DEFAULT_VERSION,
    "names": {name: version.name for name, version in _VERSIONS.items()},
    "read": [name for name, version in _VERSIONS.items() if not version.recorded],
    "planned": [name for name, version in _VERSIONS.items() if version.planned],
}


def chosen_release(text: str) -> str:
    """Return the shortest name of a version: "1.33" of "v1.33.0", "1.36+fair-ties"; raise Problem (422) for others."""
    try:
        return version_name(find_version(text))
    except ValueError:
        raise invalid(
            "kubernetes_version",
            gettext("must be one of %(names)s, or a patch release of these such as 1.33.13")
            % {"names": ", ".join(NAMES)},
        ) from None
