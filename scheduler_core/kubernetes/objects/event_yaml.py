"""All of YAML, from the events of libyaml: values as Kubernetes reads them, and only those that JSON has.

Timestamps and keys are text. Limits are checked while the values are built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from scheduler_core.sentences import Sentence, worded

from . import json_text, scalars
from .limits import Limits
from .reading import InvalidInput, TooLarge, quoted

_PREFIX = "tag:yaml.org,2002:"
_SEQUENCE, _MAPPING, _MERGE, _VALUE = (f"{_PREFIX}{kind}" for kind in ("seq", "map", "merge", "value"))
_NOT_KEYS = (scalars.BOOLEAN, scalars.INTEGER, scalars.NUMBER)
_SCALAR_TAGS = (scalars.TEXT, *_NOT_KEYS, scalars.NULL, _MERGE, _VALUE)


@dataclass(slots=True)
class _OpenCollection:
    """A collection whose end has not been read; `before` counts the values before it.

    `line_by_key` has the keys of a mapping as they are written, None for a sequence; `key` is the last one, without its
    value while `has_key`.
    """

    value: Any
    anchor: str | None
    before: int
    line_by_key: dict[str, int | None] | None = None
    has_key: bool = False
    key: str = ""
    is_merge: bool = False
    merged: list[dict[str, object]] = field(default_factory=list)

    @property
    def at_key(self) -> bool:
        return self.line_by_key is not None and not self.has_key

    def add(self, value: Any, event: yaml.Event) -> None:
        """Add a value: to a sequence, for the last key, or as a key; raise YAMLError if it cannot be one."""
        if self.line_by_key is None:
            self.value.append(value)
        elif not self.has_key:
            raise _yaml_error("found unhashable key", event)
        else:
            self.has_key = False
            if self.is_merge:
                self.is_merge = False
                self.merged = _mappings_to_merge(value, event)
            else:
                self.value[self.key] = value

    def closed(self) -> Any:
        """Return the value, with the entries of the merged mappings first; own entries win, then earlier ones."""
        if not self.merged:
            return self.value
        result: dict[str, object] = {}
        for mapping in (*reversed(self.merged), self.value):
            result.update(mapping)
        return result


@dataclass(frozen=True, slots=True)
class _Anchored:
    """The value of an anchor, how many values it has inside, and its event if it is a scalar."""

    value: Any
    size: int
    scalar: yaml.ScalarEvent | None = None


@dataclass(slots=True)
class EventReader:
    """Reads texts one after the other; the limits are for all together."""

    limits: Limits
    aliases: int = 0
    aliased_values: int = 0

    def documents(self, text: str, line: int = 0) -> Iterator[Any]:
        """Yield the documents of a text that begins on this line (from 0).

        Raise TooLarge for excessive depth or alias expansion, and InvalidInput for what is not YAML, duplicate keys,
        recursive aliases and values that JSON lacks.
        """
        try:
            for events in _by_document(text):
                yield _DocumentReader(self).value(events)
        except InvalidInput as invalid:
            raise _moved(invalid, line) from None
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            message = worded(
                "not valid YAML: {problem}; {advice}",
                problem=error.problem or error.context,
                advice=_advice(text),
            )
            raise InvalidInput.of("", message, line=mark.line + line + 1 if mark else None) from None
        except (yaml.YAMLError, ValueError) as error:
            raise InvalidInput.of(
                "", worded("not valid YAML: {problem}", problem=str(error).splitlines()[0])
            ) from None

    def count_alias(self, size: int, event: yaml.Event) -> None:
        """Count an alias for a value with `size` values inside; raise TooLarge."""
        self.aliases += 1
        self.aliased_values += size
        if self.aliases > self.limits.aliases:
            raise _too_large(worded("more than {most} aliases", most=self.limits.aliases), event)
        if self.aliased_values > self.limits.aliased_values:
            raise _too_large(
                worded(
                    "aliases expand to more than {most} values",
                    most=f"{self.limits.aliased_values:,}",
                ),
                event,
            )


def _by_document(text: str) -> Iterator[Iterator[yaml.Event]]:
    """Yield the events of each document, which must be read before those of the next."""
    loader = yaml.CSafeLoader(text)
    try:
        while not isinstance(event := loader.get_event(), yaml.StreamEndEvent):
            if isinstance(event, yaml.DocumentStartEvent):
                yield iter(loader.get_event, None)
    finally:
        loader.dispose()


@dataclass(slots=True)
class _DocumentReader:
    reader: EventReader
    open_collections: list[_OpenCollection] = field(default_factory=list)
    anchors: dict[str, _Anchored] = field(default_factory=dict)
    values: int = 0
    root: Any = None

    def value(self, events: Iterator[yaml.Event]) -> Any:
        """Return the value of a document, whose events are read to its end."""
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.DocumentEndEvent):
                break
            else:
                _HANDLERS[type(event)](self, event)
        return self.root

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self.values += 1
        parent = self.open_collections[-1] if self.open_collections else None
        if parent is not None and parent.at_key:
            _reject_duplicate(parent.line_by_key, event)
            _set_key(parent, event)
            value = event.value
        else:
            value = _scalar(event)
            self._add(value, event)
        if event.anchor:
            self._anchor(event.anchor, _Anchored(value, 1, event), event)

    def _start(self, event: yaml.CollectionStartEvent) -> None:
        self.values += 1
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        _check_collection_tag(event, _MAPPING if is_mapping else _SEQUENCE)
        if event.anchor in self.anchors:
            raise _yaml_error("second occurrence", event)
        if self.open_collections and self.open_collections[-1].at_key:
            raise _yaml_error("found unhashable key", event)
        opened = _OpenCollection(
            {} if is_mapping else [], event.anchor, self.values - 1, {} if is_mapping else None
        )
        self.open_collections.append(opened)
        depth = self.reader.limits.depth
        if len(self.open_collections) > depth:
            raise _too_large(worded("nesting is deeper than {most}", most=depth), event)

    def _end(self, event: yaml.CollectionEndEvent) -> None:
        closed = self.open_collections.pop()
        value = closed.closed()
        self._add(value, event)
        if closed.anchor:
            self.anchors[closed.anchor] = _Anchored(value, self.values - closed.before)

    def _alias(self, event: yaml.AliasEvent) -> None:
        if any(collection.anchor == event.anchor for collection in self.open_collections):
            raise _invalid(
                event,
                worded(
                    "the alias *{anchor} is inside the value that it refers to: write the value instead",
                    anchor=event.anchor,
                ),
            )
        anchored = self.anchors.get(event.anchor or "")
        if anchored is None:
            raise _yaml_error("found undefined alias", event)
        self.values += anchored.size
        self.reader.count_alias(anchored.size, event)
        parent = self.open_collections[-1] if self.open_collections else None
        if parent is not None and parent.at_key and anchored.scalar is not None:
            _set_key(parent, anchored.scalar)
        else:
            self._add(anchored.value, event)

    def _add(self, value: Any, event: yaml.Event) -> None:
        if self.open_collections:
            self.open_collections[-1].add(value, event)
        else:
            self.root = value

    def _anchor(self, name: str, anchored: _Anchored, event: yaml.Event) -> None:
        if name in self.anchors:
            raise _yaml_error("second occurrence", event)
        self.anchors[name] = anchored


_HANDLERS: dict[type[yaml.Event], Callable[[_DocumentReader, Any], None]] = {
    yaml.SequenceStartEvent: _DocumentReader._start,
    yaml.MappingStartEvent: _DocumentReader._start,
    yaml.SequenceEndEvent: _DocumentReader._end,
    yaml.MappingEndEvent: _DocumentReader._end,
    yaml.AliasEvent: _DocumentReader._alias,
}


# ---- keys ----


def _reject_duplicate(line_by_key: dict[str, int | None] | None, event: yaml.ScalarEvent) -> None:
    assert line_by_key is not None
    if event.value in line_by_key:
        first = line_by_key[event.value]
        raise _invalid(
            event,
            worded(
                "the key {key} is duplicated, first on line {line}: remove one of them",
                key=quoted(event.value),
                line=first,
            ),
        )
    line_by_key[event.value] = _line(event)


def _set_key(parent: _OpenCollection, event: yaml.ScalarEvent) -> None:
    tag = _tag(event)
    if tag == scalars.NULL:
        raise _invalid(event, worded("a key must not be null: give it a name or put it in quotes"))
    value = _scalar(event)
    parent.key = scalars.key(event.value, tag) if tag in _NOT_KEYS else value
    parent.is_merge, parent.has_key = tag == _MERGE, True


def _mappings_to_merge(value: Any, event: yaml.Event) -> list[dict[str, object]]:
    if isinstance(value, dict):
        return [value]
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return value
    raise _yaml_error("expected a mapping or list of mappings for merging", event)


# ---- scalars and tags ----


def _tag(event: yaml.ScalarEvent) -> str:
    if event.tag is not None and event.tag != "!":
        return str(event.tag)
    return scalars.tag_of(event.value) if event.implicit[0] else scalars.TEXT


def _scalar(event: yaml.ScalarEvent) -> Any:
    """Return the value of a scalar; raise InvalidInput if JSON has none for it."""
    tag = _tag(event)
    if tag in (scalars.TEXT, _MERGE, _VALUE):
        if "\0" in event.value:  # databases can't store it
            raise _invalid(event, worded("the text must not contain the character U+0000: remove it"))
        return event.value
    if tag in _READERS:
        return _READERS[tag](event)
    raise _wrong_tag(event, tag)


def _boolean(event: yaml.ScalarEvent) -> bool:
    if event.value not in scalars.BOOLEANS:
        raise _invalid(event, worded("the tag !!bool is only for true and false: remove it"))
    return scalars.BOOLEANS[event.value]


def _integer(event: yaml.ScalarEvent) -> int:
    try:
        return json_text.int64(scalars.integer(event.value))
    except ValueError:
        raise _invalid(
            event, worded("the number must fit into 64 bits: correct it or put it in quotes")
        ) from None


def _number(event: yaml.ScalarEvent) -> int | float:
    try:
        return scalars.number(event.value)
    except ValueError:
        raise _invalid(event, worded("the number must be finite: correct it or put it in quotes")) from None


_READERS: dict[str, Callable[[yaml.ScalarEvent], Any]] = {
    scalars.BOOLEAN: _boolean,
    scalars.INTEGER: _integer,
    scalars.NUMBER: _number,
    scalars.NULL: lambda event: None,
}


def _check_collection_tag(event: yaml.CollectionStartEvent, expected: str) -> None:
    if event.tag not in (None, "!", expected):
        raise _wrong_tag(event, str(event.tag))


def _wrong_tag(event: yaml.Event, tag: str) -> InvalidInput:
    """Return the error for a tag that JSON lacks, or that is for other values."""
    name = tag.replace(_PREFIX, "!!")
    if tag in _SCALAR_TAGS:
        return _invalid(event, worded("the tag {name} is only for scalars: remove it", name=name))
    if tag == _MAPPING:
        return _invalid(event, worded("the tag {name} is only for mappings: remove it", name=name))
    if tag == _SEQUENCE:
        return _invalid(event, worded("the tag {name} is only for sequences: remove it", name=name))
    return _invalid(event, worded("the tag {name} is not a JSON type: remove it", name=quoted(name)))


# ---- errors ----


def _yaml_error(problem: str, event: yaml.Event) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(None, None, problem, event.start_mark)  # type: ignore[arg-type]


def _invalid(event: yaml.Event, message: Sentence) -> InvalidInput:
    return InvalidInput.of("", message, line=_line(event))


def _too_large(problem: Sentence, event: yaml.Event) -> TooLarge:
    return TooLarge.of("", worded("{problem}, which is the limit", problem=problem), line=_line(event))


def _line(event: yaml.Event) -> int | None:
    mark = event.start_mark
    return mark.line + 1 if mark else None


def _moved(invalid: InvalidInput, lines: int) -> InvalidInput:
    """Return the errors so many lines further down."""
    errors = [replace(error, line=error.line + lines) if error.line else error for error in invalid.errors]
    return type(invalid)(errors)


def _advice(text: str) -> Sentence:
    if "{{" in text:
        return worded("it looks like a template: render it first, for example with helm template")
    return worded("check indentation and quotes there")
