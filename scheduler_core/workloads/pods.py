"""The pods of the input by owner, and new ones made from a template."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from scheduler_core.objects.labels import Selector
from scheduler_core.objects.parsing import Manifest
from scheduler_core.objects.pod import FINISHED_PHASES

from .names import generated_name, uid_of
from .workload import Workload, mapping

HASH = "pod-template-hash"

# How ClaimPods keys what belongs together: (namespace, kind of the controller, its name).
_Owner = tuple[str, str, str]


class Pods:
    """All pods, those of the input and those made so far."""

    def __init__(self, manifests: list[Any]) -> None:
        self._manifests = manifests
        self._names: dict[str, set[str]] = defaultdict(set)
        self._owned: dict[_Owner, list[Manifest]] = defaultdict(list)
        self._hashes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._orphans: dict[str, dict[int, Manifest]] = defaultdict(dict)
        self._by_label: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for index, manifest in enumerate(manifests):
            if mapping(manifest).get("kind") == "Pod":
                self._enter(index, manifest)

    def _enter(self, index: int, pod: Manifest) -> None:
        meta = mapping(pod, "metadata")
        namespace = namespace_of(pod)
        self._names[namespace].add(str(meta.get("name")))
        owner = controller_of(pod)
        if owner is not None:
            kind, name = str(owner.get("kind")), str(owner.get("name"))
            self._owned[namespace, kind, name].append(pod)
            hashed = labels_of(pod).get(HASH, "")
            if kind == "ReplicaSet" and is_active(pod) and name.endswith(f"-{hashed}"):
                self._hashes[namespace, name.removesuffix(f"-{hashed}")][hashed] += 1
        elif is_active(pod):
            self._orphans[namespace][index] = pod
            for key, value in labels_of(pod).items():
                self._by_label[namespace, key, value].append(index)

    def names(self, namespace: str) -> set[str]:
        return self._names[namespace]

    def owned(self, workload: Workload) -> list[Manifest]:
        """ClaimPods: the pods that it controls; pods without an owner that its selector matches become its own."""
        owned = self._owned[workload.namespace, workload.kind, workload.name]
        for index in list(self._candidates(workload.namespace, workload.selector)):
            pod = self._orphans[workload.namespace].get(index)
            if pod is not None and workload.selector.matches(labels_of(pod)):
                owned.append(self._adopt(index, pod, workload))
        return owned

    def hashes(self, deployment: Workload) -> Counter[str]:
        """How many pods there are of each ReplicaSet that has the deployment's name and a hash."""
        return self._hashes[deployment.namespace, deployment.name]

    def _candidates(self, namespace: str, selector: Selector) -> Iterable[int]:
        if not selector.requirements:
            return ()
        for requirement in selector.requirements:
            if requirement.operator == "In" and len(requirement.values) == 1:
                return self._by_label.get((namespace, requirement.key, requirement.values[0]), ())
        return self._orphans[namespace]

    def _adopt(self, index: int, pod: Manifest, workload: Workload) -> Manifest:
        del self._orphans[workload.namespace][index]
        references = [
            r for r in (mapping(pod, "metadata").get("ownerReferences") or ()) if isinstance(r, dict)
        ]
        meta = {**mapping(pod, "metadata"), "ownerReferences": [*references, workload.owner_reference()]}
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
        """GetPodFromTemplate: a pod with this name, or one generated after the prefix."""
        taken = self._names[workload.namespace]
        owned = self._owned[workload.namespace, workload.kind, workload.name]
        name = name or generated_name(prefix or f"{workload.name}-", f"{workload.key}/{len(owned)}", taken)
        meta: Manifest = {
            "name": name,
            "namespace": workload.namespace,
            "uid": uid_of("Pod", workload.namespace, name),
            "labels": {**mapping(template, "metadata", "labels"), **(labels or {})},
            "ownerReferences": [workload.owner_reference()],
        }
        if noted := {**mapping(template, "metadata", "annotations"), **(annotations or {})}:
            meta["annotations"] = noted
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": template.get("spec")}
        taken.add(name)
        owned.append(pod)
        return pod


def namespace_of(manifest: Manifest) -> str:
    return str(mapping(manifest, "metadata").get("namespace") or "default")


def labels_of(manifest: Manifest) -> dict[str, str]:
    labels = mapping(manifest, "metadata", "labels")
    return {str(k): v for k, v in labels.items() if isinstance(v, str)}


def controller_of(manifest: Manifest) -> Manifest | None:
    references = mapping(manifest, "metadata").get("ownerReferences")
    if not isinstance(references, list):
        return None
    return next((r for r in references if isinstance(r, dict) and r.get("controller") is True), None)


def phase_of(pod: Manifest) -> str:
    return str(mapping(pod, "status").get("phase") or "Pending")


def is_finished(pod: Manifest) -> bool:
    return phase_of(pod) in FINISHED_PHASES


def is_active(pod: Manifest) -> bool:
    """IsPodActive: neither finished nor leaving."""
    return not is_finished(pod) and mapping(pod, "metadata").get("deletionTimestamp") is None
