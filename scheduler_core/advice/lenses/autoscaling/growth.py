"""A cluster to which nodes are added, and in which pods are placed where the filters let them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Self

from scheduler_core.advice.lenses.contract import GroupRefusal
from scheduler_core.advice.room import Room
from scheduler_core.explain.view.causes.reasons import refusals
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.simulation.run.simulation import Simulation

from .nodegroups import NodeGroup


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

    def add(self, group: NodeGroup, node: Node) -> int:
        """Add a node with the pods that come with each node of its group; return its row."""
        self._take(self.snapshot.altered({}, [node]))
        row = len(self.snapshot) - 1
        self._start_daemons(group, row)
        return row

    def replace(self, row: int, group: NodeGroup, node: Node) -> None:
        """Let a node of another group take the place of an added one; its pods stay, but for the daemons."""
        for pod in self.snapshot.pods_on(row):
            if pod.name.endswith(_daemon_suffix(self.snapshot.nodes[row])):
                self.snapshot.forget(pod)
        self._take(self.snapshot.altered({row: node}))
        self._start_daemons(group, row)

    def feasible(self, pod: Pod) -> list[int]:
        return self._room.feasible(pod)

    def fits(self, pod: Pod, row: int) -> bool:
        return row in self.feasible(pod)

    def assume(self, pod: Pod, row: int) -> None:
        self.snapshot.assume(pod, row)

    def refusals(self, pod: Pod, groups: Iterable[NodeGroup], number: int) -> list[GroupRefusal]:
        """Return why a new node of each group, with a number, does not take a pod; the cluster stays as it is."""
        return [
            {"group": group.name, "reasons": self._reasons(pod, group, group.new_node(number))}
            for group in groups
        ]

    def schedule(self, pods: Iterable[Pod]) -> tuple[dict[str, str], dict[str, str]]:
        """Let the scheduler itself place pods; return their nodes, and the messages of those that stay pending.

        Pods that wait for others are tried again as long as one more is placed.
        """
        placed: dict[str, str] = {}
        waiting, messages = list(pods), dict[str, str]()
        while waiting:
            left, messages = [], {}
            for pod in waiting:
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

    def _reasons(self, pod: Pod, group: NodeGroup, node: Node) -> list[str]:
        """Return why a new node refuses a pod, as the scheduler's messages."""
        cluster = self.fork()
        row = cluster.add(group, node)
        record = cluster._room.filtered(pod)
        if record.error:
            return [record.error]
        refused = refusals(record)
        sets = (refused.sets[i] for i in refused.set_of[refused.rows == row].tolist())
        reasons = {reason for reasons_of_node in sets for reason in reasons_of_node} or refused.common
        return sorted({reason.message or reason.operand for reason in reasons})

    def _take(self, snapshot: Snapshot) -> None:
        self._room = Room(self._simulation, snapshot, preempts=False)

    def _start_daemons(self, group: NodeGroup, row: int) -> None:
        suffix = _daemon_suffix(self.snapshot.nodes[row])
        for pod in group.daemons:
            self.assume(replace(pod, name=f"{pod.name}{suffix}"), row)


def _daemon_suffix(node: Node) -> str:
    return f"-on-{node.name}"
