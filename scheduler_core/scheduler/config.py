"""KubeSchedulerConfiguration: profiles with the scheduler's defaults applied.

Mirrors pkg/scheduler/apis/config/v1 (defaults.go) and expandMultiPointPlugins of
pkg/scheduler/framework/runtime/framework.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import DEFAULT_SCHEDULER
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.versions import (
    DEFAULT_VERSION,
    KUBERNETES_VERSIONS,
    POLICY_PLUGINS,
    RECORDED,
    Version,
    readers_of,
)
from scheduler_core.sentences import Sentence, either, worded

from .framework.extender.config import Extender, read_extenders
from .framework.profile import EXTENSION_POINTS
from .policy import is_policy, read_policy

MULTI_POINT = "multiPoint"
API_GROUP = "kubescheduler.config.k8s.io"


@dataclass(frozen=True, slots=True)
class PluginSet:
    """The enabled plugins of one extension point with their weights, and the disabled names ("*" disables all)."""

    enabled: Mapping[str, int] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ProfileConfig:
    """A profile as configured: plugin sets by extension point (and multiPoint), arguments by plugin."""

    scheduler_name: str = DEFAULT_SCHEDULER
    percentage: int | None = None
    plugins: Mapping[str, PluginSet] = field(default_factory=dict)
    args: Mapping[str, ManifestField] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """What a field of the configuration asks for and is not simulated, with its path."""

    path: str
    message: Sentence


# What a plugin that is not simulated could change, by extension point.
_EFFECTS = {
    "preEnqueue": worded("pods could wait longer"),
    "queueSort": worded("pods could be scheduled in another order"),
    "preFilter": worded("nodes could be rejected"),
    "filter": worded("nodes could be rejected"),
    "postFilter": worded("other pods could be evicted"),
    "preScore": worded("other nodes could win"),
    "score": worded("other nodes could win"),
    "reserve": worded("pods could be turned away from their node"),
    "permit": worded("pods could wait or be turned away from their node"),
    "preBind": worded("pods could be turned away from their node"),
    "bind": worded("pods could be bound in another way"),
    "postBind": worded("nothing that is shown here could change"),
    MULTI_POINT: worded("other nodes could be rejected or win"),
}
_TIMING = ("podInitialBackoffSeconds", "podMaxBackoffSeconds")
_READ = ("apiVersion", "kind", "metadata", "profiles", "extenders", "percentageOfNodesToScore")


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration; `percentage` is percentageOfNodesToScore, 0 for the adaptive default.

    `notes` say what of it is not simulated. `runs_all_filters` is a Policy's alwaysCheckAllPredicates.
    """

    profiles: tuple[ProfileConfig, ...]
    percentage: int = 0
    extenders: tuple[Extender, ...] = ()
    notes: tuple[Note, ...] = ()
    runs_all_filters: bool = False


def is_config(manifest: object) -> bool:
    """Return whether a manifest is a configuration of the scheduler: a KubeSchedulerConfiguration or a Policy."""
    return isinstance(manifest, dict) and (manifest.get("kind") == CONFIG_KIND or is_policy(manifest))


@dataclass(frozen=True, slots=True)
class PluginDefaults:
    """The plugins of a version.

    `sets` has by version of the configuration the default plugins of each extension point (or multiPoint) with their
    weights, `available` all plugins of the version, `known` those of any version.
    """

    sets: Mapping[str, Mapping[str, Mapping[str, int]]]
    available: tuple[str, ...]
    known: frozenset[str]


def read_config(
    manifest: Manifest | None, problems: Problems, version: Version, plugins: PluginDefaults
) -> Config:
    """Return the configuration of a manifest; without one, that of the default profile."""
    at = ManifestField(manifest or {}, "", problems)
    if is_policy(manifest):
        return _policy_config(at, version)
    config_version = version.config_versions[0]
    if manifest is not None:
        config_version = _config_version(at, version)
    reader = _ProfileReader(plugins, plugins.sets[config_version])
    profiles = tuple(reader.profile(p) for p in at.children("profiles")) or (
        reader.profile(ManifestField({}, "profiles[0]", problems)),
    )
    names = [p.scheduler_name for p in profiles]
    if len(set(names)) < len(names):
        at.problem(
            "profiles",
            worded("must have distinct schedulerNames: rename all but one of those that are equal"),
        )
    return Config(profiles, _percentage(at) or 0, read_extenders(at), (*reader.notes, *_unused_fields(at)))


def release_for_config(manifest: Manifest | None) -> str | None:
    """Return the newest recorded release that reads a configuration which the default version does not read.

    None without a configuration, for one that the default version reads, and for one that no recorded release reads.
    """
    if manifest is None or _reads(DEFAULT_VERSION, manifest):
        return None
    return next((release for release in reversed(RECORDED) if _reads(release, manifest)), None)


def _reads(release: str, manifest: Manifest) -> bool:
    version = KUBERNETES_VERSIONS[release]
    if is_policy(manifest):
        return not POLICY_PLUGINS & version.absent_plugins
    group, _, name = str(manifest.get("apiVersion") or "").partition("/")
    return group == API_GROUP and name in version.config_versions


def _unused_fields(at: ManifestField) -> Iterator[Note]:
    """Yield a note per field that is not simulated."""
    for key in at.value:
        if key in _TIMING:
            yield Note(key, worded("is not simulated: retries could come at other times"))
        elif key not in _READ:
            yield Note(key, worded("is not read: it has no effect on what the scheduler decides"))


def _config_version(at: ManifestField, version: Version) -> str:
    """Return the version of the configuration; the version's own if it does not read that of the manifest."""
    group, _, name = at.text("apiVersion").partition("/")
    if group == API_GROUP and name in version.config_versions:
        return name
    served = either([f"{API_GROUP}/{name}" for name in version.config_versions])
    problem = worded(
        "must be {served}, which Kubernetes {version} reads", served=served, version=version.name
    )
    readers = readers_of(name) if group == API_GROUP else ""
    if readers:
        problem = worded(
            "{problem}; or choose Kubernetes {readers} for {name}",
            problem=problem,
            readers=readers,
            name=name,
        )
    at.problem("apiVersion", problem)
    return version.config_versions[0]


def _policy_config(at: ManifestField, version: Version) -> Config:
    if POLICY_PLUGINS & version.absent_plugins:
        at.problem(
            "kind",
            worded(
                "Policy is not read by Kubernetes {version}: use 1.22 or earlier, or v1 profiles",
                version=version.name,
            ),
        )
    sets, args = read_policy(at)
    plugins = {key: PluginSet(sets.get(key, {})) for key in (*EXTENSION_POINTS, MULTI_POINT)}
    runs_all_filters = at.flag("alwaysCheckAllPredicates")
    profiles = (ProfileConfig(plugins=plugins, args=args),)
    return Config(profiles, 0, read_extenders(at), runs_all_filters=runs_all_filters)


def _percentage(at: ManifestField) -> int | None:
    percentage = at.optional_integer("percentageOfNodesToScore")
    if percentage is not None and not 0 <= percentage <= 100:
        at.problem(
            "percentageOfNodesToScore",
            worded("must be from 0 to 100, got {value}", value=percentage),
        )
    return percentage


@dataclass(frozen=True, slots=True)
class _ProfileReader:
    """Reads profiles; `defaults` are the default plugins of the configuration's version."""

    plugins: PluginDefaults
    defaults: Mapping[str, Mapping[str, int]]
    notes: list[Note] = field(default_factory=list)

    def profile(self, at: ManifestField) -> ProfileConfig:
        plugins = at.child("plugins")
        points = [*EXTENSION_POINTS, *(key for key in (MULTI_POINT,) if key in self.defaults)]
        for key in plugins.value:
            if key not in points:
                plugins.problem(
                    key,
                    worded(
                        "is not an extension point: use one of {names}",
                        names=", ".join(points),
                    ),
                )
        sets = {key: self._plugin_set(plugins, key) for key in (*EXTENSION_POINTS, MULTI_POINT)}
        args = {entry.name("name"): entry.child("args") for entry in at.children("pluginConfig")}
        return ProfileConfig(at.text("schedulerName") or DEFAULT_SCHEDULER, _percentage(at), sets, args)

    def _plugin_set(self, plugins: ManifestField, point: str) -> PluginSet:
        at, enabled = plugins.child(point), dict[str, int]()
        for entry in at.children("enabled"):
            name, weight = entry.name("name"), entry.integer("weight", 0)
            if name not in self.plugins.known:
                self.notes.append(
                    Note(
                        f"{entry.path}.name",
                        worded("{name} is not simulated: {effect}", name=name, effect=_EFFECTS[point]),
                    )
                )
            elif name not in self.plugins.available:
                entry.problem(
                    "name",
                    worded(
                        "is not a supported plugin: use one of {names}",
                        names=", ".join(self.plugins.available),
                    ),
                )
            if name in enabled:
                entry.problem("name", worded("{name} is enabled twice: remove one of them", name=name))
            if not 0 <= weight <= 2**31 - 1:
                entry.problem("weight", worded("must not be negative, got {value}", value=weight))
            enabled[name] = weight
        disabled = frozenset(entry.name("name") for entry in at.children("disabled"))
        return _merged(PluginSet(dict(self.defaults.get(point, {}))), PluginSet(enabled, disabled))


def _merged(default: PluginSet, custom: PluginSet) -> PluginSet:
    """Merge plugin sets: default plugins that are configured again keep their places (mergePluginSet)."""
    enabled: dict[str, int] = {}
    if "*" not in custom.disabled:
        for name, weight in default.enabled.items():
            if name not in custom.disabled:
                enabled[name] = custom.enabled.get(name, weight)
    return PluginSet({**enabled, **custom.enabled}, custom.disabled)


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
