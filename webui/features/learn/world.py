"""The cluster of a lesson under its settings: the text, the scenario, its run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from scheduler_core import Operation, Scenario, apply_operations, load
from webui.features.learn.lessons import Change, Copies, Lesson

Settings = Mapping[str, str]


def all_settings(lesson: Lesson) -> Iterator[dict[str, str]]:
    """Yield every combination of the handles' values."""
    names = [handle.name for handle in lesson.header.handles]
    for values in product(*([value.value for value in handle.values] for handle in lesson.header.handles)):
        yield dict(zip(names, values, strict=True))


def key_of(lesson: Lesson, settings: Settings) -> str:
    """Return settings as the page names them: the number of each handle's value, as `0.2`."""
    return ".".join(
        str([value.value for value in handle.values].index(settings[handle.name]))
        for handle in lesson.header.handles
    )


def settings_of(lesson: Lesson, key: str) -> dict[str, str]:
    """Return the settings that the page names so; raise KeyError if there are none."""
    numbers = [int(number) for number in key.split(".") if number.isdecimal()]
    handles = lesson.header.handles
    if len(numbers) != len(handles) or key != ".".join(map(str, numbers)):
        raise KeyError(key)
    if any(number >= len(handle.values) for handle, number in zip(handles, numbers, strict=True)):
        raise KeyError(key)
    return {handle.name: handle.values[number].value for handle, number in zip(handles, numbers, strict=True)}


def source_of(lesson: Lesson, settings: Settings, changes: Iterable[Change] = ()) -> str:
    """Return the text of the lesson's cluster under settings, and with changes after them."""
    source = lesson.source
    for handle in lesson.header.handles:
        value = handle.value_of(settings[handle.name])
        source = _changed(source, value.changes)
        if value.copies is not None:
            source = _copied(source, value.copies)
    return _changed(source, changes)


def scenario_of(release: str, source: str) -> Scenario:
    """Return the scenario of a text under a version of Kubernetes; raise InvalidInput."""
    return load(source).under_release(release)


def pod_of(lesson: Lesson, settings: Settings) -> str:
    """Return the name of the pod that the settings are about; empty if the run decides that."""
    chosen = (handle.value_of(settings[handle.name]).pod for handle in lesson.header.handles)
    return next((pod for pod in chosen if pod), lesson.header.pod)


def _changed(source: str, changes: Iterable[Change]) -> str:
    operations = [Operation(change.op, change.object, change.path, change.value) for change in changes]
    return apply_operations(source, operations).source if operations else source


def _copied(source: str, copies: Copies) -> str:
    """Insert numbered copies of an object after it: its name ends with a number, from which they go on."""
    name = copies.of.rpartition("/")[2].rpartition(" ")[2]
    stem = name.rstrip("0123456789")
    documents = source.split("---\n")
    at = next(number for number, document in enumerate(documents) if f"name: {name}," in document)
    made = [documents[at].replace(name, f"{stem}{number}") for number in range(1, copies.number + 1)]
    return "---\n".join([*documents[: at + 1], *made, *documents[at + 1 :]])
