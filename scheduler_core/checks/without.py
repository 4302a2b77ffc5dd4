"""The scenario of a control: the same scenario without a field."""

from __future__ import annotations

import copy
from typing import Any

from scheduler_core.expectations.reading import CONFIG
from scheduler_core.run.scenario import Scenario


def without(scenario: Scenario, field: str) -> Scenario:
    """Return the scenario without a field.

    `field` is a path in the spec of pods, such as `affinity.podAntiAffinity`, or "config".
    """
    content = copy.deepcopy(scenario.content())
    if field == CONFIG:
        content["config"] = None
    else:
        for manifest in content["objects"]:
            spec_path = ("spec",) if manifest.get("kind") == "Pod" else ("spec", "template", "spec")
            _remove(manifest, *spec_path, *field.split("."))
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def _remove(mapping: Any, *path: str) -> None:
    """Remove the value at the path, if there is one."""
    *parents, last = path
    for name in parents:
        mapping = mapping.get(name) if isinstance(mapping, dict) else None
    if isinstance(mapping, dict):
        mapping.pop(last, None)
