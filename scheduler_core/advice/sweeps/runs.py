"""Runs of one scenario with many seeds, over one cluster that is put back after each."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.snapshot import Mark, Snapshot
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.events import failure_message
from scheduler_core.simulation.run.outcome import Outcome, Skipped
from scheduler_core.simulation.run.queue import QueuedPod
from scheduler_core.simulation.run.run import Run, run_log
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .ending import NO_NODE, Ending, Gauge
from .nodeanswers import NodeStates
from .shortcut import Scored, Shortcut, shortcut_of


class Runs:
    """The runs of a scenario under its version, each that of `simulate` with the same seed.

    `pods` are those that wait, in the order of an ending. Where pods take volumes or devices,
    or come in groups, each run gets a cluster of its own.
    """

    def __init__(self, scenario: Scenario, snapshot: Snapshot | None = None) -> None:
        """Run in the cluster of the scenario; `snapshot` is that, if there is one already that can be put back."""
        self.scenario = scenario
        self._begin(snapshot)
        self.pods = list(self._simulation.waiting.values())
        self._number = {pod.key: i for i, pod in enumerate(self.pods)}
        numbers = {node.name: i for i, node in enumerate(scenario.objects.nodes)}
        nodes = self._simulation.handle.snapshot.nodes
        self._node_numbers = np.array([numbers[node.name] for node in nodes], dtype=np.int64)
        self._can_rewind = _can_rewind(self._simulation)
        self._runs_made = 0
        self._rng = Random()
        self._scored: Scored | None = None
        self._states = NodeStates(len(nodes))
        self._shortcuts: dict[PodTemplate, Shortcut] = {}

    @property
    def snapshot(self) -> Snapshot | None:
        """The cluster for other runs of the same objects and version; None if it cannot be put back."""
        return self._simulation.handle.snapshot if self._can_rewind else None

    def _begin(self, snapshot: Snapshot | None = None) -> None:
        simulation = self._simulation = Simulation(self.scenario, self.scenario.version, snapshot=snapshot)
        snapshot = simulation.handle.snapshot
        templates = {*snapshot.nodes_by_class, *(pod.template for pod in simulation.waiting.values())}
        self._gauge = Gauge(simulation.handle, templates)
        self._mark = snapshot.mark()
        self._waiting = dict(simulation.waiting)
        self._nominations = [*simulation.handle.nominator]

    def run(self, seed: int) -> Ending:
        """Run with a seed and return its tally."""
        allowance.check()
        if not self._can_rewind:
            return self._run_apart(seed)
        simulation = self._simulation
        simulation.seed = seed
        shortcuts = self._begin_shortcuts()
        tape = _Tape(simulation)
        run = Run(simulation)
        while (queued := run.next()) is not None:
            shortcut = shortcuts.get(queued.pod.template)
            if shortcut is None or not self._take(shortcut, queued, run, tape):
                self._attempt(queued, run, tape)
        ending = self._ending(tape)
        tape.rewind(self._mark)
        self._rewind()
        return ending

    def _attempt(self, queued: QueuedPod, run: Run, tape: _Tape) -> None:
        """Make a whole cycle, as `simulate` does."""
        if self._scored is not None:
            self._simulation.batch, self._scored = self._scored.batch(), None
        result = self._simulation.compute(queued.pod.key)
        outcome = run.conclude(queued, result)
        self._note(outcome)
        tape.add(outcome, result)
        for event in self._simulation.apply(outcome):
            run.deliver(event)

    def _take(self, shortcut: Shortcut, queued: QueuedPod, run: Run, tape: _Tape) -> bool:
        """Place the pod by the shortcut; return False if it needs a whole cycle."""
        simulation, pod = self._simulation, queued.pod
        if len(simulation.handle.nominator):
            return False
        text = f"{simulation.seed}/{simulation.cycle_count}"
        before = self._scored or simulation.batch
        decision = shortcut.decide(pod, simulation.start_index, self._rng, text, before)
        if decision is None:
            return False
        self._scored = decision.scored
        node = simulation.handle.snapshot.nodes[decision.row].name
        tape.place(pod.key, node, decision.ties)
        event = simulation.place(pod.key, node, decision.next_start_index)
        self._states.pod_added(decision.row, pod.template)
        run.deliver(event)
        return True

    def _note(self, outcome: Outcome) -> None:
        """Note which nodes an outcome changes."""
        snapshot = self._simulation.handle.snapshot
        for victim in outcome.victims:
            if (row := snapshot.node_of(victim)) is not None:
                self._states.pod_removed(row)
        if outcome.node is not None:
            template = self._waiting[outcome.pod].template
            self._states.pod_added(snapshot.index[outcome.node], template)

    def _begin_shortcuts(self) -> dict[PodTemplate, Shortcut]:
        """Return the shortcuts by class: made for the second run, as the first may be the only one."""
        self._runs_made += 1
        if self._runs_made == 2 or self._states.full:
            self._states = NodeStates(len(self._simulation.handle.snapshot))
            first = {pod.template: pod for pod in reversed(self.pods)}
            shortcuts = {t: shortcut_of(self._simulation, pod, self._states) for t, pod in first.items()}
            self._shortcuts = {template: made for template, made in shortcuts.items() if made is not None}
        return self._shortcuts

    def _run_apart(self, seed: int) -> Ending:
        """Run in a new cluster, and read the log."""
        self._begin()
        self._simulation.seed = seed
        tape = _Tape(self._simulation)
        for event in run_log(self._simulation):
            if event["kind"] == "cycle.finished":
                tape.add_event(event)
        return self._ending(tape)

    def _ending(self, tape: _Tape) -> Ending:
        nodes, tied = np.full(len(self.pods), NO_NODE), np.zeros(len(self.pods), dtype=bool)
        snapshot = self._simulation.handle.snapshot
        rows = [snapshot.index[name] for name in tape.placed.values()]
        places = [self._number[key] for key in tape.placed]
        nodes[places] = self._node_numbers[rows]
        tied[[self._number[key] for key in tape.tied]] = True
        waiting = self._simulation.waiting
        return Ending(
            nodes,
            tied,
            self._simulation.cycle_count,
            tape.tied_decisions,
            {key: tape.messages.get(key, "") for key in self._number if key in waiting} if waiting else {},
            tape.placed,
            tuple(tape.victims),
            tape.evicted,
            self._gauge.nodes_used(),
            self._gauge.skew(),
        )

    def _rewind(self) -> None:
        simulation = self._simulation
        self._scored = None
        self._states.rewind()
        for shortcut in self._shortcuts.values():
            shortcut.rewind()
        simulation.waiting = dict(self._waiting)
        simulation.bound_count = simulation.start_index = simulation.cycle_count = 0
        simulation.batch = None
        for pod, _ in simulation.handle.nominator:
            simulation.handle.nominator.delete(pod.key)
        for pod, node_name in self._nominations:
            simulation.handle.nominator.add(pod, node_name)


class _Tape:
    """What a run did to the cluster, so that it can be counted and taken back.

    `placed` has by pod its node, `tied` the pods whose last decision had more than one best node.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._snapshot = simulation.handle.snapshot
        self.victims: dict[str, tuple[Pod, int]] = {}
        self.placed: dict[str, str] = {}
        self.tied: set[str] = set()
        self.tied_decisions = 0
        self.evicted = 0
        self.messages: dict[str, str] = {}

    def add(self, outcome: Outcome, result: CycleRecord | Skipped) -> None:
        """Note a decision before its outcome is applied."""
        ties = len(result.best) if isinstance(result, CycleRecord) else 0
        message = failure_message(result) if outcome.node is None else None
        self._add(outcome.pod, outcome.node, outcome.victims, ties, message)

    def add_event(self, event: CycleFinished) -> None:
        """Note a decision by its event, before its outcome is applied."""
        self._add(event["pod"], event["node"], event["victims"], event["ties"], event["message"])

    def _add(
        self, pod: str, node: str | None, victims: Iterable[str], ties: int, message: str | None
    ) -> None:
        for key in victims:
            self._evict(key)
        if node is not None:
            self.place(pod, node, ties)
        else:
            self._decide(pod, ties)
            self.messages[pod] = message or ""

    def place(self, pod: str, node: str, ties: int) -> None:
        """Note that a pod takes one of so many best nodes."""
        self.placed[pod] = node
        self._decide(pod, ties)

    def _decide(self, pod: str, ties: int) -> None:
        if ties > 1:
            self.tied_decisions += 1
            self.tied.add(pod)
        else:
            self.tied.discard(pod)

    def _evict(self, key: str) -> None:
        self.evicted += 1
        if self.placed.pop(key, None) is None:
            node = self._snapshot.node_of(key)
            assert node is not None
            self.victims[key] = (self._snapshot.pod(key), node)

    def rewind(self, mark: Mark) -> None:
        """Put the pods of the cluster back as they were before the run."""
        self._snapshot.rewind(mark, self.placed, self.victims.values())


def _can_rewind(simulation: Simulation) -> bool:
    """Return whether all that a run changes can be put back: pods come and go, and nothing else."""
    devices = simulation.scenario.objects.devices
    has_devices = devices.classes or devices.slices or devices.claims or devices.templates
    has_volumes = any(pod.template.volumes for pod in simulation.waiting.values())
    has_groups = any(pod.template.pod_group for pod in simulation.scenario.objects.pods)
    return not (has_devices or has_volumes or has_groups)
