"""The answer of a run: why pods stay pending, one cause for equal reasons on however many nodes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.scheduler.cycle.cycle import CycleRecord

from .contract import Cause, Causes, PendingWorkload
from .differences import differences
from .figures import in_order, nearest, parts, selectors, shortages, spread
from .headings import clauses
from .reasons import Reasons, Refusals, refusals
from .workload import Workload, pod_group, workload_of

MOST_WORKLOADS = 20


@dataclass(slots=True)
class _Class:
    """Pending pods of one class, and the last attempt of the first, of which the figures are."""

    last: CycleFinished
    pods: list[Pod] = field(default_factory=list)


@dataclass(slots=True)
class _Pending:
    """Pods of one workload that are pending for the same reasons."""

    figures: PendingWorkload
    names: list[str]


def causes(recording: Recording, only: Collection[str] | None = None) -> Causes:
    """Group the pending pods of a finished run by cause: the reasons without which a node would take the pod.

    `only` are the keys of the pods that are asked about; None is all. A cause lists 20 of its workloads.
    Pods of one class are judged together, at the last attempt of the first of them: the one whose repairs are searched,
    so that what was free then is what a repair can use.
    """
    groups: dict[Reasons, dict[Workload, _Pending]] = {}
    pending = [(pod, event) for pod, event in _pending(recording) if only is None or pod.key in only]
    for pod_class in sorted(_classes(pending), key=lambda c: c.last["cycle"]):
        result = recording.cycle(pod_class.last["cycle"]).result
        refused = refusals(result)
        record = result if isinstance(result, CycleRecord) else None
        workload = workload_of(pod_class.pods[0])
        names = [pod.name for pod in pod_class.pods]
        workloads = groups.setdefault(refused.reasons, {})
        if workload in workloads:
            workloads[workload].names.extend(names)
        else:
            workloads[workload] = _Pending(_figures(workload, pod_class.last, record, refused), names)
    listed = [_cause(reasons, workloads) for reasons, workloads in groups.items()]
    return {
        "pending": len(pending),
        "placed": sum(1 for event in recording.finished if event["node"]),
        "nodes": len(recording.scenario.objects.nodes),
        "causes": sorted(listed, key=lambda cause: -cause["pod_count"]),
        "differences": differences(recording),
    }


def _pending(recording: Recording) -> list[tuple[Pod, CycleFinished]]:
    """Return the pods that were tried and not placed, with their last attempts."""
    last = {event["pod"]: event for event in recording.finished}
    pods = {pod.key: pod for pod in recording.scenario.objects.pods}
    return [(pods[key], event) for key, event in last.items() if not event["node"] and key in pods]


def _classes(pending: Iterable[tuple[Pod, CycleFinished]]) -> Iterable[_Class]:
    classes: dict[PodTemplate, _Class] = {}
    for pod, event in pending:
        pod_class = classes.setdefault(pod.template, _Class(event))
        pod_class.pods.append(pod)
    return classes.values()


def _figures(
    workload: Workload, event: CycleFinished, record: CycleRecord | None, refused: Refusals
) -> PendingWorkload:
    part = event.get("gang")
    return {
        **pod_group(workload, [event["pod"].partition("/")[2]]),
        "pod": event["pod"],
        "attempt": event["attempt"],
        "cycle": event["cycle"],
        "message": event["message"] or event["skipped"] or "",
        "nodes": len(record.framework.handle.snapshot) if record else 0,
        "open_nodes": int(refused.open.sum()),
        "shortages": shortages(record, refused) if record else [],
        "spread": spread(record, refused) if record else [],
        "selectors": selectors(record, refused) if record else [],
        "nearest": nearest(record, refused) if record else [],
        "parts": parts(record, refused) if record else [],
        "pod_group": part["pod_group"] if part is not None else "",
    }


def _cause(reasons: Reasons, workloads: dict[Workload, _Pending]) -> Cause:
    listed: list[PendingWorkload] = [
        {**pending.figures, **pod_group(workload, pending.names)} for workload, pending in workloads.items()
    ]
    listed.sort(key=lambda pending: -pending["pod_count"])
    stated = [reason.as_json() for reason in in_order(reasons)]
    return {
        "reasons": stated,
        "clauses": clauses(stated),
        "pod_count": sum(pending["pod_count"] for pending in listed),
        "workloads": listed[:MOST_WORKLOADS],
        "workload_count": len(listed),
    }
