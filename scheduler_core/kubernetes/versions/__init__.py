"""Kubernetes versions: a version is v1.34.1, the base, with the named changes before or after it."""

from __future__ import annotations

from .change import Change, Effect, minor, numbers
from .changes import CHANGES
from .releases import (
    BASE,
    DEFAULT_VERSION,
    DOCUMENTED_NAMESPACE_SELECTOR,
    FAIR_TIES,
    KUBERNETES_VERSIONS,
    RECORDED,
    VERSIONS_WITH_FAIR_TIES,
    described,
    find_version,
    name_of,
    readers_of,
    release_age,
    release_named,
    release_of,
    switched,
)
from .version import CLOUD_LIMITS, POLICY_PLUGINS, Version

__all__ = [
    "BASE",
    "CHANGES",
    "CLOUD_LIMITS",
    "DEFAULT_VERSION",
    "DOCUMENTED_NAMESPACE_SELECTOR",
    "FAIR_TIES",
    "KUBERNETES_VERSIONS",
    "POLICY_PLUGINS",
    "RECORDED",
    "VERSIONS_WITH_FAIR_TIES",
    "Change",
    "Effect",
    "Version",
    "described",
    "find_version",
    "minor",
    "name_of",
    "numbers",
    "readers_of",
    "release_age",
    "release_named",
    "release_of",
    "switched",
]
