"""The configurations of a history: two by name, others as KubeSchedulerConfiguration."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.lines import locate
from scheduler_core.kubernetes.objects.loading import CONFIG_KIND, parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import DEFAULT_VERSION, Version, find_version
from scheduler_core.scheduler.config import API_GROUP, is_config, release_for_config
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario

from .cluster import GPU_MILLI

DEFAULT: Final = "default"
STRATEGIES: Final = ("LeastAllocated", "MostAllocated")
NAMED: Final = (DEFAULT, *STRATEGIES)


def named_configuration(name: str, version: Version) -> Scenario:
    """Return the default configuration, or NodeResourcesFit with a strategy for cpu, memory and GPUs alike."""
    return Scenario.from_content({"objects": [], "config": _manifest(name, version)}, version=version)


def read_configuration(text: str, name: str, version: Version | None = None) -> Scenario:
    """Return the configuration in a text; raise InvalidInput with its `name`.

    Without a `version` it is the newest recorded one that reads the configuration.
    """
    manifests = parse_source(text, NO_LIMITS)
    index = next((i for i, manifest in enumerate(manifests) if is_config(manifest)), None)
    if index is None:
        expected = worded(
            "must contain a {kind}, or be one of {names}",
            kind=CONFIG_KIND,
            names=", ".join(NAMED),
        )
        raise InvalidInput.of("", expected, line=None, object=name)
    manifest = manifests[index]
    try:
        return Scenario.from_content(
            {"objects": [], "config": manifest},
            version=version or find_version(release_for_config(manifest) or DEFAULT_VERSION),
        )
    except InvalidInput as error:
        lines = locate(text, [(index, problem.path) for problem in error.errors])
        placed = (replace(problem, line=line) for problem, line in zip(error.errors, lines, strict=True))
        raise InvalidInput(list(placed)) from None


def _manifest(name: str, version: Version) -> Manifest | None:
    if name == DEFAULT:
        return None
    resources = [{"name": resource, "weight": 1} for resource in ("cpu", "memory", GPU_MILLI)]
    arguments: Manifest = {"scoringStrategy": {"type": name, "resources": resources}}
    return {
        "apiVersion": f"{API_GROUP}/{version.config_versions[0]}",
        "kind": CONFIG_KIND,
        "profiles": [
            {
                "schedulerName": "default-scheduler",
                "pluginConfig": [{"name": "NodeResourcesFit", "args": arguments}],
            }
        ],
    }
