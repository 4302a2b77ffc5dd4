"""The key of a pod's class: every field that `read_template` reads, and nothing that differs between replicas.

A running pod has many irrelevant fields of its own: the name of its token's volume, the ids of its containers, the
times of its conditions. If they were part of the key, every pod of a dump would be a class by itself.
"""

from __future__ import annotations

import json
from typing import Any

import orjson

from .parsing import Manifest
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
    "hostUsers",
    "overhead",
    "resourceClaims",
    "resources",
    "schedulingGroup",
)
_CONTAINER = ("name", "image", "resources", "restartPolicy", "restartPolicyRules", "ports")
_CONTAINER_STATUS = ("name", "resources", "allocatedResources")
_CONDITION = ("type", "status", "reason")
_CONDITIONS = ("DisruptionTarget", "PodResizePending")


def class_key(manifest: Manifest) -> str:
    """Return a text that is equal for pods of the same class."""
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
        _pick(spec, _SPEC),
        [_pick_each(spec.get(key), _CONTAINER) for key in ("containers", "initContainers")],
        _without(spec.get("volumes"), _is_irrelevant),
        [
            _pick_each(status.get(key), _CONTAINER_STATUS)
            for key in ("containerStatuses", "initContainerStatuses")
        ],
        _pick_each(_without(status.get("conditions"), _is_irrelevant_condition), _CONDITION),
        status.get(""),
    )
    return _text(parts)


def _text(parts: Any) -> str:
    try:
        return orjson.dumps(parts, default=str, option=orjson.OPT_SORT_KEYS).decode()
    except (
        orjson.JSONEncodeError
    ):  # what is no JSON, such as an integer of more than 64 bits: an error is reported
        return json.dumps(parts, sort_keys=True, default=str)


def _is_irrelevant(volume: Any) -> bool:
    return isinstance(volume, dict) and isinstance(volume.get("name"), str) and SOURCES.isdisjoint(volume)


def _is_irrelevant_condition(condition: Any) -> bool:
    return isinstance(condition, dict) and condition.get("type") not in _CONDITIONS


def _pick(value: Any, keys: tuple[str, ...]) -> Any:
    """Return these keys of a mapping. Any other value is returned as it is, so that reading it reports the error."""
    return {key: value[key] for key in keys if key in value} if isinstance(value, dict) else value


def _pick_each(value: Any, keys: tuple[str, ...]) -> Any:
    return [_pick(entry, keys) for entry in value] if isinstance(value, list) else value


def _without(value: Any, is_left_out: Any) -> Any:
    return [entry for entry in value if not is_left_out(entry)] if isinstance(value, list) else value
