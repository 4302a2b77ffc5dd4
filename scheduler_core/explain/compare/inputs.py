"""The differences in the inputs of two runs: objects by kind and name, and within them field by field."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.simulation.run.scenario import ScenarioContent

ABSENT = object()

DifferenceKind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class InputDifference:
    """A field, or with an empty path an object, that only one side has or whose values differ.

    The object is "Pod default/web-0", or only the kind for the configuration. A side that lacks the field has None.
    """

    object: str
    path: str
    kind: DifferenceKind
    before: Any = None
    after: Any = None


def input_differences(before: ScenarioContent, after: ScenarioContent) -> Iterator[InputDifference]:
    """Yield the differences of two contents (`Scenario.content`): changed objects first, then those of one side."""
    old, new = _objects(before), _objects(after)
    one_sided = []
    for name in each(dict.fromkeys((*old, *new))):
        if name not in new:
            one_sided.append(InputDifference(name, "", "removed"))
        elif name not in old:
            one_sided.append(InputDifference(name, "", "added"))
        else:
            yield from _differences(name, "", old[name], new[name])
    yield from one_sided


def innermost(difference: InputDifference, stop_at: Container[str] = ()) -> InputDifference:
    """Return a mapping of one key that only one side has as that key, and so on, unless the key is in `stop_at`.

    Of a new `spec: {unschedulable: true}` the field tells more than the mapping.
    """
    side: Literal["before", "after"] = "before" if difference.kind == "removed" else "after"
    value = getattr(difference, side)
    if difference.kind == "changed" or not isinstance(value, dict) or len(value) != 1:
        return difference
    [(key, inner)] = value.items()
    if key in stop_at:
        return difference
    path = _joined(difference.path, key)
    values = {"before": difference.before, "after": difference.after, side: inner}
    return innermost(InputDifference(difference.object, path, difference.kind, **values), stop_at)


def _objects(content: ScenarioContent) -> dict[str, Manifest]:
    """Return manifests by name; repeated names are numbered."""
    manifests_by_name: dict[str, Manifest] = {}
    occurrences: Counter[str] = Counter()
    config = content.get("config")
    for manifest in [*([config] if config else []), *(content.get("objects") or [])]:
        name = _name(manifest)
        occurrences[name] += 1
        manifests_by_name[name if occurrences[name] == 1 else f"{name} ({occurrences[name]})"] = manifest
    return manifests_by_name


def _name(manifest: Manifest) -> str:
    metadata = manifest.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    kind, name = str(manifest.get("kind", "")), metadata.get("name")
    if not name:
        return kind
    namespace = metadata.get("namespace") or ("default" if kind == "Pod" else "")
    return f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}"


def _differences(name: str, path: str, before: Any, after: Any) -> Iterator[InputDifference]:
    if before is ABSENT:
        yield InputDifference(name, path, "added", after=after)
    elif after is ABSENT:
        yield InputDifference(name, path, "removed", before=before)
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from _differences(name, _joined(path, key), before.get(key, ABSENT), after.get(key, ABSENT))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _item_differences(name, path, before, after)
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield InputDifference(name, path, "changed", before, after)


def _item_differences(name: str, path: str, before: list[Any], after: list[Any]) -> Iterator[InputDifference]:
    """Yield the differences of two lists; inserted and removed items don't shift the others.

    An index is that of the side that has the item, of the first one if both have it.
    """
    i = j = 0
    for equal in [*_longest_common(_texts(before), _texts(after)), (len(before), len(after))]:
        for k in range(max(equal[0] - i, equal[1] - j)):
            old = before[i + k] if i + k < equal[0] else ABSENT
            new = after[j + k] if j + k < equal[1] else ABSENT
            index = i + k if old is not ABSENT else j + k
            yield from _differences(name, f"{path}[{index}]", old, new)
        i, j = equal[0] + 1, equal[1] + 1


def _longest_common(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Return the positions of a longest common subsequence, in n·log(n), where difflib takes n³.

    Among equal texts the first on one side is matched with the first on the other, the second with the second.
    """
    positions: dict[str, list[int]] = {}
    for j in range(len(after) - 1, -1, -1):
        positions.setdefault(after[j], []).append(j)
    pairs = [(i, positions[text].pop()) for i, text in enumerate(before) if positions.get(text)]
    lowest: list[int] = []  # per length, the smallest end in `after` of a common subsequence
    ends: list[int] = []  # the index of the pair that it ends with
    previous: list[int] = []  # for each pair, the index of the pair before it
    for n, (_, j) in enumerate(pairs):
        length = bisect_left(lowest, j)
        previous.append(ends[length - 1] if length else -1)
        lowest[length : length + 1], ends[length : length + 1] = [j], [n]
    common, n = [], ends[-1] if ends else -1
    while n >= 0:
        common.append(pairs[n])
        n = previous[n]
    return common[::-1]


def _texts(items: list[Any]) -> list[str]:
    return [json.dumps(item, sort_keys=True, default=str) for item in items]


def _joined(path: str, key: str) -> str:
    plain = key.replace("_", "").replace("-", "").isalnum()
    if not plain:
        return f'{path}["{key}"]'
    return f"{path}.{key}" if path else key
