"""Requirements by label, and why some cannot be met together.

Mirrors pkg/scheduling/requirements.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.node import HOSTNAME

from .requirement import Requirement, one_of

NO_LABELS: Set[str] = frozenset()


@dataclass(frozen=True, slots=True)
class UndefinedLabel:
    """A label is required that the node does not define; `known` are keys that may have been meant."""

    key: str
    known: tuple[str, ...]

    @property
    def hint(self) -> str:
        """The known key of which this may be a misspelling, "" if there is none (labelHint)."""
        suffix = self.key.partition("/")[2] if "/" in self.key else self.key
        return next((known for known in self.known if self.key in known or known.endswith(suffix)), "")

    def __str__(self) -> str:
        hint = f' (typo of "{self.hint}"?)' if self.hint else ""
        return f'label "{self.key}" does not have known values{hint}'


@dataclass(frozen=True, slots=True)
class DisjointValues:
    """No value of a label meets both requirements (badKeyError)."""

    existing: Requirement
    incoming: Requirement

    def __str__(self) -> str:
        return f"key {self.existing.key}, {self.incoming} not in {self.existing}"


@dataclass(frozen=True, slots=True)
class Disjoint:
    """Labels of which no value meets both requirements."""

    labels: tuple[DisjointValues, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.labels))


Incompatible = UndefinedLabel | Disjoint


class Requirements(dict[str, Requirement]):
    """Requirements by the key of their label."""

    def add(self, *requirements: Requirement) -> None:
        """Tighten what is required by more requirements."""
        for requirement in requirements:
            before = self.get(requirement.key)
            self[requirement.key] = requirement if before is None else requirement.intersection(before)

    def plus(self, *requirements: Requirement) -> Requirements:
        """Return these requirements with more added: themselves if there are no more."""
        if not requirements:
            return self
        result = Requirements(self)
        result.add(*requirements)
        return result

    def of(self, key: str) -> Requirement:
        """Return the requirement on a label, Exists if there is none (Get)."""
        return self.get(key) or Requirement(key)

    def incompatible(
        self, others: Requirements, allow_undefined: Set[str] = NO_LABELS
    ) -> Incompatible | None:
        """Return why the others are not met, None if they can be (Compatible).

        A label must be defined here unless it is one of those that may be undefined, or is required to be absent.
        """
        for key, other in others.items():
            if key not in self and key not in allow_undefined and not other.negative:
                return self._undefined(others, allow_undefined)
        return self.disjoint(others)

    def _undefined(self, others: Requirements, allow_undefined: Set[str]) -> UndefinedLabel:
        key = min(
            k for k, r in others.items() if k not in self and k not in allow_undefined and not r.negative
        )
        return UndefinedLabel(key, (*sorted(allow_undefined), *sorted(self)))

    def disjoint(self, others: Requirements) -> Disjoint | None:
        """Return the labels that both require and of which no value is allowed by both (Intersects)."""
        found = []
        few, many = (self, others) if len(self) < len(others) else (others, self)
        for key in few:
            if key in many:
                existing, incoming = self[key], others[key]
                if existing is incoming or existing.intersects(incoming):
                    continue
                if not (incoming.negative and existing.negative):
                    found.append(DisjointValues(existing, incoming))
        if not found:
            return None
        return Disjoint(tuple(sorted(found, key=lambda values: values.existing.key)))

    @property
    def min_values(self) -> dict[str, int]:
        """How many different values the instance types must have at least, by label."""
        return {key: r.min_values for key, r in sorted(self.items()) if r.min_values is not None}

    def __str__(self) -> str:
        return ", ".join(sorted(str(r) for r in self.values() if r.key != HOSTNAME))


def collected(requirements: Iterable[Requirement]) -> Requirements:
    return Requirements().plus(*requirements)


def of_labels(labels: Mapping[str, str]) -> Requirements:
    """Return the requirements that a node's labels are (NewLabelRequirements)."""
    return collected(one_of(key, value) for key, value in labels.items())
