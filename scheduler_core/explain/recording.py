"""Any cycle of a run computed again, from the events of its log."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.framework.extender.chain import Call
from scheduler_core.run.events import Event
from scheduler_core.run.outcome import Outcome
from scheduler_core.run.scenario import Scenario
from scheduler_core.run.simulation import Simulation
from scheduler_core.versions import DEFAULT_VERSION, find_version

from .cycle_view import Cycle


def replay(
    scenario: Scenario,
    finished: list[Event],
    n: int,
    *,
    kubernetes_version: str = DEFAULT_VERSION,
    seed: int | None = None,
) -> Cycle:
    """Cycle `n` computed again, after the outcomes of the cycles before it were folded in. Extenders are not called
    again: what they answered is in the log.

    `finished` are the run's cycle.finished events in order; IndexError when there is no such cycle.
    """
    version = find_version(kubernetes_version)
    simulation = Simulation(scenario.under(version), version, seed, allow_extenders=True)
    event = finished[n]
    if simulation.handle.extenders is not None:
        simulation.handle.extenders.repeat(map(Call.from_json, event.get("extenders", ())))
    for earlier in finished[:n]:
        simulation.apply(Outcome.from_json(earlier))
    return Cycle(n, event["attempt"], simulation.compute(event["pod"]))


def replay_all(
    scenario: Scenario,
    finished: list[Event],
    *,
    kubernetes_version: str = DEFAULT_VERSION,
    seed: int | None = None,
) -> Iterator[Cycle]:
    """Every cycle computed again, in order. Each is to be read before the next is asked for: they share a cluster."""
    version = find_version(kubernetes_version)
    simulation = Simulation(scenario.under(version), version, seed, allow_extenders=True)
    for n, event in enumerate(finished):
        if simulation.handle.extenders is not None:
            simulation.handle.extenders.repeat(map(Call.from_json, event.get("extenders", ())))
        yield Cycle(n, event["attempt"], simulation.compute(event["pod"]))
        simulation.apply(Outcome.from_json(event))
