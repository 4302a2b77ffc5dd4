"""The origins of a pod's fields: its own manifest, its workload's, or the configuration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import TopologySpreadConstraint
from scheduler_core.kubernetes.objects.templates import template_path
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.handle import Handle

from .contract import Field, SourceObject


def pod_manifest(handle: Handle, key: str) -> Manifest:
    """Return the pod's manifest as it was read; empty when it has none."""
    return handle.objects.manifests.get(("Pod", key), {})


def with_admission(fields: Iterable[Field], handle: Handle, label: str) -> list[Field]:
    """The fields, with the origin "admission" for those that the object named `label` had not before admission."""
    written = handle.objects.written.get(label)
    if written is None:
        return list(fields)
    return [
        {**field, "origin": "admission"}
        if field["origin"] == "written" and not _has(written, field["path"])
        else field
        for field in fields
    ]


def _has(value: Any, path: str) -> bool:
    """Whether there is a value at a path such as spec.taints[0]; keys may have dots."""
    if not path:
        return True
    if isinstance(value, list):
        index, _, rest = path.removeprefix("[").partition("]")
        return int(index) < len(value) and _has(value[int(index)], rest.removeprefix("."))
    if not isinstance(value, dict):
        return False
    if path in value:
        return True
    end = min((at for at in (path.find("."), path.find("[")) if at >= 0), default=len(path))
    return path[:end] in value and _has(value[path[:end]], path[end:].removeprefix("."))


def workload_of(handle: Handle, key: str) -> str | None:
    """Return the workload ("Deployment default/web") that the pod was made from, or None."""
    for workload, pods in handle.objects.expanded.items():
        if key in pods:
            return workload
    return None


def part(value: Any, key: str) -> Manifest:
    """Return a mapping inside a manifest; empty when it is absent."""
    child = value.get(key) if isinstance(value, dict) else None
    return child if isinstance(child, dict) else {}


def items(value: Any, key: str) -> list[Manifest]:
    """Return a list of mappings inside a manifest; empty when it is absent."""
    child = value.get(key) if isinstance(value, dict) else None
    return [member for member in child if isinstance(member, dict)] if isinstance(child, list) else []


def source_of(handle: Handle, key: str) -> SourceObject:
    """Return the object that has the pod's fields: itself, or its workload with the prefix of its template."""
    workload = workload_of(handle, key)
    if workload is None:
        return {"object": f"Pod {key}", "prefix": ""}
    kind, _, _ = workload.partition(" ")
    return {"object": workload, "prefix": ".".join((*template_path(kind), ""))}


def constraint_path(record: CycleRecord, constraint: TopologySpreadConstraint) -> str:
    """Return the path of a spread constraint in the pod, or of the profile's defaults."""
    own = record.pod.template.spread
    if constraint in own:
        return f"spec.topologySpreadConstraints[{own.index(constraint)}]"
    return "PodTopologySpreadArgs.defaultConstraints"


def spread_manifest(record: CycleRecord, constraint: TopologySpreadConstraint) -> Manifest:
    """Return the manifest of a spread constraint of the incoming pod; empty for a default constraint."""
    own = record.pod.template.spread
    if constraint not in own:
        return {}
    spec = part(pod_manifest(record.framework.handle, record.pod.key), "spec")
    listed = items(spec, "topologySpreadConstraints")
    place = own.index(constraint)
    return listed[place] if place < len(listed) else {}
