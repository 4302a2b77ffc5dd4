"""Facts about a play: what the steps of a scenario lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cluster_facts import Matching
from .finding import Finding, format_counts, not_met
from .finished_play import FinishedPlay


@dataclass(frozen=True, slots=True)
class Heals:
    """No constraint of the workload, or none over `key`, is exceeded after the step."""

    workload: str
    key: str = ""
    after: str = ""

    def __str__(self) -> str:
        over = f" over {self.key}" if self.key else ""
        return f"{self.workload} heals{over}{_after(self.after)}"

    def check_play(self, play: FinishedPlay) -> Finding:
        spreads = [s for s in play.spreads(self.workload, self.after) if self.key in ("", s.key)]
        if not spreads:
            return not_met(
                _absent(play, self.workload, f"no constraint{f' over {self.key}' * bool(self.key)}")
            )
        worst = max(spreads, key=lambda spread: spread.skew - spread.max_skew)
        actual = (
            f"skew({worst.key}) {worst.skew}, maxSkew {worst.max_skew}: {format_counts({**worst.counts})}"
        )
        return Finding(worst.skew <= worst.max_skew, actual)


@dataclass(frozen=True, slots=True)
class SkewAfter:
    """The largest count minus the smallest, over all nodes with the key, is at most `limit` after the step."""

    matching: Matching
    limit: int
    after: str

    def __str__(self) -> str:
        return f"skew({self.matching}) ≤ {self.limit}{_after(self.after)}"

    def check_play(self, play: FinishedPlay) -> Finding:
        counts = _counts(play, self.matching, self.after)
        skew = max(counts.values(), default=0) - min(counts.values(), default=0)
        return Finding(skew <= self.limit, f"skew {skew}: {format_counts(counts)}")


@dataclass(frozen=True, slots=True)
class CountsAfter:
    """The counts are equal to these after the step; values that are not listed may have any count."""

    matching: Matching
    values: Mapping[str, int]
    after: str

    def __str__(self) -> str:
        return f"count({self.matching}) {format_counts({**self.values})}{_after(self.after)}"

    def check_play(self, play: FinishedPlay) -> Finding:
        counts = _counts(play, self.matching, self.after)
        counted = {value: counts[value] for value in self.values if value in counts}
        return Finding(counted == dict(self.values), format_counts(counts))


@dataclass(frozen=True, slots=True)
class Finishes:
    """The workload has all its pods available after the step, and no others."""

    workload: str
    after: str = ""

    def __str__(self) -> str:
        return f"{self.workload} finishes{_after(self.after)}"

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(play, self.workload))
        progress = play.progress(self.workload, self.after)
        return Finding(
            progress.finishes, "finishes" if progress.finishes else _stuck(progress.cause, progress.message)
        )


@dataclass(frozen=True, slots=True)
class Stuck:
    """The workload waits for something that does not come, with this text in the cause or the message."""

    workload: str
    reason: str = ""
    after: str = ""

    def __str__(self) -> str:
        reason = f": {self.reason}" if self.reason else ""
        return f"{self.workload} stuck{_after(self.after)}{reason}"

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(play, self.workload))
        progress = play.progress(self.workload, self.after)
        if progress.finishes:
            return not_met("finishes")
        actual = _stuck(progress.cause, progress.message)
        return Finding(self.reason in actual, actual)


@dataclass(frozen=True, slots=True)
class Available:
    """The fewest available pods of the workload, throughout the steps or during one of them, are in this range."""

    workload: str
    least: int = 0
    most: int | None = None
    during: str = ""

    def __str__(self) -> str:
        when = f"during {_step(self.during)}" if self.during else "throughout"
        most = "" if self.most is None else f"falls to {self.most} or fewer "
        least = f"≥ {self.least} " if self.least or not most else ""
        return f"available({self.workload}) {least}{'and ' * bool(least and most)}{most}{when}"

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(play, self.workload))
        availability = play.availability(self.workload, self.least, self.during)
        below = f", below {self.least} for {availability.seconds:g} s" if availability.seconds else ""
        is_low_enough = self.most is None or availability.lowest <= self.most
        holds = availability.lowest >= self.least and is_low_enough
        return Finding(holds, f"{availability.lowest} at least{below}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The workload's pods by domain at the end are one of these, in the order of the domains: `3/2/0`."""

    workload: str
    key: str
    among: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.workload} ends {' or '.join(self.among)} over {self.key}"

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(play, self.workload))
        end = "/".join(map(str, play.domains(self.workload, self.key)))
        return Finding(end in self.among, end or "no domain")


PlayFact = Heals | SkewAfter | CountsAfter | Finishes | Stuck | Available | Outcome
"""A statement that holds for a play or does not, by `check_play`, which may raise NoSuchStep."""


def _counts(play: FinishedPlay, matching: Matching, after: str) -> dict[str, int]:
    return play.counts(matching.key, matching.selector, matching.namespace, after)


def _absent(play: FinishedPlay, workload: str, otherwise: str = "") -> str:
    return otherwise if play.has_workload(workload) else f"no workload {workload}"


def _stuck(cause: str, message: str) -> str:
    return f"stuck, {cause}" + (f": {message}" if message else "")


def _after(step: str) -> str:
    return f" after {_step(step)}" if step else ""


def _step(step: str) -> str:
    return f"step {step}" if step.isdigit() else step
