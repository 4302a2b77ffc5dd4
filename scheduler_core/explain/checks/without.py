"""The scenario of a control: the same scenario without a field."""

from __future__ import annotations

import copy
from typing import Any

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.templates import template_fields
from scheduler_core.simulation.expectations.reading import CONFIG
from scheduler_core.simulation.run.scenario import Scenario


def without(scenario: Scenario, field: str) -> Scenario:
    """Return the scenario without a field.

    `field` is a path in the spec of pods, such as `affinity.podAntiAffinity`, or "config".
    """
    content = copy.deepcopy(scenario.content())
    if field == CONFIG:
        content["config"] = None
    else:
        for manifest in content["objects"]:
            for spec in _pod_specs(manifest):
                _remove(spec, *field.split("."))
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def _pod_specs(manifest: Manifest) -> list[Any]:
    """Return the pod specs in a manifest: its own, or those of its templates."""
    if kind_of(manifest) == "Pod":
        return [manifest.get("spec")]
    return [
        template.value.get("spec") for template in template_fields(ManifestField(manifest, "", Problems()))
    ]


def _remove(mapping: Any, *path: str) -> None:
    """Remove the value at the path, if there is one."""
    *parents, last = path
    for name in parents:
        mapping = mapping.get(name) if isinstance(mapping, dict) else None
    if isinstance(mapping, dict):
        mapping.pop(last, None)
