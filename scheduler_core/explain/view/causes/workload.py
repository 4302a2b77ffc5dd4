"""The workload that a pod belongs to, by its controlling owner."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.pod import Pod

from .contract import PodGroup

MOST_PODS = 200
_HASH = "pod-template-hash"


@dataclass(frozen=True, slots=True)
class Workload:
    """What a pod belongs to: a Deployment rather than its ReplicaSet; bare pods belong to their class."""

    kind: str
    namespace: str
    name: str
    bare: Hashable = None


def workload_of(pod: Pod) -> Workload:
    owner, labels = pod.template.controller, pod.template.labels
    if owner is None:
        return Workload("Pod", pod.namespace, "", pod.template)
    suffix = f"-{labels.get(_HASH, '')}"
    if owner.kind == "ReplicaSet" and _HASH in labels and owner.name.endswith(suffix):
        return Workload("Deployment", pod.namespace, owner.name.removesuffix(suffix))
    return Workload(owner.kind, pod.namespace, owner.name)


def pod_groups(pods: Iterable[Pod]) -> list[PodGroup]:
    """Fold pods into their workloads, those with most pods first."""
    groups: dict[Workload, list[str]] = {}
    for pod in pods:
        groups.setdefault(workload_of(pod), []).append(pod.name)
    listed = [pod_group(workload, names) for workload, names in groups.items()]
    return sorted(listed, key=lambda group: -group["pod_count"])


def pod_group(workload: Workload, names: list[str]) -> PodGroup:
    """Describe pods of one workload; bare pods are named by the first of them."""
    return {
        "kind": workload.kind,
        "namespace": workload.namespace,
        "name": workload.name or names[0],
        "pods": names[:MOST_PODS],
        "pod_count": len(names),
    }
