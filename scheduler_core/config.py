"""KubeSchedulerConfiguration: profiles with the scheduler's defaults applied.

Mirrors pkg/scheduler/apis/config/v1 (defaults.go) and expandMultiPointPlugins of
pkg/scheduler/framework/runtime/framework.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.parsing import Manifest

from .framework.extender.config import Extender, read_extenders
from .framework.profile import EXTENSION_POINTS
from .objects.pod import DEFAULT_SCHEDULER
from .objects.reading import ManifestField, Problems
from .versions import Version

MULTI_POINT = "multiPoint"
API_GROUP = "kubescheduler.config.k8s.io"


@dataclass(frozen=True, slots=True)
class PluginSet:
    """The enabled plugins of one extension point with their weights, and the disabled names ("*" disables all)."""

    enabled: dict[str, int] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ProfileConfig:
    """A profile as configured: plugin sets by extension point (and multiPoint), arguments by plugin."""

    scheduler_name: str = DEFAULT_SCHEDULER
    percentage: int | None = None
    plugins: Mapping[str, PluginSet] = field(default_factory=dict)
    args: Mapping[str, ManifestField] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration; `percentage` is percentageOfNodesToScore, 0 for the adaptive default."""

    profiles: tuple[ProfileConfig, ...]
    percentage: int = 0
    extenders: tuple[Extender, ...] = ()


def read_config(
    manifest: Manifest | None, problems: Problems, version: Version, defaults: Mapping[str, int]
) -> Config:
    """Return the configuration of a manifest; without one, that of the default profile.

    `defaults` are the default plugins with their weights, in order.
    """
    at = ManifestField(manifest or {}, "", problems)
    if manifest is not None:
        _check_version(at, version)
    profiles = tuple(_profile(p, defaults) for p in at.children("profiles")) or (
        _profile(ManifestField({}, "profiles[0]", problems), defaults),
    )
    names = [p.scheduler_name for p in profiles]
    if len(set(names)) < len(names):
        at.problem(
            "profiles", "must have distinct schedulerNames: rename all but one of those that are equal"
        )
    return Config(profiles, _percentage(at) or 0, read_extenders(at))


def _check_version(at: ManifestField, version: Version) -> None:
    served = [f"{API_GROUP}/{name}" for name in version.config_versions]
    if at.text("apiVersion") not in served:
        at.problem("apiVersion", f"must be {' or '.join(served)}, which Kubernetes {version.name} reads")


def _percentage(at: ManifestField) -> int | None:
    percentage = at.optional_integer("percentageOfNodesToScore")
    if percentage is not None and not 0 <= percentage <= 100:
        at.problem("percentageOfNodesToScore", f"must be from 0 to 100, got {percentage}")
    return percentage


def _profile(at: ManifestField, defaults: Mapping[str, int]) -> ProfileConfig:
    plugins = at.child("plugins")
    for key in plugins.value:
        if key != MULTI_POINT and key not in EXTENSION_POINTS:
            plugins.problem(
                key, f"is not an extension point: use {MULTI_POINT} or one of {', '.join(EXTENSION_POINTS)}"
            )
    sets = {key: _plugin_set(plugins.child(key), defaults) for key in EXTENSION_POINTS}
    sets[MULTI_POINT] = _merged(PluginSet(dict(defaults)), _plugin_set(plugins.child(MULTI_POINT), defaults))
    args = {entry.name("name"): entry.child("args") for entry in at.children("pluginConfig")}
    return ProfileConfig(at.text("schedulerName") or DEFAULT_SCHEDULER, _percentage(at), sets, args)


def _plugin_set(at: ManifestField, defaults: Mapping[str, int]) -> PluginSet:
    enabled: dict[str, int] = {}
    for entry in at.children("enabled"):
        name, weight = entry.name("name"), entry.integer("weight", 0)
        if name not in defaults:
            entry.problem("name", f"is not a supported plugin: use one of {', '.join(defaults)}")
        if name in enabled:
            entry.problem("name", f"{name} is enabled twice: remove one of them")
        if not 0 <= weight <= 2**31 - 1:
            entry.problem("weight", f"must not be negative, got {weight}")
        enabled[name] = weight
    return PluginSet(enabled, frozenset(entry.name("name") for entry in at.children("disabled")))


def _merged(default: PluginSet, custom: PluginSet) -> PluginSet:
    """Merge plugin sets: default plugins that are configured again keep their places (mergePluginSet)."""
    enabled: dict[str, int] = {}
    if "*" not in custom.disabled:
        for name, weight in default.enabled.items():
            if name not in custom.disabled:
                enabled[name] = custom.enabled.get(name, weight)
    return PluginSet(enabled | custom.enabled, custom.disabled)


def plugin_names(config: ProfileConfig) -> list[str]:
    """Return every plugin that some extension point may run."""
    names = dict(config.plugins[MULTI_POINT].enabled)
    for point in EXTENSION_POINTS:
        names.update(config.plugins[point].enabled)
    return list(names)


def plugins_at(config: ProfileConfig, point: str, implementing: set[str]) -> list[str]:
    """Return the plugin names of one extension point, in order (expandMultiPointPlugins).

    First the multiPoint plugins that the point configures itself, in the point's order; then the other multiPoint
    plugins; then those that only the point enables. `implementing` are the plugins that implement this point.
    """
    own, multi = config.plugins[point], config.plugins[MULTI_POINT].enabled
    enabled = [name for name in own.enabled if name in implementing]
    if "*" in own.disabled:
        return enabled
    general = [n for n in multi if n in implementing and n not in own.disabled]
    overriding = [name for name in enabled if name in general]
    rest = [name for name in general if name not in overriding]
    return overriding + rest + [name for name in enabled if name not in overriding]


def weight_of(config: ProfileConfig, name: str) -> int:
    """Return a plugin's weight: that of score.enabled, else that of multiPoint; 0 means 1 (getScoreWeights)."""
    own, multi = config.plugins["score"].enabled, config.plugins[MULTI_POINT].enabled
    return (own[name] if name in own else multi.get(name, 0)) or 1
