"""Operations on the objects of a source, and what they change in its lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import yaml

from scheduler_core.objects.parsing import Manifest
from scheduler_core.objects.reading import InputError, InvalidInput

from . import written
from .nodes import Path, data_of
from .sheet import Chunk, Found, Sheet, lines_of
from .splice import Text

MAX_OPERATIONS = 10_000

# One document that holds everything, as JSON dumps do, is parsed again for each of its objects.
MAX_PARSED = 20_000_000
TOO_MUCH = "too much at once for one large document: change it in the text"


@dataclass(frozen=True, slots=True)
class Operation:
    """One change; `object` is named as in error messages: "Pod default/web-0", "Node n1".

    set: `value` at `path`, made where it is missing. add: `value` at the end of the list at `path`. remove: what is at
    `path`, with what is empty then. delete: the object. copy: the object once more, called `value`, behind itself.
    create: `value`, a manifest, behind the object, or at the end without one.
    """

    op: Literal["set", "add", "remove", "delete", "copy", "create"]
    object: str = ""
    path: tuple[str | int, ...] = ()
    value: Any = None


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` instead of the lines from `from_line` (from 0) up to `to_line`, which is not one of them."""

    from_line: int
    to_line: int
    text: str


@dataclass(frozen=True, slots=True)
class Edited:
    source: str
    edits: tuple[Edit, ...]


def apply_operations(source: str, operations: Iterable[Operation]) -> Edited:
    """The source after the operations, one after the other; raises InvalidInput when one cannot be done."""
    sheet = Sheet.of(source)
    for operation in operations:
        if sheet.parsed > MAX_PARSED:
            raise _impossible(operation, TOO_MUCH)
        try:
            _DO[operation.op](sheet, operation)
        except RecursionError:
            raise _impossible(operation, "must not be nested that deep") from None
    return Edited(sheet.text(), tuple(_edits(sheet, source)))


# ---- values in an object ----


def _set(sheet: Sheet, operation: Operation) -> None:
    chunk, found = _find(sheet, operation)
    for step in operation.path[:1]:
        if not isinstance(step, str):
            raise _impossible(operation, "a path starts with the name of a field")
    if not operation.path:
        raise _impossible(operation, "the path must name a field")
    before = _at(_said(chunk, operation), (*found.path, *operation.path))
    changes = list(_changes(before, operation.value, operation.path))
    if len(changes) * len(chunk.text) > MAX_PARSED:  # the text is read again for each
        raise _impossible(operation, TOO_MUCH)
    for path, change in changes:
        _rewrite(sheet, chunk, found, operation, path, change)


def _add(sheet: Sheet, operation: Operation) -> None:
    chunk, found = _find(sheet, operation)
    there = _at(_said(chunk, operation), (*found.path, *operation.path))
    size = len(there) if isinstance(there, list) else 0
    _rewrite(sheet, chunk, found, operation, (*operation.path, size), _Put(operation.value))


def _remove(sheet: Sheet, operation: Operation) -> None:
    chunk, found = _find(sheet, operation)
    if not operation.path:
        raise _impossible(operation, "the path must name a field")
    _rewrite(sheet, chunk, found, operation, operation.path, None)


@dataclass(frozen=True, slots=True)
class _Put:
    value: Any


def _changes(old: Any, new: Any, path: Path) -> Iterable[tuple[Path, _Put | None]]:
    """The smallest places in which two values differ, so that comments between equal parts stay."""
    if type(old) is type(new) and old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old and new:
        for key, value in new.items():
            yield from (
                _changes(old.get(key), value, (*path, key)) if key in old else [((*path, key), _Put(value))]
            )
        for key in [key for key in old if key not in new]:  # last: nothing is empty on the way
            yield (*path, key), None
    elif isinstance(old, list) and isinstance(new, list) and old and new:
        for index in range(len(old) - 1, len(new) - 1, -1):
            yield (*path, index), None
        for index, value in enumerate(new):
            yield from (
                _changes(old[index], value, (*path, index))
                if index < len(old)
                else [((*path, index), _Put(value))]
            )
    else:
        yield path, _Put(new)


def _rewrite(
    sheet: Sheet, chunk: Chunk, found: Found, operation: Operation, path: Path, change: _Put | None
) -> None:
    """Changes the text, and refuses what the text does not mean afterwards: aliases, for example."""
    whole = (*found.path, *path)
    try:
        expected = data_of(chunk.text)
        text = Text(chunk.text, as_json=sheet.as_json)
        after = text.put(whole, change.value) if change else text.remove(whole, keep=len(found.path))
        same = _same(data_of(after), expected, whole, change)
    except (yaml.YAMLError, InvalidInput, ValueError, AssertionError, StopIteration, AttributeError):
        same = False
    if not same:
        raise _impossible(operation, "this place cannot be changed here: change it in the YAML")
    chunk.text, chunk.changed = after, True


def _same(after: Any, before: Any, path: Path, change: _Put | None) -> bool:
    """Whether the change is there, and everything beside it is as before."""
    there = _at(after, path)
    if change is not None and there != change.value:
        return False
    for step in path:
        if isinstance(after, dict) and isinstance(before, dict):
            others = {key for key in (*after, *before) if key != step}
            if any(after.get(key) != before.get(key) for key in others):
                return False
        elif isinstance(after, list) and isinstance(before, list) and isinstance(step, int):
            if after[:step] != before[:step] or len(after) < len(before) - 1:
                return False
        else:
            return True
        after, before = _at(after, (step,)), _at(before, (step,))
    return True


# ---- objects ----


def _delete(sheet: Sheet, operation: Operation) -> None:
    chunk, found = _find(sheet, operation)
    if found.path and not chunk.item:
        _rewrite(sheet, chunk, found, operation, (), None)
        return
    at = sheet.chunks.index(chunk)
    chunk.text, chunk.changed = "", True
    if chunk.item:
        _mark_empty(sheet, at)
    elif at and sheet.chunks[at - 1].separator and not sheet.chunks[at - 1].kind:
        sheet.chunks[at - 1].text, sheet.chunks[at - 1].changed = "", True
    elif at + 1 < len(sheet.chunks):
        sheet.chunks[at + 1].text, sheet.chunks[at + 1].changed = "", True


def _mark_empty(sheet: Sheet, at: int) -> None:
    """A List that has lost its last item says so."""
    first = at
    while sheet.chunks[first].item:
        first -= 1
    following = first + 1
    while following < len(sheet.chunks) and sheet.chunks[following].item:
        if sheet.chunks[following].text:
            return
        following += 1
    header = sheet.chunks[first]
    head, _, rest = header.text.rpartition("items:")
    header.text, header.changed = f"{head}items: []{rest}", True


def _copy(sheet: Sheet, operation: Operation) -> None:
    chunk, found = _find(sheet, operation)
    name = operation.value
    if not isinstance(name, str) or not name:
        raise _impossible(operation, "the copy must have a name")
    if found.path and not chunk.item:
        manifest = _at(_said(chunk, operation), found.path)
        manifest = {**manifest, "metadata": {**manifest["metadata"], "name": name}}
        _behind(sheet, chunk, found, manifest)
        return
    copied = Chunk(
        chunk.text if chunk.text.endswith("\n") else chunk.text + "\n", None, chunk.kind, chunk.item
    )
    _rewrite(sheet, copied, found, operation, ("metadata", "name"), _Put(name))
    _insert(sheet, sheet.chunks.index(chunk) + 1, copied)


def _create(sheet: Sheet, operation: Operation) -> None:
    if not isinstance(operation.value, dict):
        raise _impossible(operation, "must be a manifest: a mapping with apiVersion, kind and metadata")
    if operation.object:
        _behind(sheet, *_find(sheet, operation), operation.value)
        return
    last = next(((c, f) for c in reversed(sheet.chunks) for f in reversed(c.objects())), None)
    if last is None:
        _insert(sheet, len(sheet.chunks), Chunk(written.block(operation.value, 0) + "\n", None))
    else:
        _behind(sheet, *last, operation.value)


def _behind(sheet: Sheet, chunk: Chunk, found: Found, manifest: Manifest) -> None:
    at = sheet.chunks.index(chunk)
    if chunk.item:
        indent = len(chunk.text) - len(chunk.text.lstrip(" "))
        _insert(sheet, at + 1, Chunk(f"{' ' * indent}{written.item(manifest, indent)}\n", None, item=True))
    elif found.path:
        *above, index = found.path
        chunk.text = Text(chunk.text, as_json=sheet.as_json).insert((*above, int(index) + 1), manifest)
        chunk.changed = True
    elif sheet.as_json:
        chunk.text = f"[\n{chunk.text.rstrip()},\n{written.inline(manifest, as_json=True)}\n]\n"
        chunk.changed = True
    else:
        _insert(sheet, at + 1, Chunk(written.block(manifest, 0) + "\n", None))


def _insert(sheet: Sheet, at: int, chunk: Chunk) -> None:
    """Between documents stands a separator."""
    before = sheet.chunks[at - 1] if at else None
    if before is not None and before.text and not before.text.endswith("\n"):
        before.text, before.changed = before.text + "\n", True
    added = [chunk]
    if not chunk.item and before is not None and before.text and not _is_mark(before):
        added = [Chunk("---\n", None, separator=True), chunk]
    if not chunk.item and at < len(sheet.chunks) and sheet.chunks[at].objects():
        added.append(Chunk("---\n", None, separator=True))
    sheet.chunks[at:at] = added


def _is_mark(chunk: Chunk) -> bool:
    return chunk.separator and chunk.text.startswith("---")


# ---- finding, and telling what changed ----


def _find(sheet: Sheet, operation: Operation) -> tuple[Chunk, Found]:
    found = sheet.find(operation.object)
    if found is None:
        raise InvalidInput(
            [
                InputError(
                    "", "is not in the draft: it may have been renamed or deleted", object=operation.object
                )
            ]
        )
    return found


def _said(chunk: Chunk, operation: Operation) -> Any:
    try:
        return data_of(chunk.text)
    except InvalidInput as error:
        raise _impossible(operation, f"{error.errors[0].message} (mend this in the YAML first)") from error


def _impossible(operation: Operation, message: str) -> InvalidInput:
    path = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in operation.path).lstrip(".")
    return InvalidInput([InputError(path, message, object=operation.object)])


def _at(value: Any, path: Path) -> Any:
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def _edits(sheet: Sheet, source: str) -> Iterable[Edit]:
    """Runs of changed chunks, without the lines that are equal at their beginning and end."""
    lines = lines_of(source)
    position, text, first = 0, "", None
    for chunk in [*sheet.chunks, Chunk("", (len(lines), len(lines)))]:
        if chunk.origin is None or chunk.changed:
            first = position if first is None else first
            text += chunk.text
        elif first is not None:
            yield _trimmed(lines, first, position, text)
            text, first = "", None
        if chunk.origin is not None:
            position = chunk.origin[1]


def _trimmed(lines: list[str], first: int, end: int, text: str) -> Edit:
    new = lines_of(text)
    old = lines[first:end]
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Edit(first + head, end - tail, "".join(new[head : len(new) - tail]))


_DO = {"set": _set, "add": _add, "remove": _remove, "delete": _delete, "copy": _copy, "create": _create}
