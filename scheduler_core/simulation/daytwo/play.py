"""A play: a scenario's steps on the simulated clock, with what the controllers and the scheduler make of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Skipped
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.steps.step import Step

from . import budgets, daemonsets, deployments, jobs, nodes, replicasets, statefulsets, workload_entries
from .actions import act, operands
from .contract import Timeline, Why
from .recording import Recorder, TooLong, why
from .start import Start, prepare
from .world import World


def schedule(world: World) -> bool:
    """Attempt all pods that are ready to be; return whether there was one."""
    scheduler, pods = world.scheduler, world.pods
    if scheduler.stale:
        scheduler.refresh(world.typed_objects())
    scheduler.move_to(world.clock.now)
    attempted = False
    while (queued := scheduler.pop()) is not None:
        attempted = True
        seed, result, outcome = scheduler.attempt(queued)
        pod = pods.by_key[queued.pod.key]
        scheduler.bind(outcome)
        for key in (*outcome.cleared, *([pod.key] if outcome.nominated is not None else ())):
            pods.nominate(pods.by_key[key])
        if outcome.node is not None:
            pods.place(pod, _placing(result), seed)
        elif isinstance(result, CycleRecord):
            pods.reject(pod, result.error or result.fit_error or "", seed)
        else:
            pods.reject(pod, str(result.why), None)
        for victim in outcome.victims:
            pods.preempt(pods.by_key[victim], why("scheduler preempted", by=pod.key))
    return attempted


def _placing(result: CycleRecord | Skipped) -> Why:
    """Return why a pod has its node: how many nodes passed and have the highest total, and whether one is drawn."""
    if not isinstance(result, CycleRecord):
        return why("scheduler placed")
    feasible = max(len(result.search.feasible), 1) if result.search is not None else 1
    return why("scheduler placed", feasible=feasible, ties=len(result.best), drawn=result.likely is None)


def _replica_set(world: World, key: str) -> bool:
    replica_set = world.workloads.replica_sets[key]
    replica_set.replicas = replica_set.workload.spec.integer("replicas", 1)
    return replicasets.sync(world, replica_set)


_CONTROLLERS: dict[str, Callable[[World, str], bool]] = {
    "Deployment": deployments.sync,
    "ReplicaSet": _replica_set,
    "ReplicationController": _replica_set,
    "StatefulSet": statefulsets.sync,
    "DaemonSet": daemonsets.sync,
    "Job": jobs.sync,
}


def reconcile(world: World) -> bool:
    """Let each controller whose objects have changed make one step; return whether one did something."""
    dirty = world.workloads.dirty
    keys = list(dirty)
    dirty.clear()
    changed = False
    for key in keys:
        controller = _CONTROLLERS.get(key.partition(" ")[0])
        if controller is not None and controller(world, key):
            dirty[key] = None
            changed = True
    return changed


# A play ends here: more moments than anybody looks at.
MOST_MOMENTS = 100_000
# The next step begins after this time, even if things still happen: some would for ever.
_MOST_SECONDS = 3600.0
# What happens again and again alone, such as refused evictions, keeps a play going for this long.
_REPEATS_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Play:
    """What came of the steps for a seed. `recorder` has the objects at each moment, for `moment_content`."""

    start: Start
    seed: int
    recorder: Recorder
    seconds: float
    complete: bool

    def timeline(self) -> Timeline:
        """Return the play as JSON."""
        recorder = self.recorder
        return {
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "actions": recorder.actions,
            "moments": recorder.moments,
            "stays": recorder.stays,
            "nodes": list(recorder.nodes.values()),
            "workloads": list(recorder.workloads.values()),
            "budgets": list(recorder.budgets.values()),
            "complete": self.complete,
        }


def play(
    scenario: Scenario | Start,
    steps: Sequence[Step] | None = None,
    seed: int = 1,
    *,
    most: int = MOST_MOMENTS,
) -> Play:
    """Play steps on a scenario; None plays those that it has. `seed` decides all that is left to chance.

    Plays of many seeds share a `prepare`d scenario. Raise InvalidInput if a step names what is not there, or if the
    configuration has extenders.
    """
    start = scenario if isinstance(scenario, Start) else prepare(scenario)
    return _Performance(start, seed, most).perform(start.scenario.steps if steps is None else steps)


class _Performance:
    """A play under way."""

    def __init__(self, start: Start, seed: int, most: int) -> None:
        self._recorder = Recorder(most)
        self._world = World(start, seed, self._recorder, nodes.watch_taints)

    def perform(self, steps: Sequence[Step]) -> Play:
        world, recorder = self._world, self._recorder
        complete = True
        try:
            self._begin()
            self._run_until(None, steps[0].after if steps else None)
            for number, step in enumerate(steps):
                self._end_action()
                self._act(step)
                following = steps[number + 1].after if number + 1 < len(steps) else None
                self._run_until(world.clock.now + step.seconds if step.kind == "wait" else None, following)
        except TooLong:
            complete = False
        self._end_action()
        return Play(world.start, world.seed, recorder, world.clock.now, complete)

    def _begin(self) -> None:
        world = self._world
        self._open("start", {}, None)
        for name in world.nodes.by_name:
            self._recorder.node_came(name, world.nodes.state(name, 0))
        workload_entries.all_described(world)
        budgets.update(world)
        for pod in list(world.pods.by_key.values()):
            world.pods.look_at(pod)
        world.workloads.touch(*world.workloads.by_key)
        world.workloads.count()

    def _open(self, kind: str, about: dict[str, object], written: object) -> None:
        first = self._recorder.last + 1
        self._recorder.actions.append(
            {
                "kind": kind,  # type: ignore[typeddict-item]
                "operands": about,  # type: ignore[typeddict-item]
                "step": written,  # type: ignore[typeddict-item]
                "at": round(self._world.clock.now, 3),
                "first": first,
                "last": first,
                "settled": False,
            }
        )
        self._recorder.record(self._world.clock.now, "action", why(f"step {kind}"))

    def _end_action(self) -> None:
        self._recorder.actions[-1]["last"] = max(self._recorder.last, 0)
        self._world.workloads.count()

    def _act(self, step: Step) -> None:
        world = self._world
        self._open(step.kind, {**operands(world, step)}, step.written)
        act(world, step)
        workload_entries.all_described(world)

    def _run_until(self, at: float | None, following: float | None) -> None:
        """Go on until nothing more happens, or until a time; `following` is the next step's delay from here."""
        world = self._world
        limit = None if following is None else world.clock.now + following
        if limit is not None and at is not None:
            at = min(at, limit)
        elif limit is not None:
            at = limit
        last = world.clock.now + _MOST_SECONDS
        settled = at is None
        self._settle()
        quiet = (self._recorder.last, world.clock.now)
        while (following_at := self._next_at()) is not None:
            if at is not None and following_at > at:
                break
            if at is None and following_at > last:
                settled = False
                break
            if at is None and world.clock.only_repeats and world.scheduler.next_ready() is None:
                if self._recorder.last != quiet[0]:
                    quiet = (self._recorder.last, world.clock.now)
                elif following_at > quiet[1] + _REPEATS_SECONDS:
                    break
            self._advance(following_at)
        if at is not None:
            world.clock.move_to(at)
        self._recorder.actions[-1]["settled"] = settled

    def _next_at(self) -> float | None:
        times = [
            t for t in (self._world.clock.next_at(), self._world.scheduler.next_ready()) if t is not None
        ]
        return min(times, default=None)

    def _advance(self, at: float) -> None:
        clock = self._world.clock
        planned = clock.next_at()
        if planned is not None and planned <= at:
            clock.advance()
        else:
            clock.move_to(at)
        self._settle()

    def _settle(self) -> None:
        """Let the controllers and the scheduler do, in turns, all that there is to do now."""
        world = self._world
        while True:
            changed = reconcile(world)
            changed |= schedule(world)
            if not changed:
                break
        budgets.update(world)
        world.workloads.count()
