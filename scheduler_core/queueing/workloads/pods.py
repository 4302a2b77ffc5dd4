"""Plain pods and pod groups: Workloads of pods that wait at a gate.

Mirrors pkg/controller/jobs/pod/pod_controller.go @ v0.19.2. Kueue names the pod sets of a group by a hash over the
pods' Go structures (GenerateRoleHash); where pods do not carry it, it is one over their manifests here.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.controlplane.workloads.pods import controller_of, is_finished, labels_of, namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .made import CountedTemplate, name_for
from .names import GROUP, GROUP_SIZE, QUEUE, ROLE_HASH
from .registry import INTEGRATIONS

_ROLE = (
    *("containers", "initContainers", "nodeSelector", "affinity", "tolerations", "runtimeClassName"),
    *("priority", "priorityClassName", "topologySpreadConstraints", "overhead", "resourceClaims"),
)


@dataclass(frozen=True, slots=True)
class PodWorkload:
    """Pods that are one Workload: `roles` are the pod sets with their pods.

    `missing` is how many pods a group still lacks.
    """

    name: str
    roles: Mapping[str, Sequence[Manifest]]
    missing: int = 0

    @property
    def first(self) -> Manifest:
        return next(iter(self.roles.values()))[0]

    def templates(self) -> list[CountedTemplate]:
        return [
            CountedTemplate(
                role, len(pods), {"metadata": pods[0].get("metadata"), "spec": pods[0].get("spec")}
            )
            for role, pods in self.roles.items()
        ]


def is_queued(pod: Manifest) -> bool:
    """Return whether Kueue manages a pod by itself: it names a queue, and no job that Kueue knows owns it."""
    owner = controller_of(pod)
    return bool(labels_of(pod).get(QUEUE)) and (owner is None or str(owner.get("kind")) not in INTEGRATIONS)


def pod_workloads(pods: Iterable[Manifest]) -> list[PodWorkload]:
    """Return the Workloads of pods that Kueue manages, in the order of their first pods."""
    groups: dict[tuple[str, str], list[Manifest]] = defaultdict(list)
    for pod in pods:
        if is_queued(pod) and not is_finished(pod):
            groups[namespace_of(pod), labels_of(pod).get(GROUP) or name_for(pod)].append(pod)
    return [_workload(name, members) for (_, name), members in groups.items()]


def _workload(name: str, pods: list[Manifest]) -> PodWorkload:
    if GROUP not in labels_of(pods[0]):
        return PodWorkload(name, {"main": pods})
    roles: dict[str, list[Manifest]] = defaultdict(list)
    for pod in pods:
        roles[_role(pod)].append(pod)
    size = mapping(pods[0], "metadata", "annotations").get(GROUP_SIZE)
    expected = int(size) if isinstance(size, str) and size.isdigit() else len(pods)
    return PodWorkload(name, dict(sorted(roles.items())), max(expected - len(pods), 0))


def _role(pod: Manifest) -> str:
    """Return the hash by which pods of a group are told apart (getRoleHash)."""
    if written := mapping(pod, "metadata", "annotations").get(ROLE_HASH):
        return str(written)
    shape = {key: mapping(pod, "spec").get(key) for key in _ROLE}
    return hashlib.sha256(json.dumps(shape, sort_keys=True, default=str).encode()).hexdigest()[:8]
