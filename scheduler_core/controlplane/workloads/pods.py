"""The pods of the input by owner, and the creation of pods from a template."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import FINISHED_PHASES

from .names import generated_name, uid_of
from .workload import Workload, mapping

TEMPLATE_HASH_LABEL = "pod-template-hash"

# The controller of pods: its namespace, kind and name.
_Owner = tuple[str, str, str]


class Pods:
    """All pods: those of the input and those created so far."""

    def __init__(self, manifests: list[Any]) -> None:
        self._manifests = manifests
        self._names_by_namespace: dict[str, set[str]] = defaultdict(set)
        self._pods_by_owner: dict[_Owner, list[Manifest]] = defaultdict(list)
        self._pods_by_hash: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._orphans_by_namespace: dict[str, dict[int, Manifest]] = defaultdict(dict)
        self._orphans_by_label: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for index, manifest in enumerate(manifests):
            if kind_of(manifest) == "Pod":
                self._register(index, manifest)

    def _register(self, index: int, pod: Manifest) -> None:
        meta = mapping(pod, "metadata")
        namespace = namespace_of(pod)
        self._names_by_namespace[namespace].add(str(meta.get("name")))
        owner = controller_of(pod)
        if owner is not None:
            kind, name = str(owner.get("kind")), str(owner.get("name"))
            self._pods_by_owner[namespace, kind, name].append(pod)
            pod_hash = labels_of(pod).get(TEMPLATE_HASH_LABEL, "")
            if kind == "ReplicaSet" and is_active(pod) and name.endswith(f"-{pod_hash}"):
                self._pods_by_hash[namespace, name.removesuffix(f"-{pod_hash}")][pod_hash] += 1
        elif is_active(pod):
            self._orphans_by_namespace[namespace][index] = pod
            for key, value in labels_of(pod).items():
                self._orphans_by_label[namespace, key, value].append(index)

    def names(self, namespace: str) -> set[str]:
        return self._names_by_namespace[namespace]

    def owned(self, workload: Workload) -> list[Manifest]:
        """Return the pods that a workload controls; it adopts orphans that its selector matches (ClaimPods)."""
        owned = self._pods_by_owner[workload.namespace, workload.kind, workload.name]
        for index in list(self._candidates(workload.namespace, workload.selector)):
            pod = self._orphans_by_namespace[workload.namespace].get(index)
            if pod is not None and workload.selector.matches(labels_of(pod)):
                owned.append(self._adopt(index, pod, workload))
        return owned

    def hashes(self, deployment: Workload) -> Counter[str]:
        """Return the number of pods by hash, of ReplicaSets named after the deployment and the hash."""
        return self._pods_by_hash[deployment.namespace, deployment.name]

    def _candidates(self, namespace: str, selector: Selector) -> Iterable[int]:
        if not selector.requirements:
            return ()
        for requirement in selector.requirements:
            if requirement.operator == "In" and len(requirement.values) == 1:
                return self._orphans_by_label.get((namespace, requirement.key, requirement.values[0]), ())
        return self._orphans_by_namespace[namespace]

    def _adopt(self, index: int, pod: Manifest, workload: Workload) -> Manifest:
        del self._orphans_by_namespace[workload.namespace][index]
        references = [*_owner_references(pod), workload.owner_reference()]
        meta = {**mapping(pod, "metadata"), "ownerReferences": references}
        adopted: Manifest = {**pod, "metadata": meta}
        self._manifests[index] = adopted
        return adopted

    def make(
        self,
        workload: Workload,
        template: Manifest,
        *,
        name: str = "",
        prefix: str = "",
        labels: Manifest | None = None,
        annotations: Manifest | None = None,
    ) -> Manifest:
        """Create and return a pod with this name, or with one generated from the prefix (GetPodFromTemplate)."""
        existing_names = self._names_by_namespace[workload.namespace]
        owned = self._pods_by_owner[workload.namespace, workload.kind, workload.name]
        name = name or generated_name(
            prefix or f"{workload.name}-", f"{workload.key}/{len(owned)}", existing_names
        )
        return self.add(workload, pod_of(workload, template, name, labels, annotations))

    def add(self, workload: Workload, pod: Manifest) -> Manifest:
        """Register a pod that was made of the workload, and return it."""
        allowance.check()
        self._names_by_namespace[workload.namespace].add(pod["metadata"]["name"])
        self._pods_by_owner[workload.namespace, workload.kind, workload.name].append(pod)
        return pod


def pod_of(
    workload: Workload,
    template: Manifest,
    name: str,
    labels: Manifest | None = None,
    annotations: Manifest | None = None,
) -> Manifest:
    """Return a pod of the template that the workload controls (GetPodFromTemplate)."""
    meta: Manifest = {
        "name": name,
        "namespace": workload.namespace,
        "uid": uid_of("Pod", workload.namespace, name),
        "labels": {**mapping(template, "metadata", "labels"), **(labels or {})},
        "ownerReferences": [workload.owner_reference()],
    }
    if all_annotations := {**mapping(template, "metadata", "annotations"), **(annotations or {})}:
        meta["annotations"] = all_annotations
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": template.get("spec")}


def namespace_of(manifest: Manifest) -> str:
    return str(mapping(manifest, "metadata").get("namespace") or "default")


def labels_of(manifest: Manifest) -> dict[str, str]:
    labels = mapping(manifest, "metadata", "labels")
    return {str(k): v for k, v in labels.items() if isinstance(v, str)}


def controller_of(manifest: Manifest) -> Manifest | None:
    return next((r for r in _owner_references(manifest) if r.get("controller") is True), None)


def _owner_references(manifest: Manifest) -> list[Manifest]:
    references = mapping(manifest, "metadata").get("ownerReferences")
    return [r for r in references if isinstance(r, dict)] if isinstance(references, list) else []


def phase_of(pod: Manifest) -> str:
    return str(mapping(pod, "status").get("phase") or "Pending")


def is_finished(pod: Manifest) -> bool:
    return phase_of(pod) in FINISHED_PHASES


def is_active(pod: Manifest) -> bool:
    """Return whether the pod is neither finished nor terminating (IsPodActive)."""
    return not is_finished(pod) and mapping(pod, "metadata").get("deletionTimestamp") is None
