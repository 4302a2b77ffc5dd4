"""Nodes that could go: those whose pods all fit on the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from scheduler_core.advice.room import Room
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod

from .cluster_contract import FreeNode, Removal

MOST_LISTED = 100
_TIED = ("DaemonSet", "Node")  # their pods belong to their node
_HARD = "DoNotSchedule"


@dataclass
class RemovalInquiry:
    """The question which nodes of a finished run could go, each for itself and all at once.

    The pods of a node are placed again on the others, apart from those that belong to it.
    """

    recording: Recording
    nodes: list[FreeNode] = field(default_factory=list)
    together: list[FreeNode] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._simulation = self.recording.before(len(self.recording.finished))
        self._room = Room(self._simulation, self._simulation.handle.snapshot.altered({}), preempts=False)
        self._removed: list[int] = []
        self._done, self._searching = 0, True

    def steps(self) -> Iterator[None]:
        """Look at one node after another, and yield after each: first each for itself, then all at once."""
        snapshot = self._room.snapshot
        free: list[int] = []
        for row in sorted(range(len(snapshot)), key=lambda row: len(snapshot.pods_on(row))):
            if (moves := self._moves(row)) is not None:
                free.append(row)
                self.nodes.append(_free(row, moves, snapshot.nodes))
            self._done += 1
            yield
        for row in free:
            if (moves := self._moves(row)) is not None:
                self._move(row, moves)
                self.together.append(_free(row, moves, snapshot.nodes))
            self._done += 1
            yield
        self._searching = False

    def answer(self) -> Removal:
        """Return what is known so far."""
        count = len(self._room.snapshot)
        return {
            "nodes": _shortened(self.nodes),
            "together": _shortened(self.together),
            "searching": self._searching,
            "done": self._done,
            "total": count + (len(self.nodes) if self._done >= count else 0),
        }

    def _moves(self, row: int) -> dict[Pod, int] | None:
        """Return where the pods of a node would go without it, None if one cannot."""
        with self._without(row) as (room, leaving):
            return _placed(room, [pod for pod in leaving if not is_tied(pod)])

    @contextmanager
    def _without(self, row: int) -> Iterator[tuple[Room, list[Pod]]]:
        """Take a node with its pods out of the room, and put all back; `leaving` are these pods."""
        leaving = self._room.snapshot.pods_on(row)
        room = self._exact_room(row) if self._ends_domain(row, leaving) else self._room
        room.remove([row])
        for pod in leaving:
            room.snapshot.forget(pod)
        yield room, leaving
        if room is self._room:
            for pod in leaving:
                room.snapshot.assume(pod, row)
            room.remove([row], removed=False)

    def _move(self, row: int, moves: dict[Pod, int]) -> None:
        """Let the pods of a node move for good, and the node go."""
        snapshot = self._room.snapshot
        for pod in snapshot.pods_on(row):
            snapshot.forget(pod)
        for pod, node in moves.items():
            snapshot.assume(pod, node)
        self._room.remove([row])
        self._removed.append(row)

    def _ends_domain(self, row: int, pods: list[Pod]) -> bool:
        """Return whether a domain by which one of the pods must spread ends with the node."""
        constraints = (c for pod in pods for c in pod.template.spread if c.when_unsatisfiable == _HARD)
        return any(self._is_last_of(row, key) for key in {c.topology_key for c in constraints})

    def _is_last_of(self, row: int, key: str) -> bool:
        nodes = self._room.snapshot.nodes
        value = nodes[row].labels.get(key)
        gone = {row, *self._removed}
        return value is not None and not any(
            node.labels.get(key) == value and other not in gone for other, node in enumerate(nodes)
        )

    def _exact_room(self, row: int) -> Room:
        """Return a room in which the nodes that go belong to no domain any more."""
        snapshot = self._room.snapshot
        gone_nodes = {gone: bare(snapshot.nodes[gone]) for gone in (row, *self._removed)}
        room = Room(self._simulation, snapshot.altered(gone_nodes), preempts=False)
        room.remove(gone_nodes)
        return room


def _placed(room: Room, pods: list[Pod]) -> dict[Pod, int] | None:
    """Return the nodes of the pods, placed one after another, None if one does not fit; the room stays as it is."""
    moves: dict[Pod, int] = {}
    for pod in pods:
        node = room.attempt(replace(pod, node_name="")).selected
        if node is None:
            break
        room.snapshot.assume(pod, node)
        moves[pod] = node
    for pod in moves:
        room.snapshot.forget(pod)
    return moves if len(moves) == len(pods) else None


def is_tied(pod: Pod) -> bool:
    """Return whether a pod belongs to its node: it ends with it."""
    return pod.template.controller is not None and pod.template.controller.kind in _TIED


def bare(node: Node) -> Node:
    """Return a node that stands for one that is gone: without labels, and closed."""
    return replace(node, labels={}, taints=(), unschedulable=True, allocatable={})


def _free(row: int, moves: dict[Pod, int], nodes: tuple[Node, ...]) -> FreeNode:
    named = {pod.key: nodes[node].name for pod, node in moves.items()}
    return {"node": nodes[row].name, "pods": len(moves), "moves": named}


def _shortened(nodes: list[FreeNode]) -> list[FreeNode]:
    """Return the nodes, with the moves of the first ones alone."""
    return [*nodes[:MOST_LISTED], *(FreeNode(**{**free, "moves": {}}) for free in nodes[MOST_LISTED:])]


def nodes_that_could_go(recording: Recording) -> list[FreeNode]:
    """Return the nodes whose pods all fit on the others, those with the fewest pods first, each for itself."""
    inquiry = RemovalInquiry(recording)
    for _ in inquiry.steps():
        pass
    return inquiry.nodes
