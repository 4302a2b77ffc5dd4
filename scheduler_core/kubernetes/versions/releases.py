"""The releases of Kubernetes whose scheduler can be followed, and how they are found by name."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from scheduler_core.sentences import worded

from .change import minor, numbers, with_changes
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
RELEASES = tuple(f"1.{number}" for number in range(18, 39))
# Not released yet: what is known is in its alpha releases and in plans.
PLANNED = frozenset({"1.38"})
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
        with_changes(BASE, CHANGES, RECORDED.get(release, release)),
        name=RECORDED.get(release, f"v{release}"),
        config_versions=config_versions(release),
        recorded=release in RECORDED,
        planned=release in PLANNED,
    )
    for release in RELEASES
}
DEFAULT_VERSION = "1.36"
# Versions that draw nothing, as if they did.
VERSIONS_WITH_FAIR_TIES = tuple(
    f"{release}+{FAIR_TIES}" for release, version in KUBERNETES_VERSIONS.items() if not version.ties_are_drawn
)


def find_version(text: str) -> Version:
    """Return the version for "1.34", "v1.34" or "v1.34.2"; raise ValueError for an unknown one.

    A minor release is the patch release of it that was recorded, its first one if none was.
    "1.34+documented-namespace-selector" is that version with namespaceSelectors that match as documented, and
    "1.36+fair-ties" that version as if it drew one of several equal nodes; patch releases take switches too.
    """
    number, *switches = text.split("+")
    try:
        version = _version(number.strip())
    except (ValueError, KeyError):
        raise ValueError(
            worded(
                "unknown Kubernetes version {version}: choose one of {names}, or a patch release of "
                "these such as 1.33.13",
                version=repr(number),
                names=", ".join(KUBERNETES_VERSIONS),
            )
        ) from None
    for switch in dict.fromkeys(switches):
        version = switched(version, switch)
    return version


def _version(release: str) -> Version:
    """Return the version for "v1.34" or "1.34.2"; raise ValueError or KeyError for an unknown one."""
    short = release.removeprefix("v")
    return KUBERNETES_VERSIONS[short] if short in KUBERNETES_VERSIONS else _patch(*numbers(release))


@cache
def _patch(major: int, number: int, patch: int) -> Version:
    """Return the version of a patch release; raise KeyError for one of an unknown minor release."""
    named = KUBERNETES_VERSIONS[f"{major}.{number}"]
    if numbers(named.name) == (major, number, patch):
        return named
    name = f"v{major}.{number}.{patch}"
    followed = with_changes(BASE, CHANGES, name)
    return replace(followed, name=name, config_versions=named.config_versions, recorded=False)


def release_of(version: Version) -> str:
    """Return the shortest name of a version, without its switches: "1.34" of v1.34.1, "1.34.2" of v1.34.2."""
    name = version.name.partition("+")[0]
    short = "{}.{}".format(*minor(name))
    return short if KUBERNETES_VERSIONS[short].name == name else name.removeprefix("v")


def release_named(text: str) -> str:
    """Return the shortest name of a version without switches; raise ValueError for an unknown one.

    "1.33" of "v1.33.0", which was recorded, "1.33.13" of "v1.33.13".
    """
    if "+" in text:
        raise ValueError(worded("must be a version without switches, got {value}", value=repr(text)))
    return release_of(find_version(text))


def release_age(release: str) -> tuple[int, int, int]:
    """Return the numbers by which versions are sorted, the oldest first; raise ValueError for an unknown one."""
    return numbers(find_version(release).name)


def name_of(version: Version) -> str:
    """Return the name by which `find_version` finds a version: its release with its switches, "1.36+fair-ties"."""
    return "+".join((release_of(version), *version.switches))


def described(release: str) -> str:
    """Return a release with a mark if its scheduler was not recorded: "1.28 (from release notes)"."""
    version = KUBERNETES_VERSIONS[release]
    return (
        release
        if version.recorded
        else f"{release} ({'planned' if version.planned else 'from release notes'})"
    )


def switched(version: Version, switch: str) -> Version:
    """Return the version with a deviation from upstream; raise ValueError for an unknown one."""
    if switch not in _SWITCHES:
        raise ValueError(
            worded(
                "unknown switch {switch}: choose one of {names}",
                switch=repr(switch),
                names=", ".join(_SWITCHES),
            )
        )
    named = replace(version, name=f"{version.name}+{switch}", switches=(*version.switches, switch))
    flag: dict[str, Any] = {_SWITCHES[switch]: True}
    return replace(named, **flag)
