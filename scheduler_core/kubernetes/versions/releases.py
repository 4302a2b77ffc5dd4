"""The releases of Kubernetes whose scheduler can be followed, and how they are found by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .change import minor, with_changes
from .changes import CHANGES
from .version import Version

DOCUMENTED_NAMESPACE_SELECTOR = "documented-namespace-selector"
FAIR_TIES = "fair-ties"
# By switch, a deviation from upstream, the field of `Version` that it sets.
_SWITCHES = {
    DOCUMENTED_NAMESPACE_SELECTOR: "namespace_selector_is_resolved",
    FAIR_TIES: "ties_are_drawn",
}

# The patch release of each minor release whose scheduler was recorded; the others are read, not recorded: they follow
# the named changes alone.
RECORDED = {
    "1.20": "v1.20.15",
    "1.24": "v1.24.4",
    "1.27": "v1.27.1",
    "1.30": "v1.30.1",
    "1.32": "v1.32.2",
    "1.33": "v1.33.0",
    "1.34": "v1.34.1",
    "1.35": "v1.35.4",
    "1.36": "v1.36.2",
}
RELEASES = tuple(f"1.{number}" for number in range(18, 38))
# By version of KubeSchedulerConfiguration, the newest first, the first and the last release that reads it.
SERVED_CONFIGS = {
    "v1": ("1.25", ""),
    "v1beta3": ("1.23", "1.28"),
    "v1beta2": ("1.22", "1.27"),
    "v1beta1": ("1.19", "1.22"),
    "v1alpha2": ("1.18", "1.19"),
}
BASE = Version(RECORDED["1.34"])


def config_versions(release: str) -> tuple[str, ...]:
    """Return the versions of KubeSchedulerConfiguration that a release reads, the newest first."""
    return tuple(
        version
        for version, (first, last) in SERVED_CONFIGS.items()
        if minor(first) <= minor(release) and (not last or minor(release) <= minor(last))
    )


def readers_of(config: str) -> str:
    """Return the releases that read a version of KubeSchedulerConfiguration: "1.22 to 1.27"; "" for an unknown one."""
    first, last = SERVED_CONFIGS.get(config, ("", ""))
    return f"{first} to {last}" if last else f"{first} or later" if first else ""


KUBERNETES_VERSIONS = {
    release: replace(
        with_changes(BASE, CHANGES, release),
        name=RECORDED.get(release, f"v{release}"),
        config_versions=config_versions(release),
        recorded=release in RECORDED,
    )
    for release in RELEASES
}
DEFAULT_VERSION = "1.36"
# Versions that draw nothing, as if they did.
VERSIONS_WITH_FAIR_TIES = tuple(
    f"{release}+{FAIR_TIES}" for release, version in KUBERNETES_VERSIONS.items() if not version.ties_are_drawn
)


def find_version(text: str) -> Version:
    """Return the version for "1.34", "v1.34" or "v1.34.1"; raise ValueError for an unknown one.

    "1.34+documented-namespace-selector" is that version with namespaceSelectors that match as documented, and
    "1.36+fair-ties" that version as if it drew one of several equal nodes.
    """
    number, *switches = text.split("+")
    short = ".".join(number.removeprefix("v").split(".")[:2])
    if short not in KUBERNETES_VERSIONS:
        raise ValueError(
            f"unknown Kubernetes version {number!r}: choose one of {', '.join(KUBERNETES_VERSIONS)}"
        )
    version = KUBERNETES_VERSIONS[short]
    for switch in dict.fromkeys(switches):
        version = switched(version, switch)
    return version


def release_of(version: Version) -> str:
    """Return the minor release of a version: "1.34" of v1.34.1."""
    return "{}.{}".format(*minor(version.name))


def name_of(version: Version) -> str:
    """Return the name by which `find_version` finds a version: its release with its switches, "1.36+fair-ties"."""
    return "+".join((release_of(version), *version.switches))


def described(release: str) -> str:
    """Return a release with a mark if its scheduler was not recorded: "1.28 (from release notes)"."""
    return release if KUBERNETES_VERSIONS[release].recorded else f"{release} (from release notes)"


def switched(version: Version, switch: str) -> Version:
    """Return the version with a deviation from upstream; raise ValueError for an unknown one."""
    if switch not in _SWITCHES:
        raise ValueError(f"unknown switch {switch!r}: choose one of {', '.join(_SWITCHES)}")
    named = replace(version, name=f"{version.name}+{switch}", switches=(*version.switches, switch))
    flag: dict[str, Any] = {_SWITCHES[switch]: True}
    return replace(named, **flag)
