"""A change of the scheduler: from which release on it behaves otherwise, and in what."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scheduler_core.sentences import worded

from .version import Version

Values = dict[str, Any]  # of fields of `Version`, by name


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

    `since` is the first release with it ("1.35", or "1.35.4" for a patch release), `picked` are the patch releases
    that brought it to earlier minor releases. `title` says in one sentence what it does, `note`
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
    picked: tuple[str, ...] = ()

    def arrived_in(self, release: str) -> str | None:
        """Return the release that brought this change to a release and its minor release, None if none did."""
        number = numbers(release)
        for pick in self.picked:
            if numbers(pick)[:2] == number[:2]:
                return pick if numbers(pick) <= number else None
        return self.since if numbers(self.since) <= number else None

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

    def apply(self, values: Values) -> None:
        """Switch the change on in the fields of a version."""
        for effect in self.effects:
            values[effect.field] = effect.applied_to(values[effect.field])

    def revert(self, values: Values) -> None:
        """Switch the change off in the fields of a version."""
        for effect in self.effects:
            values[effect.field] = effect.reverted_in(values[effect.field])


_RELEASE = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d{1,2}))?(?:[-+].*)?")


def numbers(release: str) -> tuple[int, int, int]:
    """Return (1, 34, 2) of "1.34.2" or "v1.34.2-gke.100", (1, 34, 0) of "1.34"; raise ValueError for other text."""
    match = _RELEASE.fullmatch(release)
    if match is None:
        raise ValueError(worded("must be a release such as 1.34 or 1.34.2, got {value}", value=repr(release)))
    major, number, patch = match.groups()
    return int(major), int(number), int(patch or 0)


def minor(release: str) -> tuple[int, int]:
    """Return the major and minor number of "1.34", "v1.34.1" or "v1.34+switch"; raise ValueError for other text."""
    return numbers(release)[:2]


def with_changes(base: Version, changes: Iterable[Change], release: str) -> Version:
    """Return the behaviour of a release; `base` may be that of any release.

    `changes` are in the order of their releases: the later ones are reverted first, the earlier ones applied last.
    """
    listed = list(changes)
    values = _values(base, listed)
    for change in reversed(listed):
        change.revert(values)
    for change in listed:
        if change.arrived_in(release):
            change.apply(values)
    return replace(base, **values)


def _values(version: Version, changes: Iterable[Change]) -> Values:
    """Return the fields of a version that the changes affect."""
    return {e.field: getattr(version, e.field) for change in changes for e in change.effects}
