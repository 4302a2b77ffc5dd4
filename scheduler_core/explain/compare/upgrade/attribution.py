"""The changes that cause the differences between the runs of two versions, each found and checked by runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from scheduler_core.kubernetes.versions import CHANGES, Change, Version

from .contract import ShiftOrigin
from .version_run import VersionRun


@dataclass(frozen=True, slots=True)
class Cause:
    """Why one pod lands elsewhere. `attempt` decides otherwise; with `together` no single change explains it."""

    origin: ShiftOrigin
    attempt: int | None
    changes: tuple[Change, ...]
    together: bool = False


@dataclass(frozen=True, slots=True)
class Attribution:
    """The causes of all differences between two runs, by pod.

    `changes` are those found, in the order in which they act; with all of them switched off the pods land as before
    if `switched_off`. `others` is the number of the remaining changes between the two versions.
    """

    causes: dict[str, Cause]
    changes: tuple[Change, ...] = ()
    switched_off: bool = True
    others: int = 0


def changes_between(before: Version, after: Version) -> list[Change]:
    """Return the changes since one version up to another, those first that can move pods."""
    within = [c for c in CHANGES if c.arrived_in(after.name) and not c.arrived_in(before.name)]
    return sorted(within, key=lambda change: not change.moves_pods)


def attribute(before: VersionRun, after: VersionRun, between: Sequence[Change]) -> Attribution:
    """Return why pods land elsewhere in the run `after`; `between` are the changes between the two versions."""
    pods = before.shifted(after)
    if not pods:
        return Attribution({}, others=len(between))
    search = _Search(before, after, list(between))
    search.switch_off()
    deciding = before.deciding_attempts(after.version, pods)
    alone = search.run_alone()
    causes = {}
    for pod in pods:
        origin: ShiftOrigin = (
            "decides" if pod in deciding else "queued" if pod in search.queued else "follows"
        )
        single = tuple(change for change, run in alone if _lands_alike(before, run, pod))
        together = () if single else search.first_together(pod)
        causes[pod] = Cause(origin, deciding.get(pod), single or together, together=len(together) > 1)
    _refine(causes, before, after, search.causes)
    return Attribution(causes, tuple(search.causes), search.restored, len(between) - len(search.causes))


@dataclass(slots=True)
class _Search:
    """Switches changes off, one divergence after the other, until the run is that of the version before.

    `causes` are the changes that were switched off, `stages` the runs after each, with the number of changes
    switched off by then. `queued` are pods whose turn came at another time.
    """

    before: VersionRun
    after: VersionRun
    candidates: list[Change]
    causes: list[Change] = field(default_factory=list)
    stages: list[tuple[int, VersionRun]] = field(default_factory=list)
    queued: set[str] = field(default_factory=set)

    @property
    def restored(self) -> bool:
        """Whether all pods land as before."""
        return not self.before.shifted(self._last)

    @property
    def _last(self) -> VersionRun:
        return self.stages[-1][1] if self.stages else self.after

    def switch_off(self) -> None:
        while not self.restored:
            culprits = self._culprits()
            if not culprits:
                return
            self.causes += culprits
            version = reverted(self.after.version, self.causes)
            run = VersionRun.of(self.before.scenario, version, self.before.seed)
            self.stages.append((len(self.causes), run))

    def _culprits(self) -> list[Change]:
        """Return a minimal set of changes without which the first attempt that differs has its effect from before."""
        n = self.before.first_divergence(self._last)
        assert n is not None, "runs whose pods land elsewhere have an attempt that differs"
        repeats = self.before.repeats_under
        if not self.before.attempts_alike(self._last, n):
            repeats = self.before.begins_under
            self.queued |= {
                run.attempts[n]["pod"] for run in (self.before, self._last) if n < len(run.attempts)
            }
        version = self._last.version
        remaining = [change for change in self.candidates if change not in self.causes]
        return minimal(remaining, lambda changes: repeats(reverted(version, changes), n))

    def run_alone(self) -> list[tuple[Change, VersionRun]]:
        """Return for each change found the run with this change alone switched off."""
        return [(change, self._without(change)) for change in self.causes]

    def _without(self, change: Change) -> VersionRun:
        if self.stages[0][0] == 1 and change == self.causes[0]:
            return self.stages[0][1]
        return VersionRun.of(self.before.scenario, reverted(self.after.version, [change]), self.before.seed)

    def first_together(self, pod: str) -> tuple[Change, ...]:
        """Return the first changes found that together, switched off, let the pod land as before."""
        counts = (count for count, run in self.stages if _lands_alike(self.before, run, pod))
        return tuple(self.causes[: next(counts, 0)])


def _refine(
    causes: dict[str, Cause], before: VersionRun, after: VersionRun, changes: Iterable[Change]
) -> None:
    """Replace "together" by the changes that alone turn the pod's own decision, in the cluster of the run before."""
    unclear = {pod for pod, cause in causes.items() if cause.together and cause.origin == "decides"}
    single: dict[str, list[Change]] = {pod: [] for pod in unclear}
    for change in changes if unclear else ():
        decides = before.deciding_attempts(reverted(after.version, [change]), unclear)
        for pod in unclear - decides.keys():
            single[pod].append(change)
    for pod, alone in single.items():
        if alone:
            causes[pod] = replace(causes[pod], changes=tuple(alone), together=False)


def minimal(candidates: Sequence[Change], explains: Callable[[list[Change]], bool]) -> list[Change]:
    """Return a minimal set of candidates that explains a difference, [] if all of them together do not.

    Each member is the last of the shortest prefix that explains it beside the members found so far.
    """
    needed: list[Change] = []
    if not explains(list(candidates)):
        return []
    remaining = list(candidates)
    while not needed or not explains(needed):
        low, high = 0, len(remaining)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if explains(needed + remaining[:middle]) else (middle, high)
        needed.append(remaining[high - 1])
        remaining = remaining[: high - 1]
    return needed


def reverted(version: Version, changes: Iterable[Change]) -> Version:
    """Return a version with these changes switched off, the latest one first."""
    chosen = set(changes)
    for change in reversed(CHANGES):
        if change in chosen:
            version = change.reverted_in(version)
    return version


def _lands_alike(one: VersionRun, two: VersionRun, pod: str) -> bool:
    return one.landings.get(pod) == two.landings.get(pod)
