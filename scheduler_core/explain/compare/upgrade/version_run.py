"""A run of a scenario under one version, kept as its outcomes, and its comparison with another run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice, repeat, zip_longest

from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.cycle.contract import CycleFinished, OutcomeFields
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.gangs import outcomes_of
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.run import run_log
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .contract import LandingState


@dataclass(frozen=True, slots=True)
class Landing:
    """What became of a pod at the end of a run."""

    state: LandingState
    node: str | None = None


PENDING, EVICTED = Landing("pending"), Landing("evicted")


@dataclass(frozen=True, slots=True)
class VersionRun:
    """A finished run: the events of its attempts, and what became of its waiting pods and its victims."""

    scenario: Scenario
    version: Version
    seed: int | None
    attempts: list[CycleFinished]
    landings: dict[str, Landing]

    @classmethod
    def of(cls, scenario: Scenario, version: Version, seed: int | None) -> VersionRun:
        """Run the scenario; raise InvalidInput."""
        simulation = _simulation(scenario, version, seed)
        waiting = list(simulation.waiting)
        attempts = list(_attempts(simulation))
        return cls(scenario, version, seed, attempts, _landings(waiting, attempts))

    def shifted(self, other: VersionRun) -> list[str]:
        """Return the pods that land elsewhere in another run, in the order of this one; then those it alone evicts."""
        pods = dict.fromkeys(chain(self.landings, other.landings))
        return [pod for pod in pods if self.landings.get(pod) != other.landings.get(pod)]

    def first_divergence(self, other: VersionRun) -> int | None:
        """Return the first attempt whose pod or effect differs; before it both runs have the same cluster."""
        pairs = zip_longest(self.attempts, other.attempts)
        return next((n for n, pair in enumerate(pairs) if not _same(*pair)), None)

    def attempts_alike(self, other: VersionRun, n: int) -> bool:
        """Return whether both runs attempt the same pod as number `n`."""
        one, two = (run.attempts[n]["pod"] if n < len(run.attempts) else None for run in (self, other))
        return one == two

    def repeats_under(self, version: Version, n: int) -> bool:
        """Return whether attempt `n` has the same effect under another version, in the cluster it was made in."""
        simulation, group = _simulation(self.scenario, version, self.seed), _NO_GROUP
        for event in self.attempts[:n]:
            group = _group_outcomes(simulation, event, group)
            simulation.apply(Outcome.from_json(event))
        event = self.attempts[n]
        group = _group_outcomes(simulation, event, group)
        return _effect(_outcome(simulation, event, group)) == _effect(event)

    def begins_under(self, version: Version, n: int) -> bool:
        """Return whether a run under another version has the same attempts, up to and with number `n`."""
        others = _attempts(_simulation(self.scenario, version, self.seed))
        return all(map(_same, islice(_padded(self.attempts), n + 1), _padded(others)))

    def deciding_attempts(self, version: Version, pods: Collection[str]) -> dict[str, int]:
        """Return for each of these pods its first attempt that decides otherwise under another version.

        Each attempt is made in the cluster that this run has at that point. Pods that decide alike are left out.
        """
        simulation, undecided = _simulation(self.scenario, version, self.seed), set(pods)
        deciding: dict[str, int] = {}
        group = _NO_GROUP
        for event in self.attempts:
            if not undecided:
                break
            pod = event["pod"]
            group = _group_outcomes(simulation, event, group)
            if pod in undecided and _decision(_outcome(simulation, event, group)) != _decision(event):
                deciding[pod] = event["attempt"]
                undecided.discard(pod)
            simulation.apply(Outcome.from_json(event))
        return deciding


def _simulation(scenario: Scenario, version: Version, seed: int | None) -> Simulation:
    return Simulation(scenario.under(version), version, seed)


def _attempts(simulation: Simulation) -> Iterator[CycleFinished]:
    return (event for event in run_log(simulation) if event["kind"] == "cycle.finished")


def _padded(attempts: Iterable[CycleFinished]) -> Iterator[CycleFinished | None]:
    return chain(attempts, repeat(None))


_NO_GROUP: Mapping[str, OutcomeFields] = {}


def _group_outcomes(
    simulation: Simulation, event: CycleFinished, before: Mapping[str, OutcomeFields]
) -> Mapping[str, OutcomeFields]:
    """Return the outcomes that the pod group of a recorded cycle would have, by pod; `before` within that cycle."""
    part = event.get("gang")
    if part is None:
        return _NO_GROUP
    return _computed_group(simulation, event["pod"]) if part["first"] else before


def _computed_group(simulation: Simulation, pod: str) -> Mapping[str, OutcomeFields]:
    """Return the outcomes that the cycle of the pod's group would have now, by pod; none without a group."""
    gang = simulation.compute_gang(pod) if simulation.gang is None else None
    outcomes = outcomes_of(gang, simulation.start_index) if gang is not None else []
    return {outcome.pod: outcome.as_json() for outcome in outcomes}


def _outcome(
    simulation: Simulation, event: CycleFinished, group: Mapping[str, OutcomeFields]
) -> OutcomeFields:
    """Return the outcome that the attempt would have now, in the cycle of its pod group if it has one."""
    pod = event["pod"]
    grouped = group or _computed_group(simulation, pod)
    if pod in grouped:
        return grouped[pod]
    result = simulation.compute(pod)
    return (Outcome.of(result) if isinstance(result, CycleRecord) else Outcome(result.pod)).as_json()


def _same(one: CycleFinished | None, two: CycleFinished | None) -> bool:
    return one is two or (one is not None and two is not None and _effect(one) == _effect(two))


def _effect(event: OutcomeFields) -> tuple[object, ...]:
    """Return everything by which an attempt changes what comes after it."""
    return (*_decision(event), event["cleared"], event["next_start_index"], event["volumes"])


def _decision(event: OutcomeFields) -> tuple[object, ...]:
    """Return what an attempt decides about its pod."""
    return event["pod"], event["node"], event["victims"], event["nominated_node"] or None


def _landings(waiting: Iterable[str], attempts: Iterable[CycleFinished]) -> dict[str, Landing]:
    landings = dict.fromkeys(waiting, PENDING)
    for event in attempts:
        landings |= dict.fromkeys(event["victims"], EVICTED)
        if event["node"]:
            landings[event["pod"]] = Landing("placed", event["node"])
    return landings
