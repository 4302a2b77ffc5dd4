"""Expectations of a play, checked against it, against plays of other seeds, and against controls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scheduler_core.kubernetes.objects.labels import Labels, equals
from scheduler_core.sentences import worded
from scheduler_core.simulation.daytwo import Play, Start, play, prepare
from scheduler_core.simulation.daytwo.contract import Timeline
from scheduler_core.simulation.daytwo.moments import Span, spans
from scheduler_core.simulation.daytwo.verdicts_availability import seconds_below
from scheduler_core.simulation.daytwo.verdicts_progress import progress_of
from scheduler_core.simulation.daytwo.verdicts_skew import Spreads, all_spreads, domain_of
from scheduler_core.simulation.expectations.expectation import Expectation
from scheduler_core.simulation.expectations.finding import Finding, not_met
from scheduler_core.simulation.expectations.finished_play import Availability, NoSuchStep, Progress, Spread
from scheduler_core.simulation.expectations.play_facts import PlayFact
from scheduler_core.simulation.run.scenario import Scenario

from .checking import ExpectationResult, Result
from .contradictions import by_control, by_seed
from .without import without

FIRST_SEED = 1


def of_play(scenario: Scenario) -> list[tuple[Expectation, PlayFact]]:
    """Return the expectations about the play of the scenario's steps, with their facts."""
    return [
        (expectation, expectation.fact)
        for expectation in scenario.expectations
        if isinstance(expectation.fact, PlayFact)
    ]


def check_steps(played: Play) -> list[Result]:
    """Return the results of the scenario's expectations of its play, in order."""
    alternatives = _AlternativePlays(played.start, played.seed)
    finished = RecordedPlay(played)
    return [
        _result(expectation, fact, finished, alternatives)
        for expectation, fact in of_play(played.start.scenario)
    ]


def check_play(played: Play) -> list[ExpectationResult]:
    """Check the scenario's expectations of the play of its steps; return the results as JSON."""
    return [result.as_json() for result in check_steps(played)]


def _result(
    expectation: Expectation, fact: PlayFact, finished: RecordedPlay, alternatives: _AlternativePlays
) -> Result:
    finding = _check(fact, finished)
    if not finding.holds:
        return Result(expectation, finding, holds=False)
    contradiction = by_seed(
        finding,
        range(FIRST_SEED, FIRST_SEED + expectation.seeds),
        lambda seed: _check(fact, alternatives.seeded(seed)),
    ) or by_control(expectation.without, lambda path: _check(fact, alternatives.without(path)))
    return Result(
        expectation, replace(finding, actual=contradiction or finding.actual), holds=not contradiction
    )


def _check(fact: PlayFact, finished: RecordedPlay) -> Finding:
    try:
        return fact.check_play(finished)
    except NoSuchStep as error:
        return not_met(error.sentence)


@dataclass(slots=True)
class _AlternativePlays:
    """Plays of the same scenario with other seeds or without a field, each played once."""

    start: Start
    seed: int
    plays: dict[int | str, RecordedPlay] = field(default_factory=dict)

    def seeded(self, seed: int) -> RecordedPlay:
        if seed not in self.plays:
            self.plays[seed] = RecordedPlay(play(self.start, seed=seed))
        return self.plays[seed]

    def without(self, path: str) -> RecordedPlay:
        if path not in self.plays:
            start = prepare(without(self.start.scenario, path))
            self.plays[path] = RecordedPlay(play(start, seed=self.seed))
        return self.plays[path]


class RecordedPlay:
    """A play as facts need it."""

    def __init__(self, played: Play) -> None:
        self._play = played

    @cached_property
    def _timeline(self) -> Timeline:
        return self._play.timeline()

    @cached_property
    def _spans(self) -> list[Span]:
        return spans(self._timeline)

    @cached_property
    def _spreads(self) -> Spreads:
        return all_spreads(self._timeline, self._play.recorder.uncounted)

    def has_workload(self, workload: str) -> bool:
        return self._key(workload) is not None

    def _key(self, workload: str) -> str | None:
        """Return the workload of a name: `web`, `shop/web`, or with its kind before it."""
        names = (workload, f"default/{workload}")
        for entry in self._timeline["workloads"]:
            key = entry["workload"]
            kind, _, name = key.partition(" ")
            if key == workload or name in names or workload == f"{kind} {name.removeprefix('default/')}":
                return key
        return None

    def _span(self, step: str) -> Span:
        """Return a step by kind or number, the last action for ""; raise NoSuchStep."""
        if not step:
            return self._spans[-1]
        matching = [s for s in self._spans if s.number and step in (s.action["kind"], str(s.number))]
        if not matching:
            raise NoSuchStep(worded("no step {step}: the play has {n}", step=step, n=len(self._spans) - 1))
        return matching[-1]

    def spreads(self, workload: str, after: str) -> list[Spread]:
        moment, key = self._span(after).action["last"], self._key(workload)
        return [
            Spread(
                constraint["topology_key"],
                constraint["max_skew"],
                self._spreads[key, number].skew(moment),
                self._spreads[key, number].counts(moment),
            )
            for entry in self._timeline["workloads"]
            if key is not None and entry["workload"] == key
            for number, constraint in enumerate(entry["constraints"])
        ]

    def progress(self, workload: str, after: str) -> Progress:
        span, key = self._span(after), self._key(workload)
        (entry,) = (candidate for candidate in self._timeline["workloads"] if candidate["workload"] == key)
        verdict = progress_of(self._timeline, span, entry, self._spreads)
        message = str(verdict["why"]["operands"].get("message", ""))
        return Progress(verdict["verdict"] == "finishes", verdict["why"]["code"], message)

    def availability(self, workload: str, least: int, during: str) -> Availability:
        looked_at = [self._span(during)] if during else self._spans[1:]
        (entry,) = (w for w in self._timeline["workloads"] if w["workload"] == self._key(workload))
        seconds_and_lowest = [seconds_below(entry, span, least) for span in looked_at]
        lowest = min((lowest for lowest, _ in seconds_and_lowest), default=0)
        return Availability(lowest, round(sum(seconds for _, seconds in seconds_and_lowest), 3))

    def counts(self, key: str, selector: Mapping[str, str], namespace: str, after: str) -> dict[str, int]:
        """Count the matching pods on the nodes that there are then, without those that are being deleted."""
        moment, label_selector = self._span(after).action["last"], equals(selector)
        domains = {node["name"]: domain_of(node, key, moment) for node in self._timeline["nodes"]}
        counts = dict.fromkeys(sorted(value for value in domains.values() if value is not None), 0)
        for labels, pod, node in self._running(moment):
            value = domains.get(node)
            if value is not None and namespace in ("", pod.partition("/")[0]):
                counts[value] += label_selector.matches(labels)
        return counts

    def _running(self, moment: int) -> Iterable[tuple[Labels, str, str]]:
        """Yield the labels, the name and the node of each pod that runs at a moment."""
        for key, manifest in self._play.recorder.manifests_at(moment):
            if not key.startswith("Pod "):
                continue
            metadata, spec = manifest["metadata"], manifest.get("spec") or {}
            if spec.get("nodeName") and not metadata.get("deletionTimestamp"):
                yield metadata.get("labels") or {}, key.removeprefix("Pod "), spec["nodeName"]

    def domains(self, workload: str, key: str) -> Sequence[int]:
        moment, owner = len(self._timeline["moments"]) - 1, self._key(workload)
        domains = {node["name"]: domain_of(node, key, moment) for node in self._timeline["nodes"]}
        counts = dict.fromkeys(sorted(value for value in domains.values() if value is not None), 0)
        for stay in self._timeline["stays"]:
            is_there = stay["placed"] is not None and stay["gone"] is None and stay["deleting"] is None
            value = domains.get(stay["node"] or "") if is_there and stay["workload"] == owner else None
            if value is not None:
                counts[value] += 1
        return list(counts.values())
