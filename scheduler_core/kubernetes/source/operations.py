"""Operations on the objects of a source, and the resulting edits of its lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import yaml

from scheduler_core.allowance import check, each
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import Sentence, worded

from . import rendering
from .nodes import Path, data_of, value_at
from .sheet import Chunk, Sheet, SourceObject, lines_of
from .splice import Text

MAX_OPERATIONS = 10_000

# In characters. A single document with all objects, such as a JSON dump, is parsed again for each operation.
MAX_PARSED = 20_000_000
UNSCHEDULABLE_TAINT = "node.kubernetes.io/unschedulable"
TOO_MUCH = worded("too many changes at once in a large document: change it in the text")


@dataclass(frozen=True, slots=True)
class Operation:
    """One change; `object` is a name as in error messages: "Pod default/web-0", "Node n1".

    set: set `path` to `value`, creating missing parents. add: append `value` to the list at `path`. remove: remove
    `path`, and parents that become empty. delete: delete the object. copy: insert a copy named `value` after the
    object. create: insert the manifest `value` after the object, or at the end if there is none. uncordon: remove
    spec.unschedulable of a Node, and the taint that goes with it.
    """

    op: Literal["set", "add", "remove", "delete", "copy", "create", "uncordon"]
    object: str = ""
    path: tuple[str | int, ...] = ()
    value: Any = None


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` replaces the lines from `from_line` (0-based) up to `to_line`, exclusive."""

    from_line: int
    to_line: int
    text: str


@dataclass(frozen=True, slots=True)
class Edited:
    source: str
    edits: tuple[Edit, ...]


def apply_operations(source: str, operations: Iterable[Operation]) -> Edited:
    """Apply the operations in order and return the new source with its edits; raise InvalidInput."""
    sheet = Sheet.of(source)
    for operation in each(operations):
        if sheet.parsed > MAX_PARSED:
            raise _rejected(operation, TOO_MUCH)
        try:
            _HANDLERS[operation.op](sheet, operation)
        except RecursionError:
            raise _rejected(operation, worded("must not be nested so deeply")) from None
    return Edited(sheet.text(), tuple(_edits(sheet, source)))


# ---- values in an object ----


def _set(sheet: Sheet, operation: Operation) -> None:
    chunk, target = _find(sheet, operation)
    for step in operation.path[:1]:
        if not isinstance(step, str):
            raise _rejected(operation, worded("the path must start with the name of a field"))
    if not operation.path:
        raise _rejected(operation, worded("the path must name a field"))
    before = value_at(_parsed(chunk, operation), (*target.path, *operation.path))
    changes = list(_changes(before, operation.value, operation.path))
    if len(changes) * len(chunk.text) > MAX_PARSED:  # each change parses the text again
        raise _rejected(operation, TOO_MUCH)
    for path, change in each(changes):
        _rewrite(sheet, chunk, target, operation, path, change)


def _add(sheet: Sheet, operation: Operation) -> None:
    chunk, target = _find(sheet, operation)
    existing = value_at(_parsed(chunk, operation), (*target.path, *operation.path))
    size = len(existing) if isinstance(existing, list) else 0
    _rewrite(sheet, chunk, target, operation, (*operation.path, size), _NewValue(operation.value))


def _remove(sheet: Sheet, operation: Operation) -> None:
    chunk, target = _find(sheet, operation)
    if not operation.path:
        raise _rejected(operation, worded("the path must name a field"))
    _rewrite(sheet, chunk, target, operation, operation.path, None)


def _uncordon(sheet: Sheet, operation: Operation) -> None:
    """Remove what cordoning leaves in a dump: the flag, and the node lifecycle controller's taint."""
    chunk, target = _find(sheet, operation)
    manifest = _parsed(chunk, operation)
    taints = value_at(manifest, (*target.path, "spec", "taints"))
    for index in reversed(range(len(taints) if isinstance(taints, list) else 0)):
        if isinstance(taints[index], dict) and taints[index].get("key") == UNSCHEDULABLE_TAINT:
            _rewrite(sheet, chunk, target, operation, ("spec", "taints", index), None)
    if value_at(manifest, (*target.path, "spec", "unschedulable")) is not None:
        _rewrite(sheet, chunk, target, operation, ("spec", "unschedulable"), None)


@dataclass(frozen=True, slots=True)
class _NewValue:
    value: Any


def _changes(old: Any, new: Any, path: Path) -> Iterable[tuple[Path, _NewValue | None]]:
    """Yield the smallest differences of two values, so that comments between equal parts are preserved."""
    if type(old) is type(new) and old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old and new:
        for key, value in new.items():
            yield from (
                _changes(old.get(key), value, (*path, key))
                if key in old
                else [((*path, key), _NewValue(value))]
            )
        for key in [
            key for key in old if key not in new
        ]:  # last, so that the mapping is never empty in between
            yield (*path, key), None
    elif isinstance(old, list) and isinstance(new, list) and old and new:
        for index in range(len(old) - 1, len(new) - 1, -1):
            yield (*path, index), None
        for index, value in enumerate(new):
            yield from (
                _changes(old[index], value, (*path, index))
                if index < len(old)
                else [((*path, index), _NewValue(value))]
            )
    else:
        yield path, _NewValue(new)


def _rewrite(
    sheet: Sheet,
    chunk: Chunk,
    target: SourceObject,
    operation: Operation,
    path: Path,
    change: _NewValue | None,
) -> None:
    """Change the text; reject a change with any other effect on its value, as with aliases."""
    whole = (*target.path, *path)
    try:
        expected = data_of(chunk.text)
        text = Text(chunk.text, as_json=sheet.as_json)
        after = text.put(whole, change.value) if change else text.remove(whole, keep=len(target.path))
        is_intended = _changes_only(data_of(after), expected, whole, change)
    except (yaml.YAMLError, InvalidInput, ValueError, AssertionError, StopIteration, AttributeError):
        is_intended = False
    if not is_intended:
        raise _rejected(operation, worded("this field cannot be edited here: edit it in the YAML"))
    chunk.text, chunk.changed = after, True


def _changes_only(after: Any, before: Any, path: Path, change: _NewValue | None) -> bool:
    """Return whether the change was made and everything else is unchanged."""
    actual = value_at(after, path)
    if change is not None and actual != change.value:
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
        after, before = value_at(after, (step,)), value_at(before, (step,))
    return True


# ---- objects ----


def _delete(sheet: Sheet, operation: Operation) -> None:
    chunk, target = _find(sheet, operation)
    if target.path and not chunk.item:
        _rewrite(sheet, chunk, target, operation, (), None)
        return
    at = sheet.chunks.index(chunk)
    chunk.text, chunk.changed = "", True
    if chunk.item:
        _mark_list_empty(sheet, at)
    elif at and sheet.chunks[at - 1].separator and not sheet.chunks[at - 1].kind:
        sheet.chunks[at - 1].text, sheet.chunks[at - 1].changed = "", True
    elif at + 1 < len(sheet.chunks):
        sheet.chunks[at + 1].text, sheet.chunks[at + 1].changed = "", True


def _mark_list_empty(sheet: Sheet, at: int) -> None:
    """Write `items: []` if a List has lost its last item."""
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
    chunk, target = _find(sheet, operation)
    name = operation.value
    if not isinstance(name, str) or not name:
        raise _rejected(operation, worded("the copy must have a name"))
    if target.path and not chunk.item:
        manifest = value_at(_parsed(chunk, operation), target.path)
        manifest = {**manifest, "metadata": {**manifest["metadata"], "name": name}}
        _insert_after(sheet, chunk, target, manifest)
        return
    copied = Chunk(
        chunk.text if chunk.text.endswith("\n") else chunk.text + "\n", None, chunk.kind, chunk.item
    )
    _rewrite(sheet, copied, target, operation, ("metadata", "name"), _NewValue(name))
    _insert(sheet, sheet.chunks.index(chunk) + 1, copied)


def _create(sheet: Sheet, operation: Operation) -> None:
    if not isinstance(operation.value, dict):
        raise _rejected(operation, worded("must be a manifest: a mapping with apiVersion, kind and metadata"))
    if operation.object:
        _insert_after(sheet, *_find(sheet, operation), operation.value)
        return
    last = next(((c, f) for c in reversed(sheet.chunks) for f in reversed(c.objects())), None)
    if last is None:
        _insert(sheet, len(sheet.chunks), Chunk(rendering.block(operation.value, 0) + "\n", None))
    else:
        _insert_after(sheet, *last, operation.value)


def _insert_after(sheet: Sheet, chunk: Chunk, target: SourceObject, manifest: Manifest) -> None:
    at = sheet.chunks.index(chunk)
    if chunk.item:
        indent = len(chunk.text) - len(chunk.text.lstrip(" "))
        _insert(sheet, at + 1, Chunk(f"{' ' * indent}{rendering.item(manifest, indent)}\n", None, item=True))
    elif target.path:
        *above, index = target.path
        chunk.text = Text(chunk.text, as_json=sheet.as_json).insert((*above, int(index) + 1), manifest)
        chunk.changed = True
    elif sheet.as_json:
        chunk.text = f"[\n{chunk.text.rstrip()},\n{rendering.inline(manifest, as_json=True)}\n]\n"
        chunk.changed = True
    else:
        _insert(sheet, at + 1, Chunk(rendering.block(manifest, 0) + "\n", None))


def _insert(sheet: Sheet, at: int, chunk: Chunk) -> None:
    """Insert a chunk, with separators between documents."""
    before = sheet.chunks[at - 1] if at else None
    if before is not None and before.text and not before.text.endswith("\n"):
        before.text, before.changed = before.text + "\n", True
    added = [chunk]
    if not chunk.item and before is not None and before.text and not _is_separator(before):
        added = [Chunk("---\n", None, separator=True), chunk]
    if not chunk.item and at < len(sheet.chunks) and sheet.chunks[at].objects():
        added.append(Chunk("---\n", None, separator=True))
    sheet.chunks[at:at] = added


def _is_separator(chunk: Chunk) -> bool:
    return chunk.separator and chunk.text.startswith("---")


# ---- lookup, and the edits of lines ----


def _find(sheet: Sheet, operation: Operation) -> tuple[Chunk, SourceObject]:
    match = sheet.find(operation.object)
    if match is None:
        raise InvalidInput.of(
            "", worded("is not in the draft: it may have been renamed or deleted"), object=operation.object
        )
    return match


def _parsed(chunk: Chunk, operation: Operation) -> Any:
    check()
    try:
        return data_of(chunk.text)
    except InvalidInput as error:
        raise _rejected(
            operation, worded("{message} (fix this in the YAML first)", message=error.errors[0].message)
        ) from error


def _rejected(operation: Operation, message: Sentence) -> InvalidInput:
    path = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in operation.path).lstrip(".")
    return InvalidInput.of(path, message, object=operation.object)


def _edits(sheet: Sheet, source: str) -> Iterable[Edit]:
    """Yield the edits: runs of changed chunks, without equal lines at their beginning and end."""
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


_HANDLERS = {
    "set": _set,
    "add": _add,
    "remove": _remove,
    "delete": _delete,
    "copy": _copy,
    "create": _create,
    "uncordon": _uncordon,
}
