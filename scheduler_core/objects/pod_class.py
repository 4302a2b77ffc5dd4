"""What makes two pods one class: all that `read_template` looks at, and nothing that differs between replicas.

A running pod has much of its own that does not matter: the name of its token's volume, the id of each container, the
times of its conditions. With those in the key every pod of a dump would be a class of one.
"""

from __future__ import annotations

import json
from typing import Any

from .volumes import SOURCES

_SPEC = (
    "schedulerName",
    "schedulingGates",
    "nodeSelector",
    "affinity",
    "tolerations",
    "topologySpreadConstraints",
    "priority",
    "priorityClassName",
    "preemptionPolicy",
    "hostNetwork",
    "overhead",
    "resources",
)
_CONTAINER = ("name", "image", "resources", "restartPolicy", "ports")
_CONTAINER_STATUS = ("name", "resources", "allocatedResources")
_CONDITION = ("type", "status", "reason")
_CONDITIONS = ("DisruptionTarget", "PodResizePending")


def class_key(manifest: dict[str, Any]) -> str:
    """The same text for pods of the same class."""
    meta, spec, status = (
        part if isinstance(part, dict) else {"": part}
        for part in map(manifest.get, ("metadata", "spec", "status"))
    )
    parts = (
        meta.get("namespace"),
        meta.get("labels"),
        meta.get("ownerReferences"),
        meta.get("deletionTimestamp") is not None,
        spec.get(""),
        _some(spec, _SPEC),
        [_each(spec.get(key), _CONTAINER) for key in ("containers", "initContainers")],
        _without(spec.get("volumes"), _matters_not),
        [_each(status.get(key), _CONTAINER_STATUS) for key in ("containerStatuses", "initContainerStatuses")],
        _each(_without(status.get("conditions"), _is_usual), _CONDITION),
        status.get(""),
    )
    return json.dumps(parts, sort_keys=True, default=str)


def _matters_not(volume: Any) -> bool:
    return isinstance(volume, dict) and isinstance(volume.get("name"), str) and SOURCES.isdisjoint(volume)


def _is_usual(condition: Any) -> bool:
    return isinstance(condition, dict) and condition.get("type") not in _CONDITIONS


def _some(value: Any, keys: tuple[str, ...]) -> Any:
    """These keys of a mapping; what is no mapping stays, so that it is complained about."""
    return {key: value[key] for key in keys if key in value} if isinstance(value, dict) else value


def _each(value: Any, keys: tuple[str, ...]) -> Any:
    return [_some(entry, keys) for entry in value] if isinstance(value, list) else value


def _without(value: Any, leaves_out: Any) -> Any:
    return [entry for entry in value if not leaves_out(entry)] if isinstance(value, list) else value
