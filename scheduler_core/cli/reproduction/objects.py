"""The objects of a scenario as an empty cluster takes them: in order, without what servers and controllers set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scheduler_core.kubernetes.objects.parsing import Manifest

FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "1-namespaces.yaml": ("Namespace", "ServiceAccount"),
    "2-classes.yaml": ("PriorityClass", "RuntimeClass", "LimitRange"),
    "3-storage.yaml": (
        "StorageClass",
        "CSIDriver",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "CSIStorageCapacity",
    ),
    "4-devices.yaml": ("DeviceClass", "ResourceClaimTemplate", "ResourceClaim", "ResourceSlice"),
    "5-nodes.yaml": ("Node", "CSINode"),
    "6-services.yaml": ("Service",),
}
"""The kinds that are written, by file, in the order in which they are created; the pods come after them."""

_CLUSTER_SCOPED: Final = frozenset(
    (
        "Namespace",
        "PriorityClass",
        "RuntimeClass",
        "StorageClass",
        "CSIDriver",
        "PersistentVolume",
        "DeviceClass",
        "ResourceSlice",
        "Node",
        "CSINode",
    )
)
_KEPT_META: Final = ("name", "namespace", "labels", "annotations")
# Annotations of kubelets, of the controller that binds volumes, which does it anew, and of kubectl.
_NOT_KEPT: Final = ("kubernetes.io/config.", "pv.kubernetes.io/", "kubectl.kubernetes.io/")
_PAUSE: Final = "pause"
_NOT_SOURCES: Final = frozenset(("capacity", "claimRef", "nodeAffinity"))  # mappings in a volume
# What the API server or admission sets, or does not take of a new pod.
_NOT_CREATED: Final = frozenset(
    ("serviceAccount", "serviceAccountName", "priority", "preemptionPolicy", "ephemeralContainers")
)


@dataclass(slots=True)
class Reproducible:
    """Objects by file, the pods on nodes, the pending pods by key, and how many of each kind are left out."""

    files: dict[str, list[Manifest]]
    bound: list[Manifest] = field(default_factory=list)
    pending: dict[str, Manifest] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)

    def manifests(self) -> Iterator[Manifest]:
        """Yield all objects in the order in which they are created."""
        for objects in self.files.values():
            yield from objects
        yield from self.bound
        yield from self.pending.values()


def reproducible(manifests: Iterable[Manifest]) -> Reproducible:
    """Return the objects that an empty cluster takes, of those that an API server has.

    Owners of pods are left out: their controllers would make pods of their own.
    """
    by_kind: dict[str, list[Manifest]] = {}
    for manifest in manifests:
        by_kind.setdefault(str(manifest["kind"]), []).append(manifest)
    pods = [_pod(pod) for pod in by_kind.pop("Pod", ()) if _is_alive(pod)]
    by_kind["PriorityClass"] = [*_own_classes(by_kind), *_made_classes(pods)]
    by_kind["Service"] = [service for service in by_kind.get("Service", ()) if _selector(service)]
    by_kind["Namespace"] = _namespaces(by_kind, pods)
    by_kind["ServiceAccount"] = [
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": name}}
        for name in dict.fromkeys(pod["metadata"]["namespace"] for pod in pods)
    ]
    written = {kind for kinds in FILES.values() for kind in kinds}
    cluster = Reproducible(
        {
            file: [
                _CLEANERS.get(kind, _object)(manifest) for kind in kinds for manifest in by_kind.get(kind, ())
            ]
            for file, kinds in FILES.items()
        },
        left_out=Counter({kind: len(of_kind) for kind, of_kind in by_kind.items() if kind not in written}),
    )
    for pod in pods:
        if pod["spec"].get("nodeName"):
            cluster.bound.append(pod)
        else:
            cluster.pending[f"{pod['metadata']['namespace']}/{pod['metadata']['name']}"] = pod
    return cluster


def _is_alive(pod: Manifest) -> bool:
    return (pod.get("status") or {}).get("phase") not in ("Succeeded", "Failed")


def _meta(manifest: Manifest) -> Manifest:
    """Return the metadata that a client may set."""
    meta = {key: value for key, value in manifest["metadata"].items() if key in _KEPT_META and value}
    if annotations := meta.get("annotations"):
        meta["annotations"] = {k: v for k, v in annotations.items() if not k.startswith(_NOT_KEPT)}
    if manifest["kind"] not in _CLUSTER_SCOPED:
        meta.setdefault("namespace", "default")
    return meta


def _object(manifest: Manifest) -> Manifest:
    """Return an object without its status, and without the metadata that the server sets."""
    rest = {key: value for key, value in manifest.items() if key not in ("status", "metadata")}
    return {
        "apiVersion": rest.pop("apiVersion"),
        "kind": rest.pop("kind"),
        "metadata": _meta(manifest),
        **rest,
    }


def _node(manifest: Manifest) -> Manifest:
    """Return a node that is ready, so that the node controller takes its taint `not-ready` away."""
    node, status = _object(manifest), dict(manifest.get("status") or {})
    status["conditions"] = [{"type": "Ready", "status": "True", "reason": "Reproduction"}]
    status.setdefault("capacity", status.get("allocatable", {}))
    return {**node, "status": status}


def _volume(manifest: Manifest) -> Manifest:
    """Return a volume that the controller binds to the claim of its claimRef, whose uid is another now."""
    volume = _object(manifest)
    spec = {"accessModes": ["ReadWriteOnce"], **(volume.get("spec") or {})}
    if claim := spec.get("claimRef"):
        spec["claimRef"] = {key: claim[key] for key in ("kind", "namespace", "name") if key in claim}
    if not any(isinstance(value, dict) for key, value in spec.items() if key not in _NOT_SOURCES):
        spec["hostPath"] = {"path": "/reproduction"}
    return {**volume, "spec": spec}


def _selector(service: Manifest) -> Any:
    """Return the selector of a service, None for one that selects no pods, such as default/kubernetes."""
    return (service.get("spec") or {}).get("selector")


def _service(manifest: Manifest) -> Manifest:
    """Return a headless service: it needs neither ports nor an address, and scheduling reads the selector."""
    return {**_object(manifest), "spec": {"clusterIP": "None", "selector": _selector(manifest)}}


_CLEANERS: Final = {"Node": _node, "PersistentVolume": _volume, "Service": _service}


def _pod(manifest: Manifest) -> Manifest:
    """Return a pod as a client may create it, which is gone at once when it is evicted."""
    pod = _object(manifest)
    spec = {key: value for key, value in pod["spec"].items() if key not in _NOT_CREATED}
    spec["terminationGracePeriodSeconds"] = 0
    spec["automountServiceAccountToken"] = False
    for list_name in ("initContainers", "containers"):
        if containers := spec.get(list_name):
            spec[list_name] = [
                {
                    "name": f"c{index}",
                    "image": _PAUSE,
                    **{k: v for k, v in one.items() if k != "volumeMounts"},
                }
                for index, one in enumerate(containers)
            ]
    if not spec.get("priorityClassName") and manifest["spec"].get("priority"):
        spec["priorityClassName"] = _class_name(manifest["spec"])
    return {**pod, "spec": spec}


def _class_name(spec: Mapping[str, Any]) -> str:
    """Return the name of the class that is made for pods that state a priority and no class."""
    never = "-never" if spec.get("preemptionPolicy") == "Never" else ""
    return f"reproduction-{spec['priority']}{never}".replace("--", "-minus-")


def _made_classes(pods: Iterable[Manifest]) -> Iterator[Manifest]:
    """Yield the classes that pods name and only this module makes."""
    for name in sorted({str(pod["spec"].get("priorityClassName", "")) for pod in pods}):
        if name.startswith("reproduction-"):
            value = name.removeprefix("reproduction-").removesuffix("-never").replace("minus-", "-")
            policy = {"preemptionPolicy": "Never"} if name.endswith("-never") else {}
            yield {
                "apiVersion": "scheduling.k8s.io/v1",
                "kind": "PriorityClass",
                "metadata": {"name": name},
                "value": int(value),
                **policy,
            }


def _own_classes(by_kind: Mapping[str, list[Manifest]]) -> Iterator[Manifest]:
    """Yield the classes of the scenario; those of Kubernetes itself are there."""
    for priority_class in by_kind.get("PriorityClass", ()):
        if not str(priority_class["metadata"]["name"]).startswith("system-"):
            yield priority_class


def _namespaces(by_kind: Mapping[str, list[Manifest]], pods: Iterable[Manifest]) -> list[Manifest]:
    """Return the namespaces of the scenario, and those that its objects are in."""
    named = {namespace["metadata"]["name"]: namespace for namespace in by_kind.get("Namespace", ())}
    written = {kind for kinds in FILES.values() for kind in kinds} - _CLUSTER_SCOPED
    inside = [source for kind in written for source in by_kind.get(kind, ())]
    for source in (*pods, *inside):
        name = source["metadata"].get("namespace") or "default"
        named.setdefault(name, {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
    return [named[name] for name in sorted(named)]
