"""The hash of a NodePool's template, by which Karpenter tells that nodes were made of a former one.

Mirrors Hash of pkg/apis/v1/nodepool.go @ v1.13.0: mitchellh/hashstructure v2 (FNV-1, slices as sets, zero values left
out), on Go's structs.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

from .durations import NEVER, parse_duration

_NANOSECONDS = 10**9


def nodepool_hash(template: Mapping[str, Any]) -> str:
    """Return the hash of spec.template as the annotation has it."""
    meta, spec = template.get("metadata") or {}, template.get("spec") or {}
    object_meta = {"Labels": meta.get("labels"), "Annotations": meta.get("annotations")}
    reference = spec.get("nodeClassRef") or {}
    fields = {
        "Taints": [_taint(taint) for taint in spec.get("taints") or ()],
        "StartupTaints": [_taint(taint) for taint in spec.get("startupTaints") or ()],
        "NodeClassRef": _struct(
            "NodeClassReference", {name.title(): reference.get(name) for name in ("kind", "name", "group")}
        ),
        "TerminationGracePeriod": _duration("Duration", spec.get("terminationGracePeriod")),
        "ExpireAfter": _duration("NillableDuration", spec.get("expireAfter")),
    }
    whole = {
        "ObjectMeta": _struct("ObjectMeta", object_meta) if any(object_meta.values()) else None,
        "Spec": _struct("NodeClaimTemplateSpec", fields) if any(fields.values()) else None,
    }
    return str(_struct("NodeClaimTemplate", whole))


def _taint(taint: Mapping[str, Any]) -> int:
    return _struct("Taint", {name.title(): taint.get(name) for name in ("key", "value", "effect")})


def _duration(type: str, text: Any) -> int | None:
    duration = None if text in (None, NEVER) else parse_duration(str(text))
    if duration is None:
        return None
    nanoseconds = struct.pack("<q", round(duration * _NANOSECONDS))
    return _struct(type, {"Duration": _fnv(nanoseconds)})


def _struct(type: str, fields: Mapping[str, Any]) -> int:
    """Hash a struct: its type's name, and each field that is not zero. A field that is an integer is hashed already."""
    result = _fnv(type.encode())
    for name, value in fields.items():
        if value:
            result = _finished(result ^ _ordered(_value(name), _value(value)))
    return result


def _value(value: Any) -> int:
    if isinstance(value, int):
        return value
    if isinstance(value, list):  # of structs, which are hashed already
        return _unordered(value)
    if isinstance(value, dict):
        return _finished(_unordered([_ordered(_value(k), _value(v)) for k, v in value.items()]))
    return _fnv(str(value).encode())


def _unordered(hashes: list[int]) -> int:
    result = 0
    for hashed in hashes:
        result ^= hashed
    return result


def _ordered(one: int, other: int) -> int:
    return _fnv(struct.pack("<QQ", one, other))


def _finished(hashed: int) -> int:
    return _fnv(struct.pack("<Q", hashed))


def _fnv(data: bytes) -> int:
    """Return FNV-1 of 64 bits."""
    result = 0xCBF29CE484222325
    for byte in data:
        result = result * 0x100000001B3 % 2**64 ^ byte
    return result
