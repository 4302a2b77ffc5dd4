"""What Kueue decided, for a whole cluster: who waits for which cause, who was admitted, who had to go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from scheduler_core import allowance
from scheduler_core.queueing.admitting.admitting import is_admitted
from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.objects.amounts import summed
from scheduler_core.queueing.objects.workload import EVICTED, PREEMPTED, Workload
from scheduler_core.simulation.run.scenario import Scenario

from .bars import bars_of
from .causes import cause_of, group_sentence, kind_of_cause
from .contract import (
    AdmittedWorkload,
    CohortBars,
    EvictedWorkload,
    QueueAnswer,
    QueueCause,
    QueuedHead,
    QueueSentence,
)
from .desk import Desk, amount
from .flavors import nearest_sum, tried_pod_sets
from .places import topology_places

MOST_WORKLOADS, MOST_LISTED, MOST_WITH_BARS = 20, 200, 6


def queue_answer(scenario: Scenario) -> QueueAnswer | None:
    """Return what Kueue decided before the scheduler looked; None for a scenario without its queues."""
    if scenario.queued is None:
        return None
    inquiry = QueueInquiry(scenario)
    for _ in inquiry.steps():
        pass
    return inquiry.answer()


class QueueInquiry:
    """The question what Kueue decided, one waiting workload after another; raise ValueError without its queues.

    `done` of `total` workloads have been looked at.
    """

    def __init__(self, scenario: Scenario) -> None:
        if scenario.queued is None:
            raise ValueError("has no queues of Kueue")
        self._desk = Desk(scenario.queued, scenario.manifests)
        self._waiting = self._desk.waiting()
        self._groups = CauseGroups(self._desk)
        self.done, self.total = 0, len(self._waiting)

    def steps(self) -> Iterator[None]:
        """Look at one workload after another, and yield after each."""
        for workload in self._waiting:
            self._groups.add(workload)
            self.done += 1
            yield

    def answer(self) -> QueueAnswer:
        """Return what was decided, once all steps are made."""
        return _answer(self._desk, self.total, self._groups.causes())


def _answer(desk: Desk, pending: int, causes: list[QueueCause]) -> QueueAnswer:
    admitted, evicted = desk.admitted(), list(evicted_workloads(desk))
    listed = sorted(
        (_admitted(desk, w, searches=False) for w in admitted), key=lambda workload: not workload["new"]
    )
    unmade = desk.queued.owners.unmade
    return {
        "pending": pending,
        "admitted": len(admitted),
        "cycles": desk.queued.settled.cycles,
        "repeats": desk.queued.settled.repeats,
        "ready_seconds": desk.run.scenario.ready_seconds,
        "cause_count": len(causes),
        "causes": causes[:MOST_LISTED],
        "admitted_workloads": listed[:MOST_LISTED],
        "evicted_count": len(evicted),
        "evicted": evicted[:MOST_LISTED],
        "unmade_count": len(unmade),
        "unmade": [{"object": name, "why": why} for name, why in islice(unmade.items(), MOST_LISTED)],
    }


@dataclass(frozen=True, slots=True)
class CauseGroups:
    """Causes; workloads of one ClusterQueue that wait for the same are one, whatever they ask for."""

    desk: Desk
    _by_key: dict[tuple[str, ...], QueueCause] = field(default_factory=dict)
    _first: dict[tuple[str, ...], Workload] = field(default_factory=dict)
    _by_try: dict[tuple[int, str, str], tuple[Nomination, QueueSentence]] = field(default_factory=dict)

    def add(self, workload: Workload) -> tuple[tuple[str, ...], QueueSentence]:
        """Find the cause of a workload and count it there; return what names its group, and the cause."""
        allowance.check()
        desk = self.desk
        name, cause = desk.queue_name(workload), self._cause(workload)
        kind, operands = kind_of_cause(cause), cause["operands"]
        key = (kind, name, operands.get("head", ""), "" if name else operands.get("reason", ""))
        head = _head(desk, workload, cause["text"])
        if key not in self._by_key:
            self._by_key[key] = {
                "kind": kind,
                "cause": cause,
                "workloads": [],
                "workload_count": 0,
                "pod_count": 0,
                "bars": [],
            }
            self._first[key] = workload
        group = self._by_key[key]
        group["workload_count"] += 1
        group["pod_count"] += head["pods"]
        if len(group["workloads"]) < MOST_WORKLOADS:
            group["workloads"].append(head)
        return key, cause

    def _cause(self, workload: Workload) -> QueueSentence:
        """Return the cause of a workload; those of one queue that Kueue tried as one have the same."""
        attempt, queue = self.desk.tried(workload), self.desk.queue(workload)
        key = None
        if attempt is not None and attempt.assignment.mode is not Mode.FIT:
            key = id(attempt), workload.namespace, workload.queue
            if key in self._by_try:
                return self._by_try[key][1]
        tried = tried_pod_sets(self.desk, workload, queue, attempt) if queue else []
        cause = cause_of(self.desk, workload, attempt, tried)
        if key is not None and attempt is not None:
            self._by_try[key] = attempt, cause
        return cause

    def by_key(self) -> dict[tuple[str, ...], QueueCause]:
        """Return the causes with what their workloads have in common."""
        return {
            key: {
                **group,
                "cause": group_sentence(group["kind"], group["cause"], key[1], group["workload_count"]),
            }
            for key, group in self._by_key.items()
        }

    def causes(self) -> list[QueueCause]:
        """Return the same, those with most workloads first, with the bars of what is short for the first of them."""
        causes: list[QueueCause] = []
        seen: set[tuple[str, str, str]] = set()
        for key, group in sorted(self.by_key().items(), key=lambda item: -item[1]["workload_count"]):
            bars = self._bars(self._first[key], seen) if len(causes) < MOST_WITH_BARS else []
            causes.append({**group, "bars": bars})
        return causes

    def _bars(self, workload: Workload, seen: set[tuple[str, str, str]]) -> list[CohortBars]:
        """Return the bars of what is short for a workload, unless those of its cohort are among the ones seen."""
        queue = self.desk.queue(workload)
        if queue is None:
            return []
        tried = tried_pod_sets(self.desk, workload, queue, self.desk.tried(workload))
        bars = next(bars_of(self.desk, queue, tried), None)
        if bars is None or nearest_sum(tried) is None:
            return []
        place = bars["cohort"] or queue.name, bars["flavor"], bars["resource"]
        if place in seen:
            return []
        seen.add(place)
        return [bars]


def _head(desk: Desk, workload: Workload, text: str) -> QueuedHead:
    asked = summed(part.requests for part in desk.info(workload).requests)
    return {
        "workload": workload.key,
        "job": desk.names.get(workload.key, ""),
        "cluster_queue": desk.queue_name(workload),
        "priority": workload.priority,
        "pods": sum(pod_set.count for pod_set in workload.pod_sets),
        "asked": {name: amount(name, number) for name, number in sorted(asked.items())},
        "text": text,
    }


def admitted_workload(scenario: Scenario, key: str) -> AdmittedWorkload:
    """Return an admitted workload (`namespace/name`) with the searches for its places; raise KeyError for others."""
    workload = scenario.queued.admitted(key) if scenario.queued else None
    if scenario.queued is None or workload is None:
        raise KeyError(key)
    return _admitted(Desk(scenario.queued, scenario.manifests), workload, searches=True)


def _admitted(desk: Desk, workload: Workload, *, searches: bool) -> AdmittedWorkload:
    admission = workload.admission
    parts = admission.pod_sets if admission else ()
    before = desk.objects.workloads[workload.key]
    return {
        "workload": workload.key,
        "job": desk.names.get(workload.key, ""),
        "cluster_queue": admission.cluster_queue if admission else "",
        "priority": workload.priority,
        "new": not is_admitted(before),
        "pods": sum(part.count or 0 for part in parts),
        "flavors": {part.name: dict(part.flavors) for part in parts},
        "places": topology_places(desk.queued.settled.placements.get(workload.key, {}), searches=searches),
    }


def evicted_workloads(desk: Desk) -> Iterator[EvictedWorkload]:
    """Yield who was preempted in this run, in the order of their keys."""
    for key, preemptor in sorted(desk.queued.settled.preemptors.items()):
        workload = desk.queued.settled.stored[key]
        condition = workload.by_type.get(PREEMPTED) or workload.by_type.get(EVICTED)
        yield {
            "workload": key,
            "job": desk.names.get(key, ""),
            "preemptor": preemptor,
            "message": condition.message if condition else "",
        }
