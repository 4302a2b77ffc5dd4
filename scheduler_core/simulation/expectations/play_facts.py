"""Facts about a play: what the steps of a scenario lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.sentences import Sentence, either, listed, verbatim, worded

from .cluster_facts import Matching, count_of, skew_and_counts, skew_of
from .finding import Finding, because, format_counts, not_met
from .finished_play import FinishedPlay


@dataclass(frozen=True, slots=True)
class Heals:
    """No constraint of the workload, or none over `key`, is exceeded after the step."""

    workload: str
    key: str = ""
    after: str = ""

    @property
    def sentence(self) -> Sentence:
        if self.key:
            return _after(
                worded("{workload} heals over {key}", workload=self.workload, key=self.key), self.after
            )
        return _after(worded("{workload} heals", workload=self.workload), self.after)

    def check_play(self, play: FinishedPlay) -> Finding:
        spreads = [s for s in play.spreads(self.workload, self.after) if self.key in ("", s.key)]
        if not spreads:
            if not play.has_workload(self.workload):
                return not_met(_absent(self.workload))
            return not_met(
                worded("no constraint over {key}", key=self.key) if self.key else worded("no constraint")
            )
        worst = max(spreads, key=lambda spread: spread.skew - spread.max_skew)
        skew = verbatim(f"skew({worst.key}) {worst.skew}, maxSkew {worst.max_skew}")
        return Finding(worst.skew <= worst.max_skew, listed([skew, format_counts(worst.counts)], ": "))


@dataclass(frozen=True, slots=True)
class SkewAfter:
    """The largest count minus the smallest, over all nodes with the key, is at most `limit` after the step."""

    matching: Matching
    limit: int
    after: str

    @property
    def sentence(self) -> Sentence:
        return _after(skew_of(self.matching, self.limit), self.after)

    def check_play(self, play: FinishedPlay) -> Finding:
        counts = _counts(play, self.matching, self.after)
        skew = max(counts.values(), default=0) - min(counts.values(), default=0)
        return Finding(skew <= self.limit, skew_and_counts(skew, counts))


@dataclass(frozen=True, slots=True)
class CountsAfter:
    """The counts are equal to these after the step; values that are not listed may have any count."""

    matching: Matching
    values: Mapping[str, int]
    after: str

    @property
    def sentence(self) -> Sentence:
        return _after(count_of(self.matching, self.values), self.after)

    def check_play(self, play: FinishedPlay) -> Finding:
        counts = _counts(play, self.matching, self.after)
        counted = {value: counts[value] for value in self.values if value in counts}
        return Finding(counted == dict(self.values), format_counts(counts))


@dataclass(frozen=True, slots=True)
class Finishes:
    """The workload has all its pods available after the step, and no others."""

    workload: str
    after: str = ""

    @property
    def sentence(self) -> Sentence:
        return _after(worded("{workload} finishes", workload=self.workload), self.after)

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(self.workload))
        progress = play.progress(self.workload, self.after)
        return Finding(
            progress.finishes,
            worded("finishes") if progress.finishes else _stuck(progress.cause, progress.message),
        )


@dataclass(frozen=True, slots=True)
class Stuck:
    """The workload waits for something that does not come, with this text in the cause or the message."""

    workload: str
    reason: str = ""
    after: str = ""

    @property
    def sentence(self) -> Sentence:
        return because(_after(worded("{workload} stuck", workload=self.workload), self.after), self.reason)

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(self.workload))
        progress = play.progress(self.workload, self.after)
        if progress.finishes:
            return not_met(worded("finishes"))
        actual = _stuck(progress.cause, progress.message)
        return Finding(self.reason in actual, actual)


@dataclass(frozen=True, slots=True)
class Available:
    """The fewest available pods of the workload, throughout the steps or during one of them, are in this range."""

    workload: str
    least: int = 0
    most: int | None = None
    during: str = ""

    @property
    def sentence(self) -> Sentence:
        when = worded("during {step}", step=_step(self.during)) if self.during else worded("throughout")
        least, most = verbatim(f"≥ {self.least}"), worded("falls to {most} or fewer", most=self.most)
        if self.most is None:
            bounds = least
        elif self.least:
            bounds = worded("{least} and {most}", least=least, most=most)
        else:
            bounds = most
        return Sentence(
            "available({workload}) {bounds} {when}",
            {"workload": self.workload, "bounds": bounds, "when": when},
        )

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(self.workload))
        availability = play.availability(self.workload, self.least, self.during)
        actual = worded("{lowest} at least", lowest=availability.lowest)
        if availability.seconds:
            actual = worded(
                "{lowest} at least, below {least} for {seconds} s",
                lowest=availability.lowest,
                least=self.least,
                seconds=f"{availability.seconds:g}",
            )
        is_low_enough = self.most is None or availability.lowest <= self.most
        holds = availability.lowest >= self.least and is_low_enough
        return Finding(holds, actual)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The workload's pods by domain at the end are one of these, in the order of the domains: `3/2/0`."""

    workload: str
    key: str
    among: tuple[str, ...]

    @property
    def sentence(self) -> Sentence:
        return worded(
            "{workload} ends as {ends} over {key}",
            workload=self.workload,
            ends=either(self.among),
            key=self.key,
        )

    def check_play(self, play: FinishedPlay) -> Finding:
        if not play.has_workload(self.workload):
            return not_met(_absent(self.workload))
        end = "/".join(map(str, play.domains(self.workload, self.key)))
        return Finding(end in self.among, verbatim(end) if end else worded("no domain"))


PlayFact = Heals | SkewAfter | CountsAfter | Finishes | Stuck | Available | Outcome
"""A statement that holds for a play or does not, by `check_play`, which may raise NoSuchStep."""


def _counts(play: FinishedPlay, matching: Matching, after: str) -> dict[str, int]:
    return play.counts(matching.key, matching.selector, matching.namespace, after)


def _absent(workload: str) -> Sentence:
    return worded("no workload {workload}", workload=workload)


def _stuck(cause: str, message: str) -> Sentence:
    return because(worded("stuck, {cause}", cause=cause), message)


def _after(said: Sentence, step: str) -> Sentence:
    return worded("{fact} after {step}", fact=said, step=_step(step)) if step else said


def _step(step: str) -> Sentence:
    return worded("step {number}", number=step) if step.isdigit() else verbatim(step)
