"""A run as plain data, with the keys of the recordings of Kueue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.queueing.assignment.attempts import FlavorAttempt
from scheduler_core.queueing.assignment.reasons import DEACTIVATED, MISCONFIGURED, SUSPENDED
from scheduler_core.queueing.assignment.result import Assignment, PodSetAssignment
from scheduler_core.queueing.cycle.entry import Entry, Inadmissible, Nomination
from scheduler_core.queueing.objects.amounts import request_text
from scheduler_core.queueing.objects.placement import TopologyAssignment
from scheduler_core.queueing.objects.workload import ADMITTED, PodSetAdmission, Workload
from scheduler_core.queueing.preemption.search import SearchRecord, Target
from scheduler_core.queueing.topology.encoding import compressed

from .run import QueueingRun, QueueingScenario, QueueState, RunCycle
from .usage import Json, amounts_json, shares_json, tree_json


def trace_run(scenario: QueueingScenario) -> Json:
    """Run a scenario until it ends or repeats itself, and return what was recorded."""
    return follow(scenario).trace


def follow(scenario: QueueingScenario) -> FollowedRun:
    """Run a scenario until it ends or repeats itself."""
    return FollowedRun(QueueingRun(scenario, watches_queues=True))


class FollowedRun:
    """A run from beginning to end: its cycles, and its trace, in which repetitions are left out.

    Usage is written when it differs from what was written last, or stood after evictions.
    """

    def __init__(self, run: QueueingRun) -> None:
        self.run = run
        self.records: list[RunCycle] = []
        self.fair = run.scenario.fair_sharing is not None
        self.cycles: list[Json] = []
        self.known = self._state()
        with paused_collector():
            self.trace = self._trace()

    def _trace(self) -> Json:
        initial: Json = {key: state for key, state in self.known.items() if state}
        if inactive := self.run.world.cache.inactive:
            initial["notActive"] = {
                name: ["False", inactivity.reason, inactivity.message]
                for name, inactivity in inactive.items()
            }
        stopped = self._follow()
        trace: Json = {
            "initial": initial,
            "cycles": self.cycles,
            "stopped": stopped,
            "final": {key: state_of(workload) for key, workload in sorted(self.run.world.stored.items())},
            "queuesEnd": _queues(self.run.queue_states()),
        }
        if blocked := _blocked(self.run):
            trace["blocked"] = blocked
        return trace

    def _follow(self) -> str:
        """Step until there is nothing left to do, or the cycles repeat; return why it ended."""
        for number in range(1, self.run.scenario.max_cycles + 1):
            cycle = self.run.step(number)
            settled = not self.run.is_outstanding(number)
            if cycle is not None:
                traced = self._cycle(cycle)
                if settled and self.cycles and not cycle.changed and _same(traced, self.cycles[-1]):
                    return "repeats"
                self.cycles.append(traced)
                self.records.append(cycle)
                if settled and _alternates(self.cycles):
                    return "alternates"
            elif settled:
                return "idle"
            if evicted := self.run.end(number):
                self.known = self._state()
                if cycle is not None:
                    traced["evictionsFinished"] = evicted
        return "maxCycles"

    def _state(self) -> Json:
        world = self.run.world
        return {"usage": tree_json(world.cache, fair_sharing=self.fair), "tas": world.cache.topology_state()}

    def _cycle(self, cycle: RunCycle) -> Json:
        content: Json = {
            "cycle": cycle.number,
            "queues": _queues(cycle.queues),
            "heads": cycle.record.heads,
            "entries": [entry_json(entry) for entry in cycle.record.entries],
            "after": {key: _status(workload) for key, workload in cycle.changed.items()},
        }
        if cycle.record.inadmissible:
            content["inadmissible"] = [_inadmissible(left) for left in cycle.record.inadmissible]
        state = self._state()
        content |= {key: value for key, value in state.items() if value != self.known[key]}
        self.known = state
        return content


def _same(a: Json, b: Json) -> bool:
    """Return whether two cycles are the same but for their number."""
    return {**a, "cycle": 0} == {**b, "cycle": 0}


def _alternates(cycles: list[Json]) -> bool:
    return len(cycles) >= 4 and _same(cycles[-1], cycles[-3]) and _same(cycles[-2], cycles[-4])


def _queues(states: Mapping[str, QueueState]) -> Json:
    return {
        name: _without_empty(
            {
                "active": list(state.active),
                "inadmissible": list(state.parked),
                "sticky": state.sticky,
                "inactive": state.inactive,
            }
        )
        for name, state in states.items()
    }


def _without_empty(content: Json) -> Json:
    return {key: value for key, value in content.items() if value}


def entry_json(entry: Entry) -> Json:
    """Return an entry: its nomination, what became of it, and what it took from the snapshot."""
    content: Json = {
        "workload": entry.info.key,
        "clusterQueue": entry.queue.name,
        "nomination": _nomination(entry.nomination),
        "finalMode": str(entry.mode),
        "status": entry.status.value,
    }
    if entry.recomputed is not None:
        content["recomputed"] = _nomination(entry.recomputed)
    if entry.requeued is not None:
        content |= {"message": entry.message, "requeued": entry.requeued}
        content |= {"requeueReason": entry.requeue_reason.value}
    return content | _without_empty(
        {
            "quotaReservedReason": entry.reason,
            "usedInCycle": amounts_json(entry.used),
            "shares": shares_json(entry.shares),
        }
    )


def _nomination(nomination: Nomination) -> Json:
    return {"assignment": assignment_json(nomination.assignment)} | _without_empty(
        {
            "targets": targets_json(nomination.targets),
            "preemptionSearches": [search_json(search) for search in nomination.searches],
            "partialSearch": [
                {"counts": list(tried.counts), "mode": str(tried.mode)} for tried in nomination.counts_tried
            ],
        }
    )


def assignment_json(assignment: Assignment) -> Json:
    """Return an assignment: flavors, modes and reasons of each pod set."""
    content: Json = {
        "mode": str(assignment.mode),
        "borrowing": assignment.level,
        "podSets": [_pod_set(pod_set) for pod_set in assignment.pod_sets],
    }
    return content | _without_empty(
        {
            "message": assignment.message,
            "noFitReason": assignment.no_fit_reason,
            "usage": amounts_json(assignment.quota),
        }
    )


def _pod_set(pod_set: PodSetAssignment) -> Json:
    content: Json = {"name": pod_set.name, "count": pod_set.count, "mode": str(pod_set.mode)}
    flavors = {
        resource: {"flavor": choice.flavor, "mode": str(choice.mode), "triedFlavorIdx": choice.tried}
        | ({"borrow": choice.level} if choice.level else {})
        for resource, choice in sorted(pod_set.flavors.items())
    }
    return content | _without_empty(
        {
            "flavors": flavors,
            "requests": dict(sorted(pod_set.requests.items())),
            "reasons": sorted(pod_set.reasons),
            "error": pod_set.error,
            "attempts": [_attempt(attempt) for attempt in pod_set.attempts],
            "topologyAssignment": _topology(pod_set.topology),
        }
    )


def _attempt(attempt: FlavorAttempt) -> Json:
    return {"flavor": attempt.flavor, "mode": str(attempt.mode)} | _without_empty(
        {
            "borrow": attempt.level,
            "preemption": attempt.possibility,
            "reasons": list(attempt.reasons),
            "noFitReason": attempt.no_fit_reason,
        }
    )


def _topology(assignment: TopologyAssignment | None) -> Json:
    if assignment is None:
        return {}
    domains = [{"values": list(domain.values), "count": domain.count} for domain in assignment.domains]
    return {"levels": list(assignment.levels), "domains": domains}


def targets_json(targets: Iterable[Target]) -> list[list[str]]:
    """Return victims with their reasons."""
    return [[target.info.key, target.reason] for target in targets]


def search_json(search: SearchRecord) -> Json:
    """Return a search for victims: candidates, tries, and whom it found."""
    content: Json = {
        "kind": search.kind,
        "candidates": [list(candidate) for candidate in search.candidates()],
    }
    if search.borrowing is not None:
        content["borrowingAttempts"] = search.borrowing
    return content | {"targets": targets_json(search.targets)}


def _inadmissible(left: Inadmissible) -> Json:
    content: Json = {"workload": left.info.key, "clusterQueue": "", "status": "", "requeued": left.requeued}
    return content | _without_empty(
        {
            "message": left.message,
            "quotaReservedReason": left.reason,
            "requeueReason": left.requeue_reason.value,
        }
    )


def _status(workload: Workload) -> Json:
    """Return what a cycle left in a workload's status."""
    content: Json = {
        "conditions": [
            {
                "type": condition.type,
                "status": "True" if condition.status else "False",
                "reason": condition.reason,
                "message": condition.message,
            }
            for condition in sorted(workload.conditions, key=lambda condition: condition.type)
        ]
    }
    if workload.admission is not None:
        pod_sets = workload.admission.pod_sets
        content["admission"] = {
            "clusterQueue": workload.admission.cluster_queue,
            "podSetAssignments": [_admitted(pod_set) for pod_set in pod_sets],
        }
        places = {p.name: _topology(p.topology) for p in pod_sets if p.topology is not None}
        content |= _without_empty({"topology": places})
    return content


def _admitted(pod_set: PodSetAdmission) -> Json:
    content: Json = {"name": pod_set.name, "count": pod_set.count}
    if pod_set.flavors:
        content["flavors"] = dict(sorted(pod_set.flavors.items()))
    if pod_set.usage:
        content["resourceUsage"] = {
            name: request_text(name, amount) for name, amount in sorted(pod_set.usage.items())
        }
    if pod_set.topology is not None:
        content["topologyAssignment"] = compressed(pod_set.topology)
    return content


def state_of(workload: Workload) -> str:
    """Return what has become of a workload: admitted, pending, evicting, finished or quotaReserved."""
    if workload.finished:
        return "finished"
    if not workload.reserves_quota:
        return "pending"
    if workload.evicted:
        return "evicting"
    return "admitted" if workload.holds(ADMITTED) else "quotaReserved"


def _blocked(run: QueueingRun) -> Json:
    """Return why workloads never reach the scheduler, as the workload controller says it."""
    pending = (w for _, w in sorted(run.world.stored.items()) if not w.finished and not w.reserves_quota)
    return {workload.key: by for workload in pending if (by := blocker(run, workload))}


def blocker(run: QueueingRun, workload: Workload) -> list[str]:
    """Return reason and message of a workload that never reaches the scheduler, nothing for others."""
    local = run.scenario.objects.local_queues.get(f"{workload.namespace}/{workload.queue}")
    if not workload.active:
        return [DEACTIVATED, "The workload is deactivated"]
    if local is None:
        return [MISCONFIGURED, f"LocalQueue {workload.queue} doesn't exist"]
    if local.stop_policy != "None":
        return [SUSPENDED, f"LocalQueue {workload.queue} is inactive"]
    if local.cluster_queue not in run.world.queues.queues:
        return [MISCONFIGURED, f"ClusterQueue {local.cluster_queue} doesn't exist"]
    if local.cluster_queue in run.world.cache.inactive:
        return [SUSPENDED, f"ClusterQueue {local.cluster_queue} is inactive"]
    return []
