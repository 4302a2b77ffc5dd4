"""Holding expectations against a run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from scheduler_core.expectations.expectation import Expectation, SameWinner
from scheduler_core.expectations.finding import Finding, WhereFields, missed
from scheduler_core.expectations.shown import NotTried, OutOfTime
from scheduler_core.explain.recording import Recording
from scheduler_core.objects.parsing import Manifest
from scheduler_core.run.scenario import Scenario
from scheduler_core.typeddict import TypedDict

from .observed import Observed, check_deadline
from .without import without


class ExpectationResult(TypedDict):
    """Whether an expectation holds, and what is the case."""

    fact: Manifest
    """The entry as it was written."""
    text: str
    """The same in short."""
    holds: bool | None
    """None: there was no time to look."""
    actual: str
    where: WhereFields | None
    """The step that shows it; None: no step does."""


@dataclass(frozen=True, slots=True)
class Result:
    """`holds` None: there was no time to look."""

    expectation: Expectation
    finding: Finding
    holds: bool | None

    def as_json(self) -> ExpectationResult:
        """The fact as written and in short, whether it holds, what is the case, and the step that shows it."""
        where = self.finding.where
        return {
            "fact": self.expectation.written,
            "text": str(self.expectation),
            "holds": self.holds,
            "actual": self.finding.actual,
            "where": where.as_json() if where else None,
        }


def check(run: Observed, *, seconds: float | None = None) -> list[Result]:
    """The scenario's expectations in their order. After `seconds` nothing is computed any more that takes long."""
    run.deadline = None if seconds is None else time.monotonic() + seconds
    others = _Others(run)
    findings = [
        _find(expectation, run) for expectation in run.recording.scenario.expectations
    ]  # before any other run
    return [
        _judge(expectation, finding, others)
        for expectation, finding in zip(run.recording.scenario.expectations, findings, strict=True)
    ]


def _find(expectation: Expectation, run: Observed) -> Finding | None:
    try:
        return _shown(expectation, run)
    except OutOfTime:
        return None


def _shown(expectation: Expectation, run: Observed) -> Finding:
    """What the run shows of the fact, a fact about an attempt that it did not make included."""
    try:
        return expectation.fact.check(run)
    except NotTried:
        return missed()


def _judge(expectation: Expectation, finding: Finding | None, others: _Others) -> Result:
    if finding is None:
        return Result(expectation, missed(_NO_TIME), holds=None)
    if not finding.holds:
        return Result(expectation, finding, holds=False)
    try:
        against = _against_seeds(expectation, finding, others) or _against_control(expectation, others)
    except OutOfTime:
        return Result(expectation, replace(finding, actual=f"{finding.actual}; {_NO_TIME}"), holds=None)
    return Result(expectation, replace(finding, actual=against or finding.actual), holds=not against)


_NO_TIME = "to look further takes longer than there is time for here"


def _against_seeds(expectation: Expectation, finding: Finding, others: _Others) -> str:
    """What speaks against it under some seed; empty when nothing does."""
    failed: dict[str, list[int]] = {}
    for seed in range(expectation.seeds):
        other = _shown(expectation, others.seeded(seed))
        same = not isinstance(expectation.fact, SameWinner) or other.actual == finding.actual
        if not (other.holds and same):
            failed.setdefault(other.actual, []).append(seed)
    if not failed:
        return ""
    parts = (f"{actual} with seed {', '.join(map(str, seeds))}" for actual, seeds in failed.items())
    return f"{finding.actual}, but {'; '.join(parts)}"


def _against_control(expectation: Expectation, others: _Others) -> str:
    if not expectation.without:
        return ""
    control = _shown(expectation, others.without(expectation.without))
    return f"also without {expectation.without}: {control.actual}" if control.holds else ""


@dataclass(slots=True)
class _Others:
    """Runs beside the one that is looked at, each made once."""

    run: Observed
    known: dict[int | str, Observed] = field(default_factory=dict)

    def seeded(self, seed: int) -> Observed:
        if seed not in self.known:
            self.known[seed] = self._made(self.run.recording.scenario, seed)
        return self.known[seed]

    def without(self, path: str) -> Observed:
        if path not in self.known:
            self.known[path] = self._made(without(self.run.recording.scenario, path), self.run.recording.seed)
        return self.known[path]

    def _made(self, scenario: Scenario, seed: int | None) -> Observed:
        check_deadline(self.run.deadline)
        return Observed.of(
            scenario,
            kubernetes_version=self.run.recording.version.name,
            seed=seed,
            allow_extenders=self.run.allow_extenders,
            deadline=self.run.deadline,
        )


def check_run(recording: Recording, *, seconds: float | None = None) -> list[ExpectationResult]:
    """Hold the scenario's expectations against its run; results as JSON."""
    return [result.as_json() for result in check(Observed(recording), seconds=seconds)]
