"""A scenario without what scheduling does not read, and its content as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scheduler_core.expectations.reading import KEY as EXPECT
from scheduler_core.objects.parsing import Manifest
from scheduler_core.source.filtering import keep_scheduling_fields
from scheduler_core.steps.reading import KEY as STEPS

from .scenario import Scenario, ScenarioContent


@dataclass(frozen=True, slots=True)
class ReducedScenario:
    """A scenario with the same runs; what it left out: fields by path and whole objects by kind, each counted."""

    scenario: Scenario
    dropped: Mapping[str, int]
    ignored: Mapping[str, int]


def reduce_scenario(scenario: Scenario) -> ReducedScenario:
    """Return the scenario with only those fields of its manifests that scheduling reads."""
    filtered = keep_scheduling_fields(scenario.manifests)
    return ReducedScenario(
        replace(scenario, manifests=filtered.manifests), filtered.dropped, filtered.ignored
    )


def content_text(content: ScenarioContent) -> str:
    """Return a List in JSON, an object a line, from which the content is read; JSON is read faster than YAML.

    Keys are sorted: the text of a stored content, whose keys are, is the same.
    """
    manifests: list[Manifest] = list(content["objects"])
    if config := content["config"]:
        manifests.append(config)
    if expectations := content.get("expect"):
        manifests.append({EXPECT: expectations})
    if (admission := content.get("admission")) and any(admission.values()):
        manifests.append({"admission": admission})
    if steps := content.get("steps"):
        manifests.append({STEPS: steps})
    items = ",\n".join(
        json.dumps(manifest, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        for manifest in manifests
    )
    return f'{{"apiVersion": "v1", "kind": "List", "items": [\n{items}\n]}}\n'
