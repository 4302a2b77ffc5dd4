"""The operations on manifests that are already parsed: what `operations` does to a text, done to values."""

from __future__ import annotations

from typing import Any

from scheduler_core.kubernetes.objects.parsing import Manifest

from .nodes import SELECTORS, Path, value_at
from .operations import UNSCHEDULABLE_TAINT, Operation


def object_name(manifest: Manifest) -> str:
    """Return the name of an object as operations write it: "Pod default/web-0", "Node n1"."""
    meta, kind = manifest.get("metadata"), manifest.get("kind")
    meta = meta if isinstance(meta, dict) else {}
    namespace, name = meta.get("namespace") or ("default" if kind == "Pod" else ""), meta.get("name")
    if not name:
        return str(kind)
    return f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}"


def changed(manifest: Manifest, operation: Operation) -> Manifest:
    """Return the manifest with a `set`, `add`, `remove` or `uncordon` applied."""
    if operation.op == "uncordon":
        return _uncordoned(manifest)
    changed_manifest: Manifest
    if operation.op == "remove":
        changed_manifest = _without(manifest, operation.path)
        return changed_manifest
    value = operation.value
    if operation.op == "add":
        existing = value_at(manifest, operation.path)
        value = [*(existing if isinstance(existing, list) else ()), operation.value]
    changed_manifest = _with(manifest, operation.path, value)
    return changed_manifest


def _with(value: Any, path: Path, new: Any) -> Any:
    """Return a copy with `new` at the path, whose missing parents are made."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        entries = list(value) if isinstance(value, list) else []
        entries[step : step + 1] = [_with(entries[step] if step < len(entries) else None, rest, new)]
        return entries
    fields = value if isinstance(value, dict) else {}
    return {**fields, step: _with(fields.get(step), rest, new)}


def _without(value: Any, path: Path) -> Any:
    """Return a copy without what is at the path, and without the parents that become empty."""
    step, rest = path[0], path[1:]
    inner = _without(value_at(value, (step,)), rest) if rest else None
    if inner or (rest and step in SELECTORS):
        return _with(value, (step,), inner)
    if isinstance(value, list):
        return [entry for i, entry in enumerate(value) if i != step]
    return {key: entry for key, entry in value.items() if key != step} if isinstance(value, dict) else value


def _uncordoned(manifest: Manifest) -> Manifest:
    spec = manifest.get("spec") or {}
    taints = [t for t in spec.get("taints") or () if t.get("key") != UNSCHEDULABLE_TAINT]
    others = {key: value for key, value in spec.items() if key not in ("unschedulable", "taints")}
    return {**manifest, "spec": {**others, "taints": taints} if taints else others}
