"""Causes beside the scheduler, as far as the objects of the input show them."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.explain.causes.reasons import refusals
from scheduler_core.objects.resources import is_extended
from scheduler_core.plugins.helper import DO_NOT_SCHEDULE
from scheduler_core.run.outcome import Skipped
from scheduler_core.run.scenario import Scenario

from .contract import OutsideCause
from .phrases import Phrase, say
from .trial import Trial

_CLAIMS = ("persistentvolumeclaim", "PersistentVolumeClaim", "storageclass", "persistentvolume ")
_NODE_CONDITIONS = ("node.kubernetes.io/", "node.cloudprovider.kubernetes.io/")
_CORDONED = "node.kubernetes.io/unschedulable"


def refused(scenario: Scenario, pod: str) -> list[OutsideCause]:
    """Return why the API server would not have accepted the pod: quota, limits, namespace, class or account."""
    return [
        {"text": f"{refusal.message} ({refusal.cause})", "certain": True}
        for refusal in scenario.admitted.refusals
        if refusal.name == f"Pod {pod}"
    ]


def outside_causes(trial: Trial) -> list[OutsideCause]:
    """Return what keeps the pod pending and no scheduler decides: claims, devices, and nodes that cannot run pods."""
    result = trial.attempt(())
    if isinstance(result, Skipped):
        return [{"text": f"{result.why}: {result.status.message}", "certain": True}] if result.status else []
    found = [*_claims(trial), *_devices(trial), *_nodes(trial)]
    return list({cause["text"]: cause for cause in found}.values())


def _claims(trial: Trial) -> Iterator[OutsideCause]:
    result = trial.attempt(())
    for reason in refusals(result).reasons:
        if reason.kind == "message" and any(word in reason.message for word in _CLAIMS):
            yield {"text": reason.message, "certain": True}


def _devices(trial: Trial) -> Iterator[OutsideCause]:
    nodes = trial.cluster.handle.snapshot.nodes
    for resource in trial.pod.template.requests:
        if is_extended(resource) and not any(node.allocatable.get(resource) for node in nodes):
            yield _cause(say("no device", resource=resource), certain=True)


def _nodes(trial: Trial) -> Iterator[OutsideCause]:
    """Yield the conditions that keep pods off nodes, which the node controller says by taints."""
    counts: dict[str, int] = {}
    for node in trial.cluster.handle.snapshot.nodes:
        for taint in node.taints:
            is_condition = taint.key.startswith(_NODE_CONDITIONS) and taint.key != _CORDONED
            if is_condition and taint.effect in DO_NOT_SCHEDULE:
                counts[taint.key] = counts.get(taint.key, 0) + 1
    for key, count in counts.items():
        phrase = (
            say("node condition", key=key) if count == 1 else say("node conditions", count=count, key=key)
        )
        yield _cause(phrase, certain=False)


def _cause(phrase: Phrase, *, certain: bool) -> OutsideCause:
    return {"text": str(phrase), "phrase": phrase.as_json(), "certain": certain}
