"""A configuration of the scheduler with other settings."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.scheduler.config import API_GROUP
from scheduler_core.scheduler.policy import is_policy
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .fields import WEIGHT

Value = int | str | bool


def with_setting(scenario: Scenario, setting: str, value: Value) -> Scenario:
    """Return the scenario with a setting in all profiles of its configuration; raise InvalidInput."""
    manifest = _editable(scenario)
    for profile in manifest["profiles"]:
        if setting.startswith(WEIGHT):
            _set_weight(profile, setting.removeprefix(WEIGHT), int(value))
        else:
            plugin, _, path = setting.partition("/")
            _set_argument(profile, plugin, path.split("/"), value)
    return scenario.configured(manifest)


def with_percentage(scenario: Scenario, percentage: int) -> Scenario:
    """Return the scenario with this percentageOfNodesToScore in all profiles; raise InvalidInput."""
    manifest = _editable(scenario)
    for profile in manifest["profiles"]:
        profile.pop("percentageOfNodesToScore", None)
    return scenario.configured({**manifest, "percentageOfNodesToScore": percentage})


def scoring_plugins(scenario: Scenario) -> dict[str, int]:
    """Return the weights of all plugins that score in any profile."""
    frameworks = Simulation(scenario, scenario.version).frameworks.values()
    return {plugin.name: weight for f in frameworks for plugin, weight in f.profile.score}


def _editable(scenario: Scenario) -> Manifest:
    """Return a copy of the configuration that has at least one profile; raise InvalidInput for a Policy."""
    if is_policy(scenario.config_manifest):
        message = worded(
            "is not possible with a Policy, which has no profiles: write a KubeSchedulerConfiguration"
        )
        raise InvalidInput.of("sweep.kind", message)
    written = scenario.config_manifest
    version = scenario.version.config_versions[0]
    manifest = deepcopy(written or {"apiVersion": f"{API_GROUP}/{version}", "kind": CONFIG_KIND})
    manifest["profiles"] = manifest.get("profiles") or [{"schedulerName": "default-scheduler"}]
    return manifest


def _set_weight(profile: Manifest, plugin: str, weight: int) -> None:
    """Enable the plugin's scoring with the weight; 0 disables it, as the scheduler takes 0 for 1."""
    score = _child(_child(profile, "plugins"), "score")
    for key in ("enabled", "disabled"):
        score[key] = [entry for entry in score.get(key) or [] if entry.get("name") != plugin]
    if weight:
        score["enabled"].append({"name": plugin, "weight": weight})
    else:
        score["disabled"].append({"name": plugin})


def _set_argument(profile: Manifest, plugin: str, path: list[str], value: Value) -> None:
    entries: list[Manifest] = profile.setdefault("pluginConfig", None) or []
    profile["pluginConfig"] = entries
    entry = next((entry for entry in entries if entry.get("name") == plugin), None)
    if entry is None:
        entry = {"name": plugin}
        entries.append(entry)
    at: Any = _child(entry, "args")
    for key in path[:-1]:
        at = _step(at, key)
    if isinstance(at, list):
        at[_index(at, path[-1])] = value
    else:
        at[path[-1]] = value


def _step(at: Any, key: str) -> Any:
    """Return the mapping or list at a key, a new mapping if there is none."""
    if isinstance(at, list):
        return at[_index(at, key)]
    if not isinstance(at.get(key), dict | list):
        at[key] = {}
    return at[key]


def _index(entries: list[Any], key: str) -> int:
    if not key.isdigit() or int(key) >= len(entries):
        message = worded(
            "has no entry {key} in a list of {count}: write an index from 0", key=key, count=len(entries)
        )
        raise InvalidInput.of("sweep.setting", message)
    return int(key)


def _child(manifest: Manifest, key: str) -> Manifest:
    child: Manifest = manifest.get(key) or {}
    manifest[key] = child
    return child
