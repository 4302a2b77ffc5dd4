"""What differs in what two runs start from: objects by kind and name, and inside them field by field."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from scheduler_core.objects.parsing import Manifest
from scheduler_core.run.scenario import ScenarioContent

ABSENT = object()

DifferenceKind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class InputDifference:
    """A field, or with an empty path a whole object, that only one side has or that has another value there.

    The object is "Pod default/web-0", or the kind alone for the configuration. A side that lacks it has None.
    """

    object: str
    path: str
    kind: DifferenceKind
    before: Any = None
    after: Any = None


def input_differences(before: ScenarioContent, after: ScenarioContent) -> Iterator[InputDifference]:
    """Between two contents (`Scenario.content`): changed objects first, then those of one side alone."""
    old, new = _objects(before), _objects(after)
    alone = []
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            alone.append(InputDifference(name, "", "removed"))
        elif name not in old:
            alone.append(InputDifference(name, "", "added"))
        else:
            yield from _inside(name, "", old[name], new[name])
    yield from alone


def _objects(content: ScenarioContent) -> dict[str, Manifest]:
    """By name; a name that comes twice has its number."""
    named: dict[str, Manifest] = {}
    times: Counter[str] = Counter()
    config = content.get("config")
    for manifest in [*([config] if config else []), *(content.get("objects") or [])]:
        name = _name(manifest)
        times[name] += 1
        named[name if times[name] == 1 else f"{name} ({times[name]})"] = manifest
    return named


def _name(manifest: Manifest) -> str:
    metadata = manifest.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    kind, name = str(manifest.get("kind", "")), metadata.get("name")
    if not name:
        return kind
    namespace = metadata.get("namespace") or ("default" if kind == "Pod" else "")
    return f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}"


def _inside(name: str, path: str, before: Any, after: Any) -> Iterator[InputDifference]:
    if before is ABSENT:
        yield InputDifference(name, path, "added", after=after)
    elif after is ABSENT:
        yield InputDifference(name, path, "removed", before=before)
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from _inside(name, _joined(path, key), before.get(key, ABSENT), after.get(key, ABSENT))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _items(name, path, before, after)
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield InputDifference(name, path, "changed", before, after)


def _items(name: str, path: str, before: list[Any], after: list[Any]) -> Iterator[InputDifference]:
    """An item put in or taken out leaves the others as they are; the numbers are those of the side that has it."""
    i = j = 0
    for equal in [*_common(_texts(before), _texts(after)), (len(before), len(after))]:
        for k in range(max(equal[0] - i, equal[1] - j)):
            old = before[i + k] if i + k < equal[0] else ABSENT
            new = after[j + k] if j + k < equal[1] else ABSENT
            index = i + k if old is not ABSENT else j + k
            yield from _inside(name, f"{path}[{index}]", old, new)
        i, j = equal[0] + 1, equal[1] + 1


def _common(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Places of equal texts, in the same order on both sides. Lists may be long: this takes n·log(n), difflib n³.

    The first of several equal texts stands for the first on the other side, the second for the second.
    """
    places: dict[str, list[int]] = {}
    for j in range(len(after) - 1, -1, -1):
        places.setdefault(after[j], []).append(j)
    pairs = [(i, places[text].pop()) for i, text in enumerate(before) if places.get(text)]
    lowest: list[int] = []  # of the common sequences of each length the one that ends first in `after`
    ends: list[int] = []  # and the pair with which it ends
    previous: list[int] = []  # for each pair the one before it
    for n, (_, j) in enumerate(pairs):
        length = bisect_left(lowest, j)
        previous.append(ends[length - 1] if length else -1)
        lowest[length : length + 1], ends[length : length + 1] = [j], [n]
    found, n = [], ends[-1] if ends else -1
    while n >= 0:
        found.append(pairs[n])
        n = previous[n]
    return found[::-1]


def _texts(items: list[Any]) -> list[str]:
    return [json.dumps(item, sort_keys=True, default=str) for item in items]


def _joined(path: str, key: str) -> str:
    plain = key.replace("_", "").replace("-", "").isalnum()
    if not plain:
        return f'{path}["{key}"]'
    return f"{path}.{key}" if path else key
