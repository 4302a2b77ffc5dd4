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

    def set(self, version: Version, old: Any, new: Any) -> Version:
        """Return the version with the field's `old` value, or the `old` elements of a set, replaced by `new`."""
        value = getattr(version, self.field)
        return replace(version, **{self.field: value - old | new if isinstance(value, frozenset) else new})


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
        for effect in self.effects:
            version = effect.set(version, effect.before, effect.after)
        return version

    def reverted_in(self, version: Version) -> Version:
        """Return the version with this change switched off."""
        for effect in self.effects:
            version = effect.set(version, effect.after, effect.before)
        return version


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
    for change in reversed(listed):
        base = change.reverted_in(base)
    for change in listed:
        if minor(change.since) <= minor(release):
            base = change.applied_to(base)
    return base
