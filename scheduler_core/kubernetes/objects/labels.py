"""Label selectors.

Mirrors staging/src/k8s.io/apimachinery/pkg/labels/selector.go and
pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector) @ v1.34.1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scheduler_core.kubernetes.typeddict import TypedDict

Labels = Mapping[str, str]

_INTEGER = re.compile(r"[+-]?[0-9]{1,1000}")
_SYMBOLS = {"In": "in", "NotIn": "not in", "Gt": ">", "Lt": "<"}


def parse_int64(text: str) -> int | None:
    """Return strconv.ParseInt(text, 10, 64) of Go, None if it fails."""
    if not _INTEGER.fullmatch(text):
        return None
    number = int(text)
    return number if -(2**63) <= number < 2**63 else None


# In the words of validation.IsValidLabelValue; a message says both if both apply.
_MAX_LENGTH = 63
_LABEL_VALUE = re.compile(r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?")
_FOREIGN = re.compile(r"[^-A-Za-z0-9_.]")
_TOO_LONG = f"must be no more than {_MAX_LENGTH} bytes"
_NOT_A_VALUE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and"
    " end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is"
    f" '{_LABEL_VALUE.pattern}')"
)


@lru_cache(maxsize=65536)
def label_value_error(value: str) -> str:
    """Return why the API server refuses the value of a label, "" if it accepts it (IsValidLabelValue)."""
    too_long = [_TOO_LONG] if len(value.encode("utf-8", "surrogatepass")) > _MAX_LENGTH else []
    return "; ".join([*too_long, *([] if _LABEL_VALUE.fullmatch(value) else [_NOT_A_VALUE])])


@lru_cache(maxsize=65536)
def is_no_label_value(value: str) -> bool:
    """Return whether a value is too long for a label, or has a character that none has.

    Other values that the API server refuses, such as -2, are let pass: recorded clusters have them.
    """
    return len(value) > _MAX_LENGTH or bool(_FOREIGN.search(value))


class LabelRequirement(TypedDict):
    """One clause of a selector: In, NotIn, Exists, DoesNotExist, Gt or Lt."""

    key: str
    operator: str
    values: list[str]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One clause of a selector: In, NotIn, Exists, DoesNotExist, Gt or Lt.

    `errors` are why the scheduler cannot parse it, each beginning with the path within the clause; nothing meets the
    requirement then.
    """

    key: str
    operator: str
    values: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()

    def matches(self, labels: Labels) -> bool:
        return self.accepts(labels.get(self.key))

    def accepts(self, value: str | None) -> bool:
        """Return whether a label with this value (None: no such label) meets the requirement."""
        if self.errors:
            return False
        match self.operator:
            case "In":
                return value is not None and value in self.values
            case "NotIn":
                return value is None or value not in self.values
            case "Exists":
                return value is not None
            case "DoesNotExist":
                return value is None
            case _:
                return value is not None and self._compares(value)

    def _compares(self, value: str) -> bool:
        have, bound = parse_int64(value), parse_int64(self.values[0])
        if have is None or bound is None:
            return False
        return have > bound if self.operator == "Gt" else have < bound

    def __str__(self) -> str:
        if self.operator == "Exists":
            return self.key
        if self.operator == "DoesNotExist":
            return f"!{self.key}"
        if self.operator == "In" and len(self.values) == 1:
            return f"{self.key}={self.values[0]}"
        listed = ", ".join(self.values)
        return f"{self.key} {_SYMBOLS[self.operator]} " + (f"({listed})" if "n" in self.operator else listed)


def parsed_requirement(key: str, operator: str, values: tuple[str, ...]) -> Requirement:
    """Return the requirement on a node's label with its errors (labels.NewRequirement)."""
    errors = []
    if operator in ("Gt", "Lt"):
        rule = "for 'Gt', 'Lt' operators, the value must be an integer"
        errors = [
            f"values[{i}]: Invalid value: {_quoted(v)}: {rule}"
            for i, v in enumerate(values)
            if parse_int64(v) is None
        ]
    errors += [
        f"values[{i}][{key}]: Invalid value: {_quoted(v)}: {error}"
        for i, v in enumerate(values)
        if (error := label_value_error(v))
    ]
    return Requirement(key, operator, values, tuple(errors))


def _quoted(text: str) -> str:
    """Return the text in quotes, as Go's %q writes it."""
    return json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Selector:
    """A conjunction of requirements. `nothing` marks an absent selector, which matches no labels."""

    requirements: tuple[Requirement, ...] = ()
    nothing: bool = False

    @property
    def empty(self) -> bool:
        """Whether the selector is present but has no requirements (Selector.Empty)."""
        return not self.nothing and not self.requirements

    def matches(self, labels: Labels) -> bool:
        return not self.nothing and all(r.matches(labels) for r in self.requirements)

    def json(self) -> list[LabelRequirement] | None:
        """The clauses, all of which must hold; None for the selector that matches nothing."""
        if self.nothing:
            return None
        return [{"key": r.key, "operator": r.operator, "values": list(r.values)} for r in self.requirements]

    def __str__(self) -> str:
        if self.nothing:
            return "<nothing>"
        return ", ".join(str(r) for r in self.requirements) or "<everything>"


NOTHING = Selector(nothing=True)


def equals(labels: Labels) -> Selector:
    """Return the selector that requires each of these labels."""
    return Selector(tuple(Requirement(key, "In", (value,)) for key, value in sorted(labels.items())))
