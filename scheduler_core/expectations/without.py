"""The scenario of a control: the same without a field."""

from __future__ import annotations

import copy
from typing import Any

from scheduler_core.scenario import Scenario

from .reading import CONFIG


def without(scenario: Scenario, field: str) -> Scenario:
    """`field` is a path in the spec of pods, `topologySpreadConstraints` or `affinity.podAntiAffinity`, or "config"."""
    content = copy.deepcopy(scenario.content())
    if field == CONFIG:
        content["config"] = None
    else:
        for manifest in content["objects"]:
            for spec in _pod_specs(manifest):
                _remove(spec, field.split("."))
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def _pod_specs(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    """Of a pod its spec, of a workload that of its template."""
    spec = manifest.get("spec") or {}
    if manifest.get("kind") == "Pod":
        return [spec]
    template = spec.get("template") or {}
    return [template["spec"]] if template.get("spec") else []


def _remove(spec: dict[str, Any], path: list[str]) -> None:
    *parents, last = path
    for name in parents:
        spec = spec.get(name) or {}
    spec.pop(last, None)
