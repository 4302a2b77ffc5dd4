"""What changes from one snapshot to another: version, seed, configuration and objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

import orjson
from typing_extensions import TypedDict

from scheduler_core import InputDifference, innermost, input_differences
from scheduler_core.contract import ScenarioContent
from webui.core.snapshots.models import Snapshot

MOST_LISTED = 3  # fields and objects of a change; the rest is counted
MOST_OBJECTS = 20_000  # nodes and pods of a snapshot whose change is named; more take seconds
LONGEST = 40  # characters of a value

_NAMING_FIELDS = ("name", "key", "topologyKey", "type", "kind")  # what tells the items of lists apart


class ChangedInput(TypedDict):
    """A field, or with an empty path an object. A value that is no scalar is named, or null."""

    object: str
    path: str
    kind: Literal["added", "removed", "changed"]
    before: str | None
    after: str | None


class Change(TypedDict):
    """The input of a run beside that of the run before it; `settings` are version and seed where they differ."""

    is_first: bool
    inputs: list[ChangedInput]
    count: int
    settings: dict[str, str | int | None]


FIRST: Change = {"is_first": True, "inputs": [], "count": 0, "settings": {}}


def snapshot_differences(before: Snapshot, after: Snapshot) -> Iterator[InputDifference]:
    """Yield the differences of version, seed and content."""
    for path in ("kubernetes_version", "seed"):
        old, new = getattr(before, path), getattr(after, path)
        if old != new:
            yield InputDifference("Run", path, "changed", old, new)
    yield from input_differences(before.content, after.content)


def change_between(before: Snapshot, after: Snapshot) -> Change | None:
    """Return what changes from one snapshot to the other; None if they are too large to tell quickly."""
    if any(
        snapshot.summary["nodes"] + snapshot.summary["pods"] > MOST_OBJECTS for snapshot in (before, after)
    ):
        return None
    settings = {
        path: getattr(after, path)
        for path in ("kubernetes_version", "seed")
        if getattr(before, path) != getattr(after, path)
    }
    changed = input_differences(*_without_equal_objects(before.content, after.content))
    inputs = [_changed_input(change) for change in islice(changed, MOST_LISTED)]
    count = len(inputs) + sum(1 for _ in changed)
    return {"is_first": False, "inputs": inputs, "count": count, "settings": settings}


def _without_equal_objects(
    before: ScenarioContent, after: ScenarioContent
) -> tuple[ScenarioContent, ScenarioContent]:
    """Leave out the objects that both have: most are, and comparing bytes is faster than field by field."""
    texts, other_texts = (
        [_canonical(manifest) for manifest in content["objects"]] for content in (before, after)
    )
    shared = set(texts) & set(other_texts)
    return _only(before, texts, shared), _only(after, other_texts, shared)


def _only(content: ScenarioContent, texts: list[bytes], shared: set[bytes]) -> ScenarioContent:
    objects = [entry for entry, text in zip(content["objects"], texts, strict=True) if text not in shared]
    return {**content, "objects": objects}


def _canonical(manifest: Any) -> bytes:
    return orjson.dumps(manifest, option=orjson.OPT_SORT_KEYS)


def _changed_input(difference: InputDifference) -> ChangedInput:
    difference = innermost(difference, _NAMING_FIELDS)
    return {
        "object": difference.object,
        "path": difference.path,
        "kind": difference.kind,
        "before": _brief(difference.before),
        "after": _brief(difference.after),
    }


def _brief(value: Any) -> str | None:
    """Return a scalar as text, or what a mapping is called; None for anything else."""
    if isinstance(value, list):
        return _brief(value[0]) if len(value) == 1 else None
    if isinstance(value, dict):
        return next((str(value[name]) for name in _NAMING_FIELDS if value.get(name)), None)
    if value is None:
        return None
    text = orjson.dumps(value).decode() if isinstance(value, bool) else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
