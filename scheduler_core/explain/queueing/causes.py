"""Why a workload is not admitted, as one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.assignment.reasons import DEACTIVATED, MISCONFIGURED
from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.cycle.validation import invalidity
from scheduler_core.queueing.objects.cluster_queue import STRICT_FIFO
from scheduler_core.queueing.objects.workload import QUOTA_RESERVED, Workload
from scheduler_core.queueing.run.trace import blocker

from .bars import cohort_bars
from .contract import FlavorSum, QueueCauseKind, QueueSentence, TriedPodSet
from .desk import Desk, amount
from .flavors import nearest_sum
from .phrases import CAUSES, GROUPS, sentence

_NAMED = 3  # of those whose pods are not ready


def cause_of(
    desk: Desk, workload: Workload, nomination: Nomination | None, tried: Sequence[TriedPodSet]
) -> QueueSentence:
    """Return the cause of a workload that is not admitted."""
    if workload.reserves_quota:
        checks = [name for name, state in workload.checks.items() if state != "Ready"]
        reserved = workload.admission.cluster_queue if workload.admission else ""
        return sentence(CAUSES, "checks", checks=", ".join(checks) or "?", queue=reserved)
    if blocked := blocker(desk.run, workload):
        reason, message = blocked
        if reason == DEACTIVATED:
            return sentence(CAUSES, "deactivated")
        kind = "misconfigured" if reason == MISCONFIGURED else "suspended"
        return sentence(CAUSES, kind, reason=_detail(desk, workload, message))
    queue = desk.objects.cluster_queues[desk.queue_name(workload)]
    if invalid := invalidity(workload, queue, desk.objects):
        return sentence(CAUSES, "misconfigured", reason=invalid.message, queue=queue.name)
    assert nomination is not None, "a queue that can admit has tried it"
    if nomination.assignment.mode is Mode.FIT:
        return _not_looked_at(desk, workload)
    return _from_search(desk, workload, nomination, tried)


def _detail(desk: Desk, workload: Workload, message: str) -> str:
    """Return why a queue cannot admit, in the words of its own condition where it has one."""
    inactive = desk.run.world.cache.inactive.get(desk.queue_name(workload))
    return f"{message}. {inactive.message}" if inactive else message


def _not_looked_at(desk: Desk, workload: Workload) -> QueueSentence:
    name = desk.queue_name(workload)
    if not desk.queued.settled.cycles and QUOTA_RESERVED not in workload.by_type:
        return sentence(CAUSES, "untried", queue=name)
    if blocked := desk.queued.settled.blocked:
        names = [desk.names.get(key, key).rpartition("/")[2] for key in blocked]
        more = f", +{len(names) - _NAMED}" if len(names) > _NAMED else ""
        return sentence(CAUSES, "readiness", holders=", ".join(names[:_NAMED]) + more, queue=name)
    queue = desk.pending_queue(name)
    ahead = sorted(queue.active.values(), key=queue.order)
    if queue.spec.strategy == STRICT_FIFO and ahead and ahead[0].key != workload.key:
        head = desk.names.get(ahead[0].key) or ahead[0].key
        return sentence(CAUSES, "behind", head=head.rpartition("/")[2], queue=name)
    return sentence(CAUSES, "overlooked", queue=name)


def _from_search(
    desk: Desk, workload: Workload, nomination: Nomination, tried: Sequence[TriedPodSet]
) -> QueueSentence:
    name = desk.queue_name(workload)
    flavors = [flavor for pod_set in tried for flavor in pod_set["flavors"] if flavor["decides"]]
    outcomes = {flavor["outcome"] for flavor in flavors}
    if "refused" in outcomes or not flavors or all(o == "not_tried" for o in outcomes):
        reasons = [reason for flavor in flavors for reason in flavor["reasons"]]
        return sentence(
            CAUSES,
            "flavor",
            queue=name,
            reason="; ".join(dict.fromkeys(reasons)) or nomination.assignment.message,
        )
    if "topology" in outcomes:
        failures = [p.failure for p in nomination.assignment.placements.values() if p.failure]
        return sentence(
            CAUSES, "topology", queue=name, reason="; ".join(failures) or nomination.assignment.message
        )
    nearest = nearest_sum(tried)
    if nearest is None:
        return sentence(CAUSES, "flavor", queue=name, reason=nomination.assignment.message)
    flavor, part = nearest
    if "never" in outcomes:
        flavor, part = next(
            ((f, s) for f in flavors if f["outcome"] == "never" for s in f["sums"] if s["missing"]), nearest
        )
        return sentence(
            CAUSES,
            "maximum",
            asked=amount(part["resource"], part["earlier"]["amount"] + part["asked"]["amount"])["text"],
            resource=part["resource"],
            queue=name,
            maximum=part["maximum"]["text"],
            flavor=flavor["flavor"],
        )
    return _quota(desk, workload, flavor["flavor"], part)


def _quota(desk: Desk, workload: Workload, flavor: str, part: FlavorSum) -> QueueSentence:
    """Return how much is missing, and who has it if all of it was borrowed from the queue."""
    resource, missing = part["resource"], part["missing"] or part["asked"]
    own = desk.snapshot.queues[desk.queue_name(workload)]
    bars = cohort_bars(desk, own, (flavor, resource), 0)["queues"]
    borrowers = [bar["cluster_queue"] for bar in bars if bar["borrowed"]["amount"] and not bar["own"]]
    said = {"missing": missing["text"], "resource": resource, "flavor": flavor, "queue": own.name}
    if borrowers and bars[0]["lent"]["amount"] >= missing["amount"]:
        return sentence(CAUSES, "borrowed", holders=", ".join(borrowers), **said)
    return sentence(CAUSES, "quota", **said)


def group_sentence(kind: str, cause: QueueSentence, queue: str, count: int) -> QueueSentence:
    """Return what several workloads of a queue have in common."""
    return sentence(GROUPS, kind, **{**cause["operands"], "queue": queue, "n": count})


def kind_of_cause(cause: QueueSentence) -> QueueCauseKind:
    return cast("QueueCauseKind", cause["kind"])
