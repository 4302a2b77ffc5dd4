"""A scenario without what scheduling does not read, and its content as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scheduler_core.kubernetes.objects.limits import Limits
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source.filtering import FieldFilter, imported_as, keep_scheduling_fields
from scheduler_core.simulation.expectations.reading import KEY as EXPECT
from scheduler_core.simulation.lessons.reading import KEY as LESSON
from scheduler_core.simulation.steps.reading import KEY as STEPS

from .gates import KEY as GATES
from .machines import KEY as MACHINES
from .scenario import Scenario, ScenarioContent, load


@dataclass(frozen=True, slots=True)
class ReducedScenario:
    """A scenario with the same runs; what it left out: fields by path and whole objects by kind, each counted."""

    scenario: Scenario
    dropped: Mapping[str, int]
    ignored: Mapping[str, int]


def load_reduced(source: str, limits: Limits) -> ReducedScenario:
    """Return the scenario in a text with only those fields of its manifests that scheduling reads; raise as `load`.

    Of a List in JSON, as kubectl prints it, the objects are reduced one by one: the memory is that of the result.
    """
    fields = FieldFilter(keeps_wrong_types=True)
    scenario = load(source, limits, reduce=partial(_reduced_item, fields))
    filtered = keep_scheduling_fields(scenario.manifests)
    return ReducedScenario(
        replace(scenario, manifests=filtered.manifests), fields.dropped + filtered.dropped, filtered.ignored
    )


def _reduced_item(fields: FieldFilter, item: Any, kind: str) -> Any:
    """Return an item of a List with what loading reads of it; an item without a kind has that of its List."""
    named = item if kind == "" or not isinstance(item, dict) or "kind" in item else {"kind": kind, **item}
    entry = imported_as(named)
    return item if entry is None else fields.apply(item, entry)


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
    if gates := content.get("gates"):
        manifests.append({GATES: gates})
    if lesson := content.get("lesson"):
        manifests.append({LESSON: lesson})
    if machines := content.get("machines"):
        manifests.append({MACHINES: machines})
    items = ",\n".join(
        json.dumps(manifest, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        for manifest in manifests
    )
    return f'{{"apiVersion": "v1", "kind": "List", "items": [\n{items}\n]}}\n'
