"""The scenario of a control: the same without a field."""

from __future__ import annotations

import copy
from typing import Any

from scheduler_core.expectations.reading import CONFIG
from scheduler_core.run.scenario import Scenario


def without(scenario: Scenario, field: str) -> Scenario:
    """`field` is a path in the spec of pods, `topologySpreadConstraints` or `affinity.podAntiAffinity`, or "config"."""
    content = copy.deepcopy(scenario.content())
    if field == CONFIG:
        content["config"] = None
    else:
        for manifest in content["objects"]:
            above = ("spec",) if manifest.get("kind") == "Pod" else ("spec", "template", "spec")
            _remove(manifest, *above, *field.split("."))
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def _remove(place: Any, *path: str) -> None:
    """Takes out what is at the path, if anything is."""
    *above, last = path
    for name in above:
        place = place.get(name) if isinstance(place, dict) else None
    if isinstance(place, dict):
        place.pop(last, None)
