"""A finished run, and any cycle of it computed again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from scheduler_core import allowance
from scheduler_core.kubernetes.log_format import UnreadableLog
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.scheduler.framework.extender.chain import Call
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.run import simulate
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .cycle_view import Cycle
from .gangs import GangView, OrderView, gang_view, order_view

# What is read of an event. Logs of former versions may lack the rest.
_READ = frozenset({"pod", "attempt", "node", "victims", "nominated_node", "cleared", "next_start_index"})


class Recording:
    """A run, as its cycle.finished events in order.

    Raises UnreadableLog for events that are not those of a run of this scenario, when it comes upon them.

    All cycles share one cluster, into which outcomes are folded: read a cycle before requesting the next.
    Cycles are cheap in the order in which they took place; an earlier one folds the run from its beginning.
    """

    def __init__(
        self,
        scenario: Scenario,
        finished: Iterable[CycleFinished],
        *,
        kubernetes_version: str | None = None,
        seed: int | None = None,
    ) -> None:
        self.scenario = scenario.under_release(kubernetes_version)
        self.version = self.scenario.version
        self.finished = [_readable(event) for event in finished]
        self.seed = seed
        self._simulation: Simulation | None = None

    @classmethod
    def of(
        cls, scenario: Scenario, *, kubernetes_version: str | None = None, seed: int | None = None
    ) -> Recording:
        """Run the scenario; raises InvalidInput."""
        scenario = scenario.under_release(kubernetes_version)
        events = simulate(scenario, seed=seed)
        finished = (event for event in events if event["kind"] == "cycle.finished")
        return cls(scenario, finished, seed=seed)

    def cycle(self, n: int) -> Cycle:
        """Compute a cycle again; IndexError when there is none. Extenders are not called, the log has their answers."""
        if not 0 <= n < len(self.finished):
            raise IndexError(n)
        event, simulation = self.finished[n], self.before(n)
        if simulation.handle.extenders is not None:
            simulation.handle.extenders.repeat(map(Call.from_json, event.get("extenders", ())))
        if (part := event.get("gang")) is not None:
            return Cycle(n, event["attempt"], simulation.compute_member(event, part))
        result = simulation.compute(event["pod"], event.get("node_hint"), event["node"])
        return Cycle(n, event["attempt"], result)

    def by_hand(self, choices: Iterable[tuple[str, str | None]]) -> Iterator[Cycle]:
        """Compute the cycle of each pod while those before it run where somebody has put them.

        `choices` are pods (`namespace/name`) with their nodes, None for those that are left waiting; each is read after
        the cycle of its pod. Volumes and claims stay as they are, and nobody is evicted. Read a cycle before requesting
        the next. Raise KeyError for a node that is not there, InvalidInput if the configuration has extenders.
        """
        simulation = Simulation(self.scenario, self.version, self.seed)
        for n, (pod, node) in enumerate(choices):
            yield Cycle(n, 1, simulation.compute(pod))
            if node is None:
                continue
            if node not in simulation.handle.snapshot.index:
                raise KeyError(node)
            simulation.place(pod, node, simulation.start_index)

    def gang(self, n: int) -> GangView | None:
        """Return the cycle of the pod group of which cycle `n` is a part; None if its pod is in none."""
        gang = self._gang(n)
        if gang is None:
            return None
        events, simulation = gang
        record = simulation.compute_gang(events[0]["pod"], [event["pod"] for event in events])
        if record is None:
            raise UnreadableLog(f"pod {events[0]['pod']} has no pod group")
        return gang_view(record, {event["pod"]: event["cycle"] for event in events})

    def another_order(self, n: int) -> OrderView | None:
        """Return a search over the orders of the members of cycle `n`'s pod group; None if its pod is in none."""
        gang = self._gang(n)
        if gang is None:
            return None
        events, simulation = gang
        part = events[0]["gang"]
        search = simulation.search_orders([event["pod"] for event in events])
        return order_view(part["pod_group"], search)

    def _gang(self, n: int) -> tuple[list[CycleFinished], Simulation] | None:
        """Return the events of the group's cycle, and the cluster when it began; IndexError for an unknown cycle."""
        if not 0 <= n < len(self.finished):
            raise IndexError(n)
        if "gang" not in self.finished[n]:
            return None
        first = last = n
        while not self.finished[first]["gang"]["first"]:
            first -= 1
        while not self.finished[last]["gang"]["last"]:
            last += 1
        return self.finished[first : last + 1], self.before(first)

    def cycles(self) -> Iterator[Cycle]:
        """Compute every cycle again, in order."""
        return map(self.cycle, range(len(self.finished)))

    def before(self, n: int) -> Simulation:
        """Fold the outcomes of the first `n` cycles; the end of the run is `n = len(finished)`.

        The same Simulation moves forwards; only an earlier `n` begins another one.
        """
        if self._simulation is None or n < self._simulation.cycle_count:
            self._simulation = Simulation(self.scenario, self.version, self.seed, allow_extenders=True)
        for event in self.finished[self._simulation.cycle_count : n]:
            allowance.check()
            outcome = Outcome.from_json(event)
            _require_known(self._simulation, outcome)
            self._simulation.apply(outcome)
        return self._simulation

    def attempts(self, pod: str) -> list[CycleFinished]:
        """Return the events of the pod's attempts, in order; `pod` is `namespace/name`."""
        return self._attempts.get(pod, [])

    def attempt(self, pod: str, number: int) -> CycleFinished | None:
        """Return the event of one attempt, counted from 1; None when the run has no such attempt."""
        return next((event for event in self.attempts(pod) if event["attempt"] == number), None)

    @cached_property
    def placements(self) -> dict[str, str]:
        """Return the node of each pod that runs at the end."""
        running = (pod for pod in self.scenario.objects.pods if not pod.finished)
        nodes = {pod.key: pod.node_name for pod in running if pod.node_name}
        for event in self.finished:
            for victim in event["victims"]:
                nodes.pop(victim, None)
            if event["node"]:
                nodes[event["pod"]] = event["node"]
        return nodes

    @cached_property
    def _attempts(self) -> dict[str, list[CycleFinished]]:
        attempts: dict[str, list[CycleFinished]] = {}
        for event in self.finished:
            attempts.setdefault(event["pod"], []).append(event)
        return attempts


def _readable(event: CycleFinished) -> CycleFinished:
    if missing := _READ - event.keys():
        raise UnreadableLog(f"an event cycle.finished lacks {', '.join(sorted(missing))}")
    return event


def _require_known(simulation: Simulation, outcome: Outcome) -> None:
    """Raise UnreadableLog if the outcome is about a pod or a node that is not there at this point of the run."""
    snapshot = simulation.handle.snapshot
    moves = outcome.node is not None or outcome.nominated
    if moves and outcome.pod not in simulation.waiting:
        raise UnreadableLog(f"pod {outcome.pod} does not wait")
    if outcome.node is not None and outcome.node not in snapshot.index:
        raise UnreadableLog(f"there is no node {outcome.node}")
    for victim in outcome.victims:
        if snapshot.node_of(victim) is None:
            raise UnreadableLog(f"pod {victim} runs nowhere")
