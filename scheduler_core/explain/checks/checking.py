"""Checking expectations against a run, against other seeds, and against controls."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from scheduler_core.allowance import each
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.sentences import Sentence, listed, worded
from scheduler_core.simulation.expectations.expectation import Expectation, Fact, SameWinner
from scheduler_core.simulation.expectations.finding import Finding, Phrase, WhereFields, not_met, phrase
from scheduler_core.simulation.expectations.finished_run import NoSuchAttempt, OutOfTime
from scheduler_core.simulation.expectations.play_facts import PlayFact
from scheduler_core.simulation.run.scenario import Scenario

from .contradictions import by_control, by_seed
from .recorded_run import RecordedRun, check_deadline
from .without import without


class ExpectationResult(TypedDict):
    """Whether an expectation holds, and what is actually the case."""

    fact: Manifest
    """The entry of the scenario."""
    text: str
    """The short form of the entry, in English."""
    said: Phrase
    holds: bool | None
    """None if there was no time to check."""
    actual: str
    """In English."""
    found: Phrase
    where: WhereFields | None
    """The step that shows it, None if there is none."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an expectation. `holds` is None if there was no time to check."""

    expectation: Expectation
    finding: Finding
    holds: bool | None

    def as_json(self) -> ExpectationResult:
        """Return the result as JSON."""
        where = self.finding.where
        return {
            "fact": self.expectation.manifest,
            "text": str(self.expectation),
            "said": phrase(self.expectation.sentence),
            "holds": self.holds,
            "actual": self.finding.actual,
            "found": phrase(self.finding.actual),
            "where": where.as_json() if where else None,
        }


def check(run: RecordedRun, *, seconds: float | None = None) -> list[Result]:
    """Return the results of the scenario's expectations of its run, in order.

    After `seconds` no cycle is computed any more.
    """
    run.deadline = None if seconds is None else time.monotonic() + seconds
    expectations = of_run(run.recording.scenario)
    versions = dict.fromkeys(expectation.version for expectation, _ in expectations)
    alternatives = {version: AlternativeRuns(run, version) for version in versions}
    # All of them before any other seed or control, which takes longer.
    findings = [_finding(fact, alternatives[expectation.version]) for expectation, fact in each(expectations)]
    return [
        _result(expectation, fact, finding, alternatives[expectation.version])
        for (expectation, fact), finding in zip(expectations, findings, strict=True)
    ]


def of_run(scenario: Scenario) -> list[tuple[Expectation, Fact]]:
    """Return the expectations about the run, with their facts; the others are about a play."""
    return [
        (expectation, expectation.fact)
        for expectation in scenario.expectations
        if not isinstance(expectation.fact, PlayFact)
    ]


def _finding(fact: Fact, alternatives: AlternativeRuns) -> Finding | None:
    """Return what is the case under the version of the alternatives, None without time.

    The steps of another version are in another run, so the finding has none.
    """
    try:
        finding = _check_fact(fact, alternatives.plain())
    except OutOfTime:
        return None
    except InvalidInput as invalid:
        return not_met(
            worded("no run on {version}: {problem}", version=alternatives.version, problem=invalid.sentence)
        )
    return replace(finding, where=None) if alternatives.version else finding


def _check_fact(fact: Fact, run: RecordedRun) -> Finding:
    """Check a fact against a run; a fact about an attempt that did not happen does not hold."""
    try:
        return fact.check(run)
    except NoSuchAttempt:
        return not_met()


def _result(
    expectation: Expectation, fact: Fact, finding: Finding | None, alternatives: AlternativeRuns
) -> Result:
    if finding is None:
        return Result(expectation, not_met(_NO_TIME), holds=None)
    if not finding.holds:
        return Result(expectation, finding, holds=False)
    try:
        contradiction = _contradiction(expectation, fact, finding, alternatives)
    except OutOfTime:
        return Result(
            expectation, replace(finding, actual=listed([finding.actual, _NO_TIME], "; ")), holds=None
        )
    return Result(
        expectation, replace(finding, actual=contradiction or finding.actual), holds=not contradiction
    )


_NO_TIME = worded("not checked: the time limit is reached")


def _contradiction(
    expectation: Expectation, fact: Fact, finding: Finding, alternatives: AlternativeRuns
) -> Sentence | None:
    return by_seed(
        finding,
        range(expectation.seeds),
        lambda seed: _check_fact(fact, alternatives.seeded(seed)),
        same_answer=isinstance(fact, SameWinner),
    ) or by_control(expectation.without, lambda path: _check_fact(fact, alternatives.without(path)))


@dataclass(slots=True)
class AlternativeRuns:
    """Runs of the same scenario with other seeds or without a field, each simulated once.

    All are under `version`, "" for that of the run.
    """

    run: RecordedRun
    version: str = ""
    runs: dict[int | str, RecordedRun] = field(default_factory=dict)

    def plain(self) -> RecordedRun:
        """Return the run itself; raise InvalidInput if the version cannot read its configuration, or OutOfTime."""
        if not self.version:
            return self.run
        if "" not in self.runs:
            self.runs[""] = self._simulate(self.run.recording.scenario, self.run.recording.seed)
        return self.runs[""]

    def seeded(self, seed: int) -> RecordedRun:
        if seed not in self.runs:
            self.runs[seed] = self._simulate(self.run.recording.scenario, seed)
        return self.runs[seed]

    def without(self, path: str) -> RecordedRun:
        if path not in self.runs:
            self.runs[path] = self._simulate(
                without(self.run.recording.scenario, path), self.run.recording.seed
            )
        return self.runs[path]

    def _simulate(self, scenario: Scenario, seed: int | None) -> RecordedRun:
        check_deadline(self.run.deadline)
        return RecordedRun.of(
            scenario,
            kubernetes_version=self.version or self.run.recording.version.name,
            seed=seed,
            allow_extenders=self.run.allow_extenders,
            deadline=self.run.deadline,
        )


def check_run(recording: Recording, *, seconds: float | None = None) -> list[ExpectationResult]:
    """Check the scenario's expectations against its run; return the results as JSON."""
    return [result.as_json() for result in check(RecordedRun(recording), seconds=seconds)]
