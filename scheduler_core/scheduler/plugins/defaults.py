"""The default plugins of a version, by the version of its configuration.

Mirrors default_plugins.go of pkg/scheduler/apis/config/v1, v1beta3, v1beta2 and v1beta1, and
pkg/scheduler/algorithmprovider/registry.go @ v1.20.15.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import Problems
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.config import MULTI_POINT, Config, PluginDefaults, read_config

from .registry import PLUGINS

Sets = Mapping[str, Mapping[str, int]]

# Since v1beta3 one list, from which every extension point takes the plugins that implement it.
_MULTI_POINT: Mapping[str, int] = {
    name: listed.weight for name, listed in PLUGINS.items() if listed.weight is not None
}

# Before, each extension point had a list of its own. It is JSON, which is read fastest: every run reads it.
_LISTED: Any = json.loads(Path(__file__).with_name("defaults.json").read_text(encoding="utf-8"))


def _by_point(config_version: str) -> Sets:
    points = {point: dict.fromkeys(names, 0) for point, names in _LISTED["points"].items()}
    return {**points, "score": _LISTED["score"][config_version]}


_V1BETA1 = _by_point("v1beta1")
_SETS: Mapping[str, Sets] = {"v1beta2": _by_point("v1beta2"), "v1beta1": _V1BETA1, "v1alpha2": _V1BETA1}


def default_sets(version: Version, config_version: str) -> Sets:
    """Return the default plugins by extension point (or multiPoint), each with its weight."""
    sets = _SETS.get(config_version, {MULTI_POINT: _MULTI_POINT})
    if not version.taints_filter_early:
        sets = {**sets, "filter": dict.fromkeys(_LISTED["filter before 1.20"], 0)}
    if not version.spread_has_system_defaults:
        sets = _with_selector_spread(sets)
    if not version.spread_is_ordinary:
        sets = {point: _spread_last(point, listed) for point, listed in sets.items()}
    return {
        point: {name: weight for name, weight in listed.items() if name not in version.absent_plugins}
        for point, listed in sets.items()
    }


def _with_selector_spread(sets: Sets) -> Sets:
    added = {"preScore": {"SelectorSpread": 0}, "score": {"SelectorSpread": 1}}
    return {point: {**listed, **added.get(point, {})} for point, listed in sets.items()}


def _spread_last(point: str, listed: Mapping[str, int]) -> Mapping[str, int]:
    """Return the plugins of a point as a feature gate appended PodTopologySpread to them."""
    if "PodTopologySpread" not in listed:
        return listed
    others = {name: weight for name, weight in listed.items() if name != "PodTopologySpread"}
    return {**others, "PodTopologySpread": 1 if point == "score" else 0}


def default_plugins(version: Version) -> dict[str, int]:
    """Return a version's default plugins with their weights, in order."""
    plugins: dict[str, int] = {}
    for listed in default_sets(version, version.config_versions[0]).values():
        for name, weight in listed.items():
            plugins[name] = weight or plugins.get(name, 0)
    return plugins


def plugin_defaults(version: Version) -> PluginDefaults:
    """Return the plugins of a version, for its configuration."""
    return PluginDefaults(
        {config: default_sets(version, config) for config in version.config_versions},
        tuple(name for name in PLUGINS if name not in version.absent_plugins),
        frozenset(PLUGINS),
    )


def config_of(manifest: Manifest | None, problems: Problems, version: Version) -> Config:
    """Return the configuration of a manifest for a version; without one, that of the default profile."""
    if manifest is None:
        return _default_config(version)
    return read_config(manifest, problems, version, plugin_defaults(version))


@lru_cache(maxsize=64)
def _default_config(version: Version) -> Config:
    return read_config(None, Problems(CONFIG_KIND), version, plugin_defaults(version))
