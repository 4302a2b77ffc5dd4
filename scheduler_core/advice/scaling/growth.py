"""A cluster to which nodes are added, and in which pods are placed where the filters let them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self

from scheduler_core import allowance
from scheduler_core.advice.room import Room
from scheduler_core.explain.view.causes.reasons import refusals
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.simulation.run.simulation import Simulation


class GrowingCluster:
    """The cluster of a simulation with nodes added, which are the rows from `first_new` on."""

    def __init__(self, simulation: Simulation, snapshot: Snapshot | None = None, first_new: int = 0) -> None:
        self._simulation = simulation
        own = simulation.handle.snapshot.altered({}) if snapshot is None else snapshot
        self.first_new = first_new or len(own)
        self._room = Room(simulation, own, preempts=False)

    @property
    def snapshot(self) -> Snapshot:
        return self._room.snapshot

    def fork(self) -> Self:
        """Return a copy; what happens to it does not happen here."""
        return type(self)(self._simulation, self.snapshot.altered({}), self.first_new)

    def add(self, nodes: Sequence[Node], daemons: Iterable[Pod] = ()) -> int:
        """Add nodes with the pods that come with each; return the row of the first."""
        row = len(self.snapshot)
        self._room = Room(self._simulation, self.snapshot.altered({}, nodes), preempts=False)
        for pod in daemons:
            for number, node in enumerate(nodes, row):
                self.assume(replace(pod, name=f"{pod.name}-on-{node.name}"), number)
        return row

    def feasible(self, pod: Pod) -> list[int]:
        allowance.check()
        return self._room.feasible(pod)

    def fits(self, pod: Pod, row: int) -> bool:
        return row in self.feasible(pod)

    def assume(self, pod: Pod, row: int) -> None:
        self.snapshot.assume(pod, row)

    def reasons(self, pod: Pod, row: int) -> list[str]:
        """Return why a node refuses a pod, as the scheduler's messages; none if it takes it."""
        record = self._room.filtered(pod)
        if record.error:
            return [record.error]
        if row in record.feasible:
            return []
        refused = refusals(record)
        sets = (refused.sets[i] for i in refused.set_of[refused.rows == row].tolist())
        reasons = {reason for reasons_of_node in sets for reason in reasons_of_node} or refused.common
        return sorted({reason.message or reason.operand for reason in reasons})

    def schedule(self, pods: Iterable[Pod]) -> tuple[dict[str, str], dict[str, str]]:
        """Let the scheduler itself place pods; return their nodes, and the messages of those that stay pending.

        Pods that wait for others are tried again as long as one more is placed.
        """
        placed: dict[str, str] = {}
        waiting, messages = list(pods), dict[str, str]()
        while waiting:
            left, messages = [], {}
            for pod in waiting:
                allowance.check()
                record = self._room.place(replace(pod, nominated_node_name=""))
                if record.selected is None:
                    left.append(pod)
                    messages[pod.key] = record.fit_error or record.error
                else:
                    placed[pod.key] = self.snapshot.nodes[record.selected].name
            if len(left) == len(waiting):
                break
            waiting = left
        return placed, messages
