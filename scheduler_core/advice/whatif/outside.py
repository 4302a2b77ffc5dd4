"""Causes beside the scheduler, as far as the objects of the input show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.advice.scaling.contract import NewNode
from scheduler_core.explain.view.causes.reasons import refusals
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.resources import is_extended
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.helper import DO_NOT_SCHEDULE
from scheduler_core.scheduler.plugins.volumebinding.claims import claims_of
from scheduler_core.scheduler.plugins.volumehelper import not_found
from scheduler_core.simulation.run.outcome import Skipped
from scheduler_core.simulation.run.scenario import Scenario

from .contract import OutsideCause
from .owned_taints import UNABLE, TaintMeaning, meaning_of
from .trial import Trial

_CLAIMS = ("persistentvolumeclaim", "PersistentVolumeClaim", "storageclass", "persistentvolume ")
_GPU_LABELS = (
    "nvidia.com/gpu.present",
    "cloud.google.com/gke-accelerator",
    "k8s.amazonaws.com/accelerator",
    "kubernetes.azure.com/accelerator",
)
_CORDONED = "node.kubernetes.io/unschedulable"


def refused(scenario: Scenario, pod: str) -> list[OutsideCause]:
    """Return why the API server would not have accepted the pod: quota, limits, namespace, class or account."""
    refusals_of_pod: list[OutsideCause] = [
        {"text": f"{refusal.message} ({refusal.cause})", "certain": True}
        for refusal in scenario.admitted.refusals
        if refusal.object == f"Pod {pod}"
    ]
    notices: list[OutsideCause] = [
        {"text": f"{notice.message} ({notice.cause})", "certain": False}
        for notice, names in scenario.admitted.notices.items()
        if f"Pod {pod}" in names
    ]
    return refusals_of_pod + notices


def group_causes(recording: Recording, pod: str) -> Iterator[OutsideCause]:
    """Yield why a member of a pod group is pending that found a node at its last attempt: it was rolled back."""
    attempts = recording.attempts(pod)
    part = attempts[-1].get("gang") if attempts else None
    if part is None or part["assumed"] is None:
        return
    gang = recording.gang(attempts[-1]["cycle"])
    breaks = gang["breaks"] if gang is not None else None
    who = f": {breaks['pod']} found no node" if breaks is not None else ""
    text = f"it fits on {part['assumed']}, but its pod group {part['pod_group']} does not as a whole{who}"
    yield {"text": text, "certain": True}


def outside_causes(trial: Trial, new_nodes: Sequence[NewNode]) -> list[OutsideCause]:
    """Return what keeps the pod pending and no scheduler decides: claims, devices, nodes that cannot run pods, or come.

    Where there is an autoscaler, its answers say why there is no node with a device.
    """
    result = trial.attempt(())
    if isinstance(result, Skipped):
        return list(_skipped(trial, result))
    causes = [*_claims(trial, result), *(() if new_nodes else _devices(trial)), *_nodes(trial)]
    causes += [{"text": new["text"], "phrase": new["phrase"], "certain": False} for new in new_nodes]
    return list({cause["text"]: cause for cause in causes}.values())


def _skipped(trial: Trial, result: Skipped) -> Iterator[OutsideCause]:
    if result.status is not None:
        yield {"text": f"{result.why}: {result.status.message}", "certain": True}
    elif result.why == "NoProfile":
        yield _cause(say("no such scheduler", name=trial.pod.template.scheduler_name), certain=True)


def _claims(trial: Trial, result: CycleRecord) -> Iterator[OutsideCause]:
    missing = _missing_claims(trial)
    for reason in refusals(result).reasons:
        of_claims = reason.kind == "message" and any(word in reason.message for word in _CLAIMS)
        is_said = any(reason.message == not_found("persistentvolumeclaim", name) for name in missing)
        if (of_claims and not is_said) or reason.kind == "device_missing":
            yield {"text": reason.message, "certain": True}
    for name, volume in missing.items():
        phrase = say("no claim", claim=name, namespace=trial.pod.namespace, volume=volume)
        yield _cause(phrase, certain=True)
    handle = trial.cluster.handle
    claims = claims_of(trial.pod, handle.objects.storage, handle.version)
    classes = handle.objects.storage.classes
    for claim in () if isinstance(claims, str) else (*claims.immediate, *claims.delayed):
        if claim.storage_class and claim.storage_class not in classes:
            phrase = say("no storage class", claim=claim.meta.name, name=claim.storage_class)
            yield _cause(phrase, certain=bool(classes))


def _missing_claims(trial: Trial) -> dict[str, str]:
    """Return the claims that the pod names and the cluster lacks, each with the volume that names it.

    The claim of an ephemeral volume is not among them: a controller creates it.
    """
    pod, claims = trial.pod, trial.cluster.handle.objects.storage.claims
    return {
        volume.claim: volume.name
        for volume in pod.template.volumes
        if volume.claim and (pod.namespace, volume.claim) not in claims
    }


def _devices(trial: Trial) -> Iterator[OutsideCause]:
    nodes = trial.cluster.handle.snapshot.nodes
    for resource in trial.pod.template.requests:
        if is_extended(resource) and not any(node.allocatable.get(resource) for node in nodes):
            yield _cause(say("no device", resource=resource), certain=True)
            if count := sum(_has_idle_device(trial, node.name, resource) for node in nodes):
                yield _cause(say("idle devices", resource=resource, count=count), certain=True)


def _has_idle_device(trial: Trial, node: str, resource: str) -> bool:
    """Return whether the node has the device in its capacity, or the label of one, though nothing is allocatable."""
    manifest = trial.cluster.manifests[f"Node {node}"] or {}
    capacity = value_at(manifest, ("status", "capacity", resource))
    labels = value_at(manifest, ("metadata", "labels")) or {}
    is_gpu = resource.endswith("/gpu") and any(key in labels for key in _GPU_LABELS)
    return is_gpu or str(capacity or 0) != "0"


def _nodes(trial: Trial) -> Iterator[OutsideCause]:
    """Yield what keeps all pods off nodes, as taints say it, and what to do there."""
    keys: dict[TaintMeaning, set[str]] = {}
    counts: Counter[TaintMeaning] = Counter()
    for node in trial.cluster.handle.snapshot.nodes:
        taints = [t for t in node.taints if t.effect in DO_NOT_SCHEDULE and t.key != _CORDONED]
        of_node = {meaning_of(taint, node, trial.pod.template.requests): taint.key for taint in taints}
        for meaning in UNABLE:
            if meaning in of_node:
                counts[meaning] += 1
                keys.setdefault(meaning, set()).add(of_node[meaning])
    for meaning, count in counts.items():
        yield _cause(say(f"nodes {meaning}", n=count, key=listed(sorted(keys[meaning]))), certain=False)


def _cause(phrase: Phrase, *, certain: bool) -> OutsideCause:
    return {"text": str(phrase), "phrase": phrase.as_json(), "certain": certain}
