"""Fields that no version of Kubernetes has, which the API server drops: most are misspelt or misplaced."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from scheduler_core.allowance import each
from scheduler_core.sentences import Sentence, worded

from .kinds import kind_of
from .reading import InputError, ManifestField, Problems

MOST_WARNINGS = 50
_POD_SPEC = "V1PodSpec"


@cache
def _types() -> Mapping[str, Mapping[str, str]]:
    """The fields of each type with the types of their values; the kinds under ""."""
    types: Mapping[str, Mapping[str, str]] = json.loads(
        Path(__file__).with_name("fields.json").read_text(encoding="utf-8")
    )
    return types


def unknown_fields(manifests: Iterable[Any]) -> list[InputError]:
    """Return a warning per unknown field of the manifests, at most 50; those in pods' statuses are not looked at."""
    warnings: list[InputError] = []
    for manifest in each(manifests):
        type_name = _types()[""].get(kind_of(manifest))
        if type_name is None:
            continue
        looked_at = {k: v for k, v in manifest.items() if k != "status" or type_name == "V1Node"}
        for path, message in _unknown(ManifestField(looked_at, "", Problems()), type_name):
            warnings.append(InputError(path, message, object=_name(manifest)))
        if len(warnings) >= MOST_WARNINGS:
            break
    return warnings[:MOST_WARNINGS]


def _unknown(at: ManifestField, type_name: str) -> Iterator[tuple[str, Sentence]]:
    """Yield path and message of each unknown field of a value of this type."""
    fields = _types()[type_name]
    for key, value in at.value.items():
        path = f"{at.path}.{key}" if at.path else str(key)
        if key not in fields:
            yield path, _message(str(key), type_name)
        elif inner := fields[key]:
            for field in _mappings(value, path, at.problems):
                yield from _unknown(field, inner)


def _mappings(value: Any, path: str, problems: Problems) -> Iterator[ManifestField]:
    if isinstance(value, dict):
        yield ManifestField(value, path, problems)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield ManifestField(item, f"{path}[{index}]", problems)


def _message(key: str, type_name: str) -> Sentence:
    """Return the warning, with what was probably meant: a field with a similar name, or one of another place."""
    by_lower = {name.lower(): name for name in _types()[type_name]}
    if similar := get_close_matches(key.lower(), by_lower, n=1, cutoff=0.8):
        return worded(
            "unknown field, which the API server drops: did you mean {field}?", field=by_lower[similar[0]]
        )
    if key in _types()[_POD_SPEC]:
        return worded("unknown field, which the API server drops: it belongs into the spec of a pod")
    return worded("unknown field, which the API server drops")


def _name(manifest: Any) -> str:
    meta = manifest.get("metadata")
    meta = meta if isinstance(meta, dict) else {}
    namespace = meta.get("namespace") or ("default" if manifest["kind"] == "Pod" else "")
    name = meta.get("name", "")
    return f"{manifest['kind']} {namespace}/{name}" if namespace else f"{manifest['kind']} {name}".rstrip()
