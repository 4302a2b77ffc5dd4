"""A change of the scheduler: from which release on it behaves otherwise, and in what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from .version import Version


@dataclass(frozen=True, slots=True)
class Effect:
    """A field of `Version` before and after a change; of a field that is a set, the elements that go and come."""

    field: str
    before: Any
    after: Any

    def applied_to(self, value: Any) -> Any:
        """Return the field's value after the change."""
        return _replaced(value, self.before, self.after)

    def reverted_in(self, value: Any) -> Any:
        """Return the field's value before the change."""
        return _replaced(value, self.after, self.before)


def _replaced(value: Any, old: Any, new: Any) -> Any:
    """Return `new` or, of a set, the value with `new` for its `old` elements."""
    return value - old | new if isinstance(value, frozenset) else new


def turned_on(field: str) -> Effect:
    """Return the effect on a flag that is false before the change."""
    return Effect(field, before=False, after=True)


def turned_off(field: str) -> Effect:
    """Return the effect on a flag that is true before the change."""
    return Effect(field, before=True, after=False)


@dataclass(frozen=True, slots=True)
class Change:
    """A named change of the scheduler's behaviour.

    `since` is the first minor release with it ("1.35"); `title` says in one sentence what that release does, `note`
    what an operator has to know or do about it. `kep` and `pull_request` are numbers of kubernetes/enhancements and
    kubernetes/kubernetes, None where there is none or it is not known. `moves_pods` tells whether it can alter a
    placement, not only a message or what is recorded.
    """

    name: str
    since: str
    title: str
    effects: tuple[Effect, ...]
    kep: int | None = None
    pull_request: int | None = None
    note: str = ""
    moves_pods: bool = True

    def applied_to(self, version: Version) -> Version:
        """Return the version with this change switched on."""
        values = _values(version, [self])
        self.apply(values)
        return replace(version, **values)

    def reverted_in(self, version: Version) -> Version:
        """Return the version with this change switched off."""
        values = _values(version, [self])
        self.revert(values)
        return replace(version, **values)

    def apply(self, values: dict[str, Any]) -> None:
        """Switch the change on in the fields of a version."""
        for effect in self.effects:
            values[effect.field] = effect.applied_to(values[effect.field])

    def revert(self, values: dict[str, Any]) -> None:
        """Switch the change off in the fields of a version."""
        for effect in self.effects:
            values[effect.field] = effect.reverted_in(values[effect.field])


def minor(release: str) -> tuple[int, int]:
    """Return the major and minor number of "1.34", "v1.34.1" or "v1.34+switch"; raise ValueError for other text."""
    return patch(release)[:2]


def patch(release: str) -> tuple[int, int, int]:
    """Return the numbers of "v1.34.1" or "1.34.1+switch"; the first patch release of "1.34". Raise ValueError."""
    major, number, *rest = release.removeprefix("v").partition("+")[0].split(".")
    return int(major), int(number), int(rest[0]) if rest else 0


def with_changes(base: Version, changes: Iterable[Change], release: str) -> Version:
    """Return the behaviour of a minor release; `base` may be that of any release.

    `changes` are in the order of their releases: the later ones are reverted first, the earlier ones applied last.
    """
    listed = list(changes)
    values = _values(base, listed)
    for change in reversed(listed):
        change.revert(values)
    for change in listed:
        if minor(change.since) <= minor(release):
            change.apply(values)
    return replace(base, **values)


def _values(version: Version, changes: Iterable[Change]) -> dict[str, Any]:
    """Return the fields of a version that the changes affect."""
    return {e.field: getattr(version, e.field) for change in changes for e in change.effects}
