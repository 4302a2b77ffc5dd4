"""What a repair of a workload's template does besides: its controller replaces pods, or waits for one that it keeps."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.explain.view.causes.workload import Workload, workload_of
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.source import value_at

from .trial import Trial

_REPLACED_BY_HAND = ("ReplicaSet", "ReplicationController")
_ROLLED_OUT = ("Deployment", "StatefulSet", "DaemonSet")


def rollout_notes(trial: Trial) -> tuple[Phrase, ...]:
    """Return what to know before the template of the pod's workload is changed; nothing for pods without one.

    How many pods a rollout replaces is said if some run: those that wait lose nothing.
    """
    own = workload_of(trial.pod)
    return tuple(_notes(trial, own)) if own.kind in (*_ROLLED_OUT, *_REPLACED_BY_HAND) else ()


def _notes(trial: Trial, own: Workload) -> Iterator[Phrase]:
    name = f"{own.kind} {own.name}"
    if own.kind in _REPLACED_BY_HAND or _field(trial, own, "updateStrategy", "type") == "OnDelete":
        yield say("replaces none", workload=name, pod=trial.pod.name)
        return
    if own.kind == "StatefulSet" and _field(trial, own, "podManagementPolicy") != "Parallel":
        yield say("waits for pod", workload=name, pod=trial.pod.name)
    pods = _pods(trial, own)
    placed = {pod.key for pod, _ in trial.siblings}
    if running := sum(bool(pod.node_name) or pod.key in placed for pod in pods):
        yield say("rollout", workload=name, n=len(pods), running=running)


def _field(trial: Trial, own: Workload, *path: str) -> object:
    manifest = trial.sources.manifests.get(f"{own.kind} {own.namespace}/{own.name}") or {}
    return value_at(manifest, ("spec", *path))


def _pods(trial: Trial, own: Workload) -> list[Pod]:
    """Return the pods of a workload that have not finished."""
    is_own: dict[PodTemplate, bool] = {}
    pods = [pod for pod in trial.scenario.objects.pods if not pod.finished and pod.namespace == own.namespace]
    for pod in pods:
        if pod.template not in is_own:
            is_own[pod.template] = workload_of(pod) == own
    return [pod for pod in pods if is_own[pod.template]]
