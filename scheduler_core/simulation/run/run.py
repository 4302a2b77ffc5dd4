"""The loop over the cycles: pods in queue order, and an event for everything that happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cycle.cycle import CycleRecord, rejectors
from scheduler_core.scheduler.framework.events import ClusterEvent
from scheduler_core.scheduler.framework.extender.chain import ExtenderHints
from scheduler_core.scheduler.gang.record import GangRecord

from . import events
from .contract import Event
from .gangs import member_record, outcomes_of
from .hints import RequeueDecision, worth_requeuing
from .outcome import Outcome, Skipped
from .queue import QueuedPod, SchedulingQueue
from .scenario import Scenario
from .simulation import Simulation


def simulate(
    scenario: Scenario,
    *,
    kubernetes_version: str | None = None,
    seed: int | None = None,
    allow_extenders: bool = False,
) -> Iterator[Event]:
    """Schedule the pending pods until none is ready and no event requeues one; yield the run log.

    Without a `kubernetes_version` it is that of the scenario. Raise InvalidInput for a configuration with extenders
    unless `allow_extenders` is set.
    """
    scenario = scenario.under_release(kubernetes_version)
    yield from run_log(Simulation(scenario, scenario.version, seed, allow_extenders=allow_extenders))


def run_log(simulation: Simulation) -> Iterator[Event]:
    """Schedule the waiting pods of a new simulation, as `simulate` does."""
    return Run(simulation).events()


class Run:
    """The loop over the cycles, with the queue and the clock.

    The clock stands still while a pod is ready; otherwise it jumps to the end of the next backoff.
    """

    def __init__(self, simulation: Simulation, queue: SchedulingQueue | None = None) -> None:
        """Begin with the simulation's waiting pods, or with a `queue` of another simulation of the same profiles."""
        self.simulation = simulation
        self.now = 0.0
        if queue is not None:
            self.queue = queue
            return
        queue_sort = next(iter(simulation.frameworks.values())).profile.queue_sort[0]
        self.queue = SchedulingQueue(queue_sort, pop_from_backoff=simulation.version.pops_from_backoff)
        for pod in simulation.waiting.values():
            self.queue.add(pod, self.now)

    def events(self) -> Iterator[Event]:
        yield events.run_started(self.simulation, self.queue)
        while (queued := self.next()) is not None:
            yield from self.attempt(queued)
        yield events.run_finished(self.simulation, self.queue, self.now)

    def add(self, pod: Pod) -> None:
        """Let a new pod arrive now."""
        self.simulation.add(pod)
        self.queue.add(pod, self.now)

    def delete(self, pod_key: str) -> list[Event]:
        """Delete a running or waiting pod now and let the events move pods; return what happens to them."""
        if pod_key in self.simulation.waiting:
            self.queue.delete(pod_key)
        return list(self._move(self.simulation.delete(pod_key)))

    def next(self, until: float = inf) -> QueuedPod | None:
        """Take the next pod from the queue, at the end of a backoff if need be; None if there is none until then."""
        queued = self.queue.pop()
        if queued is None and (ready := self.queue.next_ready()) is not None and ready <= until:
            self.now = ready
            self.queue.end_backoff(self.now)
            queued = self.queue.pop()
        return queued

    def attempt(self, queued: QueuedPod) -> Iterator[Event]:
        """Attempt to schedule the pod, apply the outcome and let its events move pods; yield what happens.

        A member of a pod group brings all others that wait, each with a cycle of its own.
        """
        gang = self.simulation.compute_gang(queued.pod.key)
        if gang is not None:
            yield from self._attempt_gang(queued, gang)
            return
        result, cycle = self.simulation.compute(queued.pod.key), self.simulation.cycle_count
        yield events.cycle_started(cycle, queued, result, self.queue, self.now)
        if isinstance(result, CycleRecord):
            yield from events.points(result, cycle)
        outcome = self.conclude(queued, result)
        yield events.cycle_finished(cycle, queued.attempts, result, outcome)
        yield from self._move(self.simulation.apply(outcome))

    def _attempt_gang(self, popped: QueuedPod, gang: GangRecord) -> Iterator[Event]:
        """Apply the outcomes of all members and let their events move pods; yield what happens."""
        taken = {popped.pod.key: popped, **self.queue.take({pod.key for pod in gang.members})}
        outcomes = outcomes_of(gang, self.simulation.start_index)
        waiting: list[tuple[QueuedPod, CycleRecord]] = []
        for pod, outcome in zip(gang.members, outcomes, strict=True):
            queued = taken[pod.key]
            result, cycle = member_record(gang, pod), self.simulation.cycle_count
            yield events.cycle_started(cycle, queued, result, self.queue, self.now)
            yield from events.points(result, cycle)
            if outcome.node is None:
                waiting.append((queued, result))
            yield events.cycle_finished(cycle, queued.attempts, result, outcome)
            if outcome.gang is not None and outcome.gang.last:
                self._requeue_members(gang, waiting)
            yield from self._move(self.simulation.apply(outcome))

    def _requeue_members(self, gang: GangRecord, waiting: Iterable[tuple[QueuedPod, CycleRecord]]) -> None:
        """Let the members without a node wait; where the others have one, since v1.37, they are next."""
        stay = bool(gang.bound) and self.simulation.version.rest_of_group_stays_active
        for member, record in waiting:
            if stay and member.pod.key in gang.rejections:
                self.queue.keep_active(member)
            else:
                self.queue.add_unschedulable(member, rejectors(record), self.now)

    def schedule(self, queued: QueuedPod) -> Outcome:
        """Attempt to schedule the pod as `attempt` does, for callers without a log; return the outcome."""
        outcome = self.conclude(queued, self.simulation.compute(queued.pod.key))
        for event in self.simulation.apply(outcome):
            self.deliver(event)
        return outcome

    def conclude(self, queued: QueuedPod, result: CycleRecord | Skipped) -> Outcome:
        """Return what the result changes; a pod that failed waits again."""
        if not isinstance(result, CycleRecord):
            return Outcome(queued.pod.key)
        outcome = Outcome.of(result)
        if outcome.node is None:
            self.queue.add_unschedulable(queued, rejectors(result), self.now)
        return outcome

    def deliver(self, event: ClusterEvent) -> list[tuple[QueuedPod, RequeueDecision]]:
        """Let an event requeue the unschedulable pods that it may help; return the decisions."""
        return self.queue.move(_EventDecider(self.simulation, event), self.now)

    def _move(self, cluster_events: Iterable[ClusterEvent]) -> Iterator[Event]:
        for event in cluster_events:
            if decisions := self.deliver(event):
                yield events.queue_moved(event, decisions, self.now)


class _EventDecider:
    """Decides which pods an event requeues, once for all pods of a class with the same rejectors."""

    def __init__(self, simulation: Simulation, event: ClusterEvent) -> None:
        self._simulation = simulation
        self._event = event
        self._decisions: dict[tuple[PodTemplate, tuple[str, ...]], RequeueDecision] = {}

    def __call__(self, queued: QueuedPod) -> RequeueDecision | None:
        if not self._event.concerns(queued.pod):
            return None
        key = (queued.pod.template, queued.rejectors)
        if key not in self._decisions:
            self._decisions[key] = self._decide(queued.pod, queued.rejectors)
        return self._decisions[key]

    def _decide(self, pod: Pod, rejector_names: tuple[str, ...]) -> RequeueDecision:
        profile = self._simulation.frameworks[pod.template.scheduler_name].profile
        return worth_requeuing(
            pod, rejector_names, [*profile.pre_filter, *profile.filter, ExtenderHints()], self._event
        )
