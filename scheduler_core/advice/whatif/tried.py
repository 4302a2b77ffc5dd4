"""A repair tried: the scenario with its operations made, run from the cycle in which they act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NotRequired

from scheduler_core import allowance
from scheduler_core.explain.view.causes import causes
from scheduler_core.explain.view.causes.contract import Causes
from scheduler_core.explain.view.overview import NodesOverview, overview
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions.gates import GENERIC_WORKLOAD
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.run import Run
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .contract import RelocatedPod, RepairOperation
from .patching import Patched, patched
from .repair import operation_of_json

MOST_MOVED = 200


class LabelledNode(TypedDict):
    """A node that the change adds."""

    name: str
    labels: dict[str, str]


class TriedEnd(TypedDict):
    """The result of a run with a change."""

    causes: Causes
    """The pods that are pending still, by cause."""
    nodes: NodesOverview
    added: list[LabelledNode]
    moved: list[RelocatedPod]
    """Pods that end elsewhere than without the change, at most 200."""
    moved_count: int
    evicted: int
    """Pods that ran before the first cycle and have no node at the end."""


class TriedChange(TypedDict):
    """A trial of a change: how many pods have been placed so far, and the run's result."""

    placed: int
    """Of the pods without a node at the start, those that have one by now."""
    pods: int
    """Pods without a node at the start."""
    before: int
    """Of these, those that the run without the change places."""
    end: NotRequired[TriedEnd]
    """Absent until the run is over."""


@dataclass
class Trying:
    """The run of a scenario with operations made, beside the recording of the run without them.

    Raises InvalidInput for operations that cannot be made.
    """

    recording: Recording
    operations: Sequence[RepairOperation]
    _finished: list[CycleFinished] = field(default_factory=list)
    _placed: int = 0
    _end: TriedEnd | None = None

    def steps(self) -> Iterator[None]:
        """Run the changed scenario; yield after each cycle, and when all is known."""
        scenario, first = self._patched.scenario, self._first_cycle
        run = Run(Simulation(scenario, scenario.version, self.recording.seed))
        while (queued := run.next()) is not None:
            allowance.check()
            n = run.simulation.cycle_count
            if n < first and self.recording.finished[n]["node"] is not None:
                self._repeat(run, self.recording.finished[n])
            else:
                self._finished += [e for e in run.attempt(queued) if e["kind"] == "cycle.finished"]
            self._placed = run.simulation.bound_count
            yield
        self._end = self._ended()
        yield

    def answer(self) -> TriedChange:
        """Return what is known so far."""
        waiting = [pod for pod in _unfinished(self._patched.scenario) if not pod.node_name]
        before = sum(1 for event in self.recording.finished if event["node"])
        answer: TriedChange = {"placed": self._placed, "pods": len(waiting), "before": before}
        if self._end is not None:
            answer["end"] = self._end
        return answer

    @cached_property
    def made(self) -> Recording:
        """The recording of the run, once all steps are made."""
        return Recording(self._patched.scenario, self._finished, seed=self.recording.seed)

    @cached_property
    def _patched(self) -> Patched:
        return patched(
            self.recording.scenario, [operation_of_json(operation) for operation in self.operations]
        )

    @cached_property
    def _first_cycle(self) -> int:
        """The first cycle that may differ; all before it are those of the recording."""
        changed, scenario = self._patched.pods, self.recording.scenario
        version = scenario.version.with_gates(scenario.gates)
        if changed is None or version.batches or GENERIC_WORKLOAD in version.gates:
            return 0
        before, after = _by_key(scenario, changed), _by_key(self._patched.scenario, changed)
        if not all(_waits_alike(before.get(key), after.get(key)) for key in changed):
            return 0
        attempts = [self.recording.attempts(key) for key in changed]
        return min((events[0]["cycle"] if events else 0 for events in attempts), default=0)

    def _repeat(self, run: Run, event: CycleFinished) -> None:
        """Apply what a recorded cycle decided, in place of computing it again."""
        for cluster_event in run.simulation.apply(Outcome.from_json(event)):
            run.deliver(cluster_event)
        self._finished.append(event)

    def _ended(self) -> TriedEnd:
        former, scenario = self.recording.scenario, self._patched.scenario
        own = {node.name for node in former.objects.nodes}
        names = renamed(former, scenario)
        after = {names.get(key, key): node for key, node in self.made.placements.items()}
        before = self.recording.placements
        listed = dict.fromkeys((*before, *(names.get(pod.key, pod.key) for pod in _unfinished(scenario))))
        moved: list[RelocatedPod] = [
            {"pod": key, "before": before.get(key), "after": after.get(key)}
            for key in listed
            if before.get(key) != after.get(key)
        ]
        ran = [pod.key for pod in _unfinished(former) if pod.node_name]
        return {
            "causes": causes(self.made),
            "nodes": overview(self.made)["nodes"],
            "added": [
                {"name": node.name, "labels": dict(node.labels)}
                for node in scenario.objects.nodes
                if node.name not in own
            ],
            "moved": moved[:MOST_MOVED],
            "moved_count": len(moved),
            "evicted": sum(key not in after for key in ran),
        }


def renamed(before: Scenario, after: Scenario) -> dict[str, str]:
    """Return the former names of pods by their new ones: those that controllers make are named after their template."""
    former = before.objects.expanded
    return {
        new: old
        for name, pods in after.objects.expanded.items()
        for old, new in zip(former.get(name, ()), pods, strict=False)
        if old != new
    }


def _waits_alike(before: Pod | None, after: Pod | None) -> bool:
    """Return whether a pod waits, and enters the queue in the same place, with the change as without it."""
    if before is None or after is None or before.node_name or after.node_name:
        return False
    if before.nominated_node_name or after.nominated_node_name:
        return False
    own, new = before.template, after.template
    return own.priority == new.priority and own.scheduler_name == new.scheduler_name


def _by_key(scenario: Scenario, keys: frozenset[str]) -> dict[str, Pod]:
    return {pod.key: pod for pod in scenario.objects.pods if pod.key in keys}


def _unfinished(scenario: Scenario) -> list[Pod]:
    return [pod for pod in scenario.objects.pods if not pod.finished]
