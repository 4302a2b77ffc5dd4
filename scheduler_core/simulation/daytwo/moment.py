"""The scenario of a moment of a play, for the workbench."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scheduler_core.controlplane.workloads.pods import is_active
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.templates import SEVERAL
from scheduler_core.simulation.run.scenario import ScenarioContent

from .play import Play
from .played_pod import owner_key

_CYCLES = ("pod-placed", "pod-pending")
# Their controllers would act on the content: their pods stand for them.
_LEFT_OUT = ("Deployment", "DaemonSet", "Job", "CronJob", "Rollout", *SEVERAL)
# The scheduler reads these; they are scaled so that they create nothing.
_COUNTED = ("ReplicaSet", "ReplicationController")
_NUMBERED = "StatefulSet"


def moment_content(play: Play, number: int) -> ScenarioContent:
    """Return the content of the scenario at a moment; raise IndexError if there is none of this number.

    At a scheduling cycle it is what the cycle found: its pod is the first that waits, so that a run with the cycle's
    seed decides the same. Else it is the cluster after the moment. Objects are as an API server stores them.
    """
    moment = play.recorder.moments[number]
    is_cycle = moment["kind"] in _CYCLES and "seed" in moment
    objects = dict(play.recorder.manifests_at(number - 1 if is_cycle else number))
    config = objects.pop(CONFIG_KEY, play.start.scenario.config_manifest)
    return content_of(objects, config, moment["pod"] if is_cycle else None)


def content_of(
    objects: Mapping[str, Manifest], config: Manifest | None, first: str | None = None
) -> ScenarioContent:
    """Return the content of a cluster, given by "Kind namespace/name", in which no controller makes further pods.

    `first` (`namespace/name`) is a waiting pod that comes before all others; KeyError if it does not wait.
    """
    pods = {key: manifest for key, manifest in objects.items() if kind_of(manifest) == "Pod"}
    waiting = {
        key: pod for key, pod in pods.items() if not mapping(pod, "spec").get("nodeName") and is_active(pod)
    }
    if first is not None:
        waiting = _first(f"Pod {first}", waiting)
    running = {key: pod for key, pod in pods.items() if mapping(pod, "spec").get("nodeName")}
    content_pods = [*running.values(), *waiting.values()]
    others = {key: manifest for key, manifest in objects.items() if key not in pods}
    return {"objects": [*without_controllers(others, content_pods), *content_pods], "config": config}


def without_controllers(objects: Mapping[str, Manifest], pods: Sequence[Manifest]) -> list[Manifest]:
    """Return the objects besides the pods, by "Kind namespace/name", such that no controller makes further pods."""
    return [
        _with_count(manifest, key, pods)
        for key, manifest in objects.items()
        if kind_of(manifest) not in _LEFT_OUT
    ]


def _first(key: str, waiting: dict[str, Manifest]) -> dict[str, Manifest]:
    """Return the waiting pods with one at the head of the queue.

    Those of a higher priority, which waited elsewhere, are left out. Where others are evicted for one of them, the
    scheduler counts it on that node: it stays, with the priority of the first.
    """
    priority = _priority(waiting[key])
    result = {key: waiting[key]}
    for other, pod in waiting.items():
        if _priority(pod) <= priority:
            result.setdefault(other, pod)
        elif mapping(pod, "status").get("nominatedNodeName"):
            result[other] = {**pod, "spec": {**mapping(pod, "spec"), "priority": priority}}
    return result


CONFIG_KEY = "KubeSchedulerConfiguration default/None"


def _priority(pod: Manifest) -> int:
    priority: Any = mapping(pod, "spec").get("priority")
    return priority if isinstance(priority, int) else 0


def _with_count(manifest: Manifest, key: str, pods: Iterable[Manifest]) -> Manifest:
    """Return a ReplicaSet scaled to the pods that it has, a StatefulSet to none: the content gets no others."""
    if kind_of(manifest) == _NUMBERED:
        return {**manifest, "spec": {**mapping(manifest, "spec"), "replicas": 0}}
    if kind_of(manifest) not in _COUNTED:
        return manifest
    count = sum(owner_key(pod) == key and is_active(pod) for pod in pods)
    return {**manifest, "spec": {**mapping(manifest, "spec"), "replicas": count}}
