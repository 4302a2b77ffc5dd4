"""What an integration knows of a kind of job: its pod sets, and where it says that it is suspended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler_core.kubernetes.objects.parsing import Manifest

Path = tuple[str | int, ...]
Runtimes = Mapping[str, Manifest]
"""What TrainJobs have their pod templates in, by kind and name."""
Change = Callable[[Manifest], Manifest]
"""Returns a pod template as it is afterwards."""


class NoSuchObject(Exception):
    """Raised for what a job names and the input lacks; the text says which."""


@dataclass(frozen=True, slots=True)
class PodSetTemplate:
    """A pod set of a job; `path` leads to its pod template, `min_count` is None unless fewer pods would do.

    `replicas` leads to the number that says how many pods it has, `pods_each` for one of it; () if several say so.
    """

    name: str
    count: int
    path: Path
    min_count: int | None = None
    replicas: Path = ()
    pods_each: int = 1


def value_at(value: Any, path: Path) -> Any:
    """Return what is at a path, None if there is nothing."""
    for key in path:
        if isinstance(value, list):
            value = value[key] if isinstance(key, int) and key < len(value) else None
        else:
            value = value.get(key) if isinstance(value, dict) else None
    return value


def items_at(value: Any, path: Path) -> list[Any]:
    """Return the list at a path, an empty one if there is none; faults are reported where it is read."""
    items = value_at(value, path)
    return items if isinstance(items, list) else []


def mapping_at(value: Any, path: Path) -> Manifest:
    """Return the mapping at a path, an empty one if there is none."""
    content = value_at(value, path)
    return content if isinstance(content, dict) else {}


def with_value(manifest: Manifest, path: Path, new: Any) -> Manifest:
    """Return the manifest with another value at a path, which is not empty; nothing is changed in place."""
    changed: Manifest = _with_value(manifest, path, new)
    return changed


def _with_value(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    key, *rest = path
    if isinstance(value, list):
        return [_with_value(v, tuple(rest), new) if i == key else v for i, v in enumerate(value)]
    value = value if isinstance(value, dict) else {}
    return {**value, key: _with_value(value.get(key), tuple(rest), new)}


def number(value: Any, default: int) -> int:
    """Return a whole number of a manifest, the default where there is none; faults are reported where it is read."""
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def given_in_place(job: Manifest, pod_set: PodSetTemplate, change: Change) -> Manifest:
    """Return a job with a change of a template that stands in it."""
    return with_value(job, pod_set.path, change(mapping_at(job, pod_set.path)))


@dataclass(frozen=True, slots=True)
class Integration:
    """A kind of job (GenericJob).

    `spelled_out` returns the object that has all its pod templates: the job itself, but where an operator adds to it;
    it raises NoSuchObject. `pod_sets` are those of that object. `suspend` leads to the flag that keeps the job from
    making pods. `given` returns the job with a change of the template of one of its pod sets;
    `resized` with the number of pods that its first pod set got, where that may be smaller. `priority_class` is that
    of the job itself, which comes before those of its pods, "" without one. `is_left` is whether Kueue leaves a job
    alone, although it has a queue.
    """

    kind: str
    pod_sets: Callable[[Manifest], Sequence[PodSetTemplate]]
    suspend: Path
    spelled_out: Callable[[Manifest, Runtimes], Manifest] = lambda job, _: job
    given: Callable[[Manifest, PodSetTemplate, Change], Manifest] = given_in_place
    resized: Callable[[Manifest, int], Manifest] = lambda job, _: job
    priority_class: Callable[[Manifest], str] = lambda _: ""
    is_left: Callable[[Manifest], bool] = lambda _: False
