"""An explanation, made of a recorded run and, for repairs, of the answer to what it would take."""

from __future__ import annotations

from scheduler_core.advice.whatif import Inquiry
from scheduler_core.advice.whatif.contract import WhatIf
from scheduler_core.explain.view.causes.workload import workload_of
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.outcome import Skipped

from .contract import (
    FORMAT,
    AttemptOutcome,
    ExplainedAttempt,
    ExplainedCondition,
    ExplainedConfiguration,
    ExplainedPod,
    PodExplanation,
)
from .refusing import refusing
from .repairs import explained_repairs


def explanation(
    recording: Recording, pod: str, answer: WhatIf | None = None, *, most_nodes: int | None = None
) -> PodExplanation:
    """Return why a pod (`namespace/name`) that was pending has its node, or none, at the end of a run.

    `answer` adds the repairs that it holds, `most_nodes` bounds the names of each group of nodes. Raises InvalidInput
    if the input has no such pod, or if it was not pending.
    """
    events = recording.attempts(pod)
    if not events:
        return _refused(recording, pod)
    event = events[-1]
    cycle = recording.cycle(event["cycle"])
    record = cycle.result if isinstance(cycle.result, CycleRecord) else None
    explained = refusing(cycle.result, is_pending=not event["node"], most_nodes=most_nodes)
    return {
        "format": FORMAT,
        "kubernetes": {"version": recording.version.name, "recorded": recording.version.recorded},
        "configuration": _configuration(recording, _pod(recording, pod), record),
        "pod": _described(_pod(recording, pod), event),
        "attempt": _attempt(event, cycle.result),
        "condition": _condition(event, cycle.result),
        "node_count": len(record.framework.handle.snapshot)
        if record
        else len(recording.scenario.objects.nodes),
        "fitting": 0 if record is None or record.filter is None else int(record.filter.passed.sum()),
        "reasons": explained.reasons,
        "nodes": explained.nodes,
        "causes": explained.causes,
        "outside": [{"text": o["text"], "certain": o["certain"]} for o in answer["outside"]]
        if answer
        else [],
        "repairs": explained_repairs(answer) if answer else None,
    }


def repaired_explanation(
    recording: Recording, pod: str, node: str | None = None, *, most_nodes: int | None = None
) -> PodExplanation:
    """Return the explanation with all repairs that a search finds; raise InvalidInput as without.

    With a `node` they are those that place the pod there, for which it may run elsewhere.
    """
    inquiry = Inquiry(recording, pod, node=node)
    *_, answer = inquiry.answers()
    return explanation(inquiry.recording, pod, answer, most_nodes=most_nodes)


def _pod(recording: Recording, key: str) -> Pod:
    return next(pod for pod in recording.scenario.objects.pods if pod.key == key)


def _refused(recording: Recording, key: str) -> PodExplanation:
    """Return the explanation of a pod that the API server would not create; raise InvalidInput for any other."""
    message = next(
        (r.message for r in recording.scenario.admitted.refusals if r.object == f"Pod {key}"), None
    )
    if message is None:
        running = any(pod.key == key for pod in recording.scenario.objects.pods)
        expected = (
            worded("was not pending: name a pending pod")
            if running
            else worded("is not in the input: name it as namespace/name")
        )
        raise InvalidInput.of("", expected, object=f"Pod {key}")
    namespace, _, name = key.partition("/")
    return {
        "format": FORMAT,
        "kubernetes": {"version": recording.version.name, "recorded": recording.version.recorded},
        "configuration": {
            "scheduler_name": "",
            "is_default": recording.scenario.config_manifest is None,
            "percentage_of_nodes_to_score": None,
            "filters": [],
            "scores": {},
        },
        "pod": {
            "namespace": namespace,
            "name": name,
            "workload": {"kind": "Pod", "namespace": namespace, "name": name},
            "pod_group": "",
            "priority": 0,
        },
        "attempt": {
            "number": 0,
            "outcome": "refused",
            "node": None,
            "nominated_node": None,
            "victims": [],
            "message": message,
        },
        "condition": None,
        "node_count": len(recording.scenario.objects.nodes),
        "fitting": 0,
        "reasons": [],
        "nodes": [],
        "causes": [],
        "outside": [{"text": message, "certain": True}],
        "repairs": None,
    }


def _configuration(recording: Recording, pod: Pod, record: CycleRecord | None) -> ExplainedConfiguration:
    profile = record.framework.profile if record else None
    percentage = (
        profile.percentage
        if profile and profile.percentage is not None
        else recording.scenario.config.percentage
    )
    return {
        "scheduler_name": pod.template.scheduler_name,
        "is_default": recording.scenario.config_manifest is None,
        "percentage_of_nodes_to_score": percentage or None,
        "filters": [plugin.name for plugin in profile.filter] if profile else [],
        "scores": {plugin.name: weight for plugin, weight in profile.score} if profile else {},
    }


def _described(pod: Pod, event: CycleFinished) -> ExplainedPod:
    workload, part = workload_of(pod), event.get("gang")
    return {
        "namespace": pod.namespace,
        "name": pod.name,
        "workload": {
            "kind": workload.kind,
            "namespace": workload.namespace,
            "name": workload.name or pod.name,
        },
        "pod_group": part["pod_group"] if part is not None else "",
        "priority": pod.template.priority,
    }


def _attempt(event: CycleFinished, result: CycleRecord | Skipped) -> ExplainedAttempt:
    return {
        "number": event["attempt"],
        "outcome": _outcome(event),
        "node": event["node"],
        "nominated_node": event["nominated_node"] or None,
        "victims": event["victims"],
        "message": _message(event, result),
    }


def _outcome(event: CycleFinished) -> AttemptOutcome:
    if event["node"]:
        return "scheduled"
    if event["skipped"]:
        return "not_tried"
    return "nominated" if event["nominated_node"] else "unschedulable"


def _message(event: CycleFinished, result: CycleRecord | Skipped) -> str:
    if isinstance(result, Skipped):
        return result.status.message if result.status else result.why
    return event["message"] or ""


def _condition(event: CycleFinished, result: CycleRecord | Skipped) -> ExplainedCondition | None:
    """Return the condition PodScheduled as the scheduler writes it (schedule_one.go, handleSchedulingFailure)."""
    if event["node"]:
        return {"type": "PodScheduled", "status": "True", "reason": "", "message": ""}
    message = _message(event, result)
    if isinstance(result, Skipped):
        if result.why != "Gated":
            return None
        return {"type": "PodScheduled", "status": "False", "reason": "SchedulingGated", "message": message}
    if result.error:
        return {"type": "PodScheduled", "status": "False", "reason": "SchedulerError", "message": message}
    return {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message}
