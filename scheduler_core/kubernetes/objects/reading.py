"""Typed reading of manifests: every error has the path, the rule and the fix."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from scheduler_core.sentences import Sentence, listed, worded

from .labels import is_no_label_value
from .quantity import InvalidQuantity, parse

MAX_INPUT_ERRORS = 50


@dataclass(frozen=True, slots=True)
class InputError:
    """One error in the input.

    `object` names the object ("Pod default/web-0"), `path` is the path within it, and `line` (from 1, None if
    unknown) is the line in the source text.
    """

    path: str
    message: Sentence
    line: int | None = None
    object: str = ""

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> Sentence:
        """All of it on one line."""
        parts = {name: said for name in ("object", "path", "message") if (said := getattr(self, name))}
        said = Sentence(": ".join(f"{{{name}}}" for name in parts), parts)
        return worded("{error} (line {line})", error=said, line=self.line) if self.line else said


class InvalidInput(Exception):
    """The input is invalid; `errors` are in the order of the input."""

    def __init__(self, errors: list[InputError]) -> None:
        super().__init__("; ".join(str(e) for e in errors))
        self.errors = errors

    @classmethod
    def of(cls, path: str, message: Sentence, *, line: int | None = None, object: str = "") -> Self:
        """Return the exception with this one error."""
        return cls([InputError(path, message, line, object)])

    @property
    def sentence(self) -> Sentence:
        return listed([error.sentence for error in self.errors], "; ")


class TooLarge(InvalidInput):
    """The input exceeds a limit, which the message names."""


@dataclass(slots=True)
class Problems:
    """Collects errors while reading continues, so that one pass reports all of them.

    `entries` are pairs of an object's index in the input and an error.
    """

    object: str = ""
    index: int = 0
    entries: list[tuple[int, InputError]] = field(default_factory=list)

    def add(self, path: str, message: Sentence) -> None:
        entry = (self.index, InputError(path, message, object=self.object))
        if len(self.entries) < MAX_INPUT_ERRORS and entry not in self.entries:
            self.entries.append(entry)

    def errors(self) -> list[InputError]:
        return [error for _, error in self.entries]


_ABSENT: Mapping[str, object] = {}


def quoted(value: object) -> str:
    """Return a value as messages quote it, at most 40 characters long."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def path_text(path: Iterable[str | int]) -> str:
    """Return a path as errors write it: spec.containers[0].resources."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def not_a_string(value: object) -> Sentence:
    """Return the message about a value that must be a string."""
    if isinstance(value, bool):
        return worded(
            "must be a string, got {value} (YAML reads yes, no, on, off, y and n so): put it in quotes",
            value=quoted(value),
        )
    return worded("must be a string, got {value}: put it in quotes", value=quoted(value))


class ManifestField:
    """A field of a manifest: its value, its path, and the collector of its errors.

    The methods that read a key report a value of the wrong type as a problem and return the default instead.
    """

    __slots__ = ("path", "problems", "value")

    def __init__(self, value: Any, path: str, problems: Problems) -> None:
        self.value = value
        self.path = path
        self.problems = problems

    def _child_path(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def problem(self, key: str, message: Sentence) -> None:
        self.problems.add(self._child_path(key) if key else self.path, message)

    def raw(self, key: str) -> Any:
        return self.value.get(key)

    def has(self, key: str) -> bool:
        return self.value.get(key) is not None

    def text(self, key: str, default: str = "") -> str:
        value = self.value.get(key)
        if value is None:
            return default
        if isinstance(value, str):
            return value
        self.problem(key, not_a_string(value))
        return default

    def name(self, key: str) -> str:
        """Return a required string, which must not be empty."""
        value = self.text(key)
        if self.value.get(key) in (None, ""):
            self.problem(key, worded("must be set: add a non-empty value"))
        return value

    def integer(self, key: str, default: int) -> int:
        value = self.value.get(key)
        if value is None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63:
            return value
        self.problem(key, worded("must be an integer, got {value}", value=quoted(value)))
        return default

    def optional_integer(self, key: str) -> int | None:
        return self.integer(key, 0) if self.has(key) else None

    def flag(self, key: str, *, default: bool = False) -> bool:
        value = self.value.get(key)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        self.problem(key, worded("must be true or false, got {value}", value=quoted(value)))
        return default

    def choice(self, key: str, allowed: tuple[str, ...], default: str = "") -> str:
        value = self.text(key, default)
        if value in allowed or (value == default and not self.has(key)):
            return value
        self.problem(
            key,
            worded(
                "must be one of {names}; got {value}",
                names=", ".join(a for a in allowed if a),
                value=quoted(value),
            ),
        )
        return default or allowed[0]

    def child(self, key: str) -> ManifestField:
        """Return the mapping at `key`, an empty one if it is absent."""
        value = self.value.get(key)
        if value is not None and not isinstance(value, dict):
            self.problem(key, worded("must be a mapping, got {value}", value=quoted(value)))
            value = None
        return ManifestField(value if value is not None else _ABSENT, self._child_path(key), self.problems)

    def list(self, key: str) -> list[Any]:
        value = self.value.get(key)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        self.problem(
            key, worded("must be a list, got {value}: start each entry with '- '", value=quoted(value))
        )
        return []

    def children(self, key: str) -> Iterator[ManifestField]:
        """Yield the mappings in the list at `key`."""
        for i, value in enumerate(self.list(key)):
            path = f"{self._child_path(key)}[{i}]"
            if isinstance(value, dict):
                yield ManifestField(value, path, self.problems)
            else:
                self.problems.add(path, worded("must be a mapping, got {value}", value=quoted(value)))

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.list(key)
        for i, value in enumerate(values):
            if not isinstance(value, str):
                self.problem(f"{key}[{i}]", not_a_string(value))
        return tuple(v for v in values if isinstance(v, str))

    def string_map(self, key: str) -> Mapping[str, str]:
        pairs = self.child(key).value
        if all(isinstance(v, str) for v in pairs.values()) and all(isinstance(k, str) for k in pairs):
            return dict(pairs)
        for k, v in pairs.items():
            if not isinstance(v, str):
                self.problem(f"{key}.{k}", not_a_string(v))
        return {k: v for k, v in pairs.items() if isinstance(k, str) and isinstance(v, str)}

    def labels(self, key: str) -> Mapping[str, str]:
        """Return labels, or what selects by them, with the values that the API server accepts."""
        labels = self.string_map(key)
        for name, value in labels.items():
            if is_no_label_value(value):
                self.problem(
                    f"{key}.{name}",
                    worded(
                        "must be a valid label value, got {value}: at most 63 letters, digits, '-', '_' and "
                        "'.', with a letter or digit at both ends",
                        value=quoted(value),
                    ),
                )
        return labels

    def quantities(self, key: str) -> Mapping[str, str]:
        """Return quantities by resource name as text, each valid and at least 0."""
        amounts: dict[str, str] = {}
        for name, value in self.child(key).value.items():
            if (text := self._quantity(f"{key}.{name}", value)) is not None:
                amounts[name] = text
        return amounts

    def quantity(self, key: str) -> str | None:
        value = self.value.get(key)
        return None if value is None else self._quantity(key, value)

    def _quantity(self, place: str, value: Any) -> str | None:
        usable = isinstance(value, str | int | float) and not isinstance(value, bool)
        try:
            if usable and parse(str(value)) >= 0:
                return str(value)
        except InvalidQuantity:
            usable = False
        rule = (
            worded("must not be negative") if usable else worded("must be a quantity such as 500m, 2 or 1Gi")
        )
        self.problem(place, worded("{rule}, got {value}", rule=rule, value=quoted(value)))
        return None
