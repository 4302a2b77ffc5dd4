"""Conflicts: pods that fit one by one, but were not placed together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from scheduler_core.advice.room import Room
from scheduler_core.explain.view.causes.workload import Workload, workload_of
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cycle.cycle import CycleRecord

from .cluster_contract import Conflict, ConflictingPods

MOST_ATTEMPTS = 20_000  # cycles for all conflicts together
MOST_SINGLE = 64  # pods among which the needed ones are singled out
MOST_PROVEN = 6  # pods of a conflict of which every order is tried
MOST_TRIED = 500  # cycles for that, per conflict
_NAMED = 20

T = TypeVar("T")


class _OutOfTime(Exception):
    """The cycles for all conflicts together are used up."""


@dataclass
class Conflicts:
    """The conflicts of pods that a run leaves pending with those that it places.

    Pods are placed into the cluster as it was before the run, as the scheduler places them and without preemption.
    `complete` says whether no conflict was left out for want of cycles.
    """

    recording: Recording
    most_attempts: int = MOST_ATTEMPTS
    complete: bool = True
    attempts: int = 0
    _placed: list[Pod] = field(default_factory=list)

    def __post_init__(self) -> None:
        simulation = self.recording.before(0)
        self._room = Room(simulation, simulation.handle.snapshot.altered({}), preempts=False)
        by_key = {pod.key: pod for pod in self.recording.scenario.objects.pods}
        self._placed = [by_key[event["pod"]] for event in self.recording.finished if event["node"]]

    def of(self, pod: Pod) -> Conflict | None:
        """Return the conflict of a pending pod; None if it does not fit alone, or if none is found."""
        if not self.complete:
            return None
        try:
            return self._conflict(pod)
        except _OutOfTime:
            self.complete = False
            return None

    def _conflict(self, pod: Pod) -> Conflict | None:
        if self._stopped([pod]) is not None or self._stopped([*self._placed, pod]) is None:
            return None
        groups: dict[Workload, list[Pod]] = {}
        for other in self._placed:
            groups.setdefault(workload_of(other), []).append(other)
        needed = self._needed(list(groups.values()), lambda chosen: [p for pods in chosen for p in pods], pod)
        others = self._in_order([other for pods in needed for other in pods])
        if minimal := len(others) <= MOST_SINGLE:
            others = self._in_order(self._needed(others, lambda chosen: chosen, pod))
        stopped = self._stopped([*others, pod])
        if stopped is None or any(self._stopped([other]) is not None for other in others):
            return None
        placement, proven = self._other_order(others, pod)
        return {
            "pod": pod.key,
            "parts": _parts(others),
            "minimal": minimal,
            "message": stopped.fit_error or stopped.error,
            "proven": proven,
            "placement": placement,
        }

    def _in_order(self, pods: Sequence[Pod]) -> list[Pod]:
        """Return pods in the order in which the run placed them."""
        chosen = set(pods)
        return [pod for pod in self._placed if pod in chosen]

    def _needed(self, parts: list[T], pods_of: Callable[[list[T]], list[Pod]], pod: Pod) -> list[T]:
        """Return the parts without those that are not needed for the pod to be left over (QuickXplain)."""

        def conflicts(chosen: list[T]) -> bool:
            return self._stopped([*self._in_order(pods_of(chosen)), pod]) is not None

        def needed(base: list[T], candidates: list[T], *, grew: bool) -> list[T]:
            if grew and conflicts(base):
                return []
            if len(candidates) == 1:
                return candidates
            first, second = candidates[: len(candidates) // 2], candidates[len(candidates) // 2 :]
            of_second = needed(base + first, second, grew=True)
            return needed(base + of_second, first, grew=bool(of_second)) + of_second

        chosen = needed([], parts, grew=False)
        for part in list(chosen):  # what depends on the order of the others may have come along
            rest = [other for other in chosen if other is not part]
            if conflicts(rest):
                chosen = rest
        return chosen

    def _stopped(self, pods: Sequence[Pod]) -> CycleRecord | None:
        """Return the cycle of the first of the pods that does not fit after the others; the room stays as it is."""
        placed: list[Pod] = []
        try:
            for pod in pods:
                record = self._place(pod)
                if record.selected is None:
                    return record
                placed.append(pod)
            return None
        finally:
            self._forget(placed)

    def _place(self, pod: Pod) -> CycleRecord:
        if self.attempts >= self.most_attempts:
            raise _OutOfTime
        self.attempts += 1
        return self._room.place(pod)

    def _forget(self, pods: Sequence[Pod]) -> None:
        for pod in pods:
            self._room.snapshot.forget(pod)
        self._room.start_over()

    # -- other orders -------------------------------------------------------------------------------------

    def _other_order(self, others: list[Pod], pod: Pod) -> tuple[dict[str, str], bool]:
        """Return nodes with which all pods fit, and whether there are none in any order and choice of nodes."""
        if self._stopped([pod, *others]) is None:
            return self._placement([pod, *others]), False
        if len(others) >= MOST_PROVEN:
            return {}, False
        search = _Orders(self._room, MOST_TRIED)
        placement = search.placement([pod, *others])
        self.attempts += search.tried
        return placement or {}, placement is None and search.tried < search.most

    def _placement(self, pods: Sequence[Pod]) -> dict[str, str]:
        nodes = self._room.snapshot.nodes
        rows = {pod.key: self._place(pod).selected for pod in pods}
        self._forget(pods)
        return {key: nodes[row].name for key, row in rows.items() if row is not None}


@dataclass
class _Orders:
    """A search over every order of pods and every choice of nodes, up to `most` cycles."""

    room: Room
    most: int
    tried: int = 0

    def placement(self, pods: list[Pod]) -> dict[str, str] | None:
        """Return nodes by pod with which all fit; None if there are none, or if the cycles are used up."""
        if not pods:
            return {}
        firsts: dict[PodTemplate, Pod] = {}
        for pod in pods:
            firsts.setdefault(pod.template, pod)
        for pod, row in self._choices(list(firsts.values())):
            self.room.snapshot.assume(pod, row)
            rest = self.placement([other for other in pods if other is not pod])
            self.room.snapshot.forget(pod)
            if rest is not None:
                return {pod.key: self.room.snapshot.nodes[row].name, **rest}
        return None

    def _choices(self, pods: list[Pod]) -> Iterator[tuple[Pod, int]]:
        for pod in pods:
            if self.tried >= self.most:
                return
            self.tried += 1
            yield from ((pod, row) for row in self.room.feasible(pod))


def _parts(pods: Sequence[Pod]) -> list[ConflictingPods]:
    groups: dict[Workload, list[Pod]] = {}
    for pod in pods:
        groups.setdefault(workload_of(pod), []).append(pod)
    return [
        {
            "workload": workload_name(members[0]),
            "pods": [pod.key for pod in members[:_NAMED]],
            "count": len(members),
        }
        for members in groups.values()
    ]


def workload_name(pod: Pod) -> str:
    """Return the kind and name of what a pod belongs to, `Deployment shop/web`, or its own."""
    workload = workload_of(pod)
    return f"{workload.kind} {workload.namespace}/{workload.name or pod.name}"
