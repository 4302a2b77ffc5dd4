"""Snapshots that other programs make of a cluster, as a List of what is in them.

Cluster Autoscaler's `/snapshotz` (cluster-autoscaler/debuggingsnapshot/debugging_snapshot.go) and the archive of
KAI-Scheduler's `/get-snapshot` (pkg/scheduler/plugins/snapshot/snapshot.go).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any, Final

import orjson

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import counted, worded

_ARCHIVE: Final = b"PK\x03\x04"
_KAI_FILE: Final = "snapshot.json"
_NODE, _POD = ("v1", "Node"), ("v1", "Pod")
_KAI_KINDS: Final = {
    "nodes": _NODE,
    "pods": _POD,
    "priorityClasses": ("scheduling.k8s.io/v1", "PriorityClass"),
    "persistentVolumeClaims": ("v1", "PersistentVolumeClaim"),
    "storageClasses": ("storage.k8s.io/v1", "StorageClass"),
    "csiDrivers": ("storage.k8s.io/v1", "CSIDriver"),
    "csiStorageCapacities": ("storage.k8s.io/v1", "CSIStorageCapacity"),
    "deviceClasses": ("resource.k8s.io/v1", "DeviceClass"),
    "resourceSlices": ("resource.k8s.io/v1", "ResourceSlice"),
    "resourceClaims": ("resource.k8s.io/v1", "ResourceClaim"),
    "queues": ("scheduling.run.ai/v2", "Queue"),
    "podGroups": ("scheduling.run.ai/v2alpha2", "PodGroup"),
    "bindRequests": ("scheduling.run.ai/v1alpha2", "BindRequest"),
    "topologies": ("kai.scheduler/v1alpha1", "Topology"),
}
"""apiVersion and kind of the objects in a field of the snapshot, which do not say it themselves."""


def unpacked(data: bytes, name: str) -> bytes:
    """Return the snapshot in an archive of KAI-Scheduler, any other data as it is; raise InvalidInput."""
    if not data.startswith(_ARCHIVE):
        return data
    import zipfile  # here, since it takes as long as all else that a command needs to start

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.read(_KAI_FILE)
    except (KeyError, zipfile.BadZipFile):
        rule = worded(
            "an archive must be a snapshot of KAI-Scheduler, with {kai_file}: unpack others, and "
            "name their files",
            kai_file=_KAI_FILE,
        )
        raise InvalidInput.of("", rule, object=name) from None


def manifests_text(text: str, name: str) -> str:
    """Return the List of a snapshot, any other text as it is; raise InvalidInput for a snapshot without objects.

    It is one line, as the snapshot is, so that errors name the right one. Says on stderr what the snapshot lacks.
    """
    if '"NodeList"' not in text and '"rawObjects"' not in text:
        return text
    try:
        content = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    if not isinstance(content, dict) or "kind" in content:
        return text
    if isinstance(raw := content.get("rawObjects"), dict):
        objects = [
            _typed(manifest, *_KAI_KINDS[key]) for key in _KAI_KINDS for manifest in raw.get(key) or ()
        ]
        program, lacks = "KAI-Scheduler", "volumes, services and namespaces"
    elif "NodeList" in content:
        objects = list(_of_autoscaler(content, name))
        program, lacks = "Cluster Autoscaler", "pods that need another node, volumes, services and namespaces"
    else:
        return text
    print(
        f"{name}: {counted(sum('kind' in o for o in objects), 'object')} of {program}'s snapshot, which has no {lacks}",
        file=sys.stderr,
    )
    return orjson.dumps({"apiVersion": "v1", "kind": "List", "items": objects}).decode()


def _of_autoscaler(content: dict[str, Any], name: str) -> Iterator[Manifest]:
    """Yield nodes with their pods, those that wait and would fit, and the templates of all node groups.

    Raise InvalidInput for a snapshot that failed.
    """
    if error := content.get("Error"):
        raise InvalidInput.of("Error", worded("must be absent, ask again: {error}", error=error), object=name)
    for entry in content["NodeList"] or ():
        yield _typed(entry["Node"], *_NODE)
        yield from _pods_of(entry)
    for pod in content.get("UnscheduledPodsCanBeScheduled") or ():
        yield _typed(pod, *_POD)
    if templates := content.get("TemplateNodes"):
        groups = {
            name: {"node": _typed(template["Node"], *_NODE), "pods": list(_pods_of(template))}
            for name, template in templates.items()
        }
        yield {"machines": {"nodeGroups": groups}}


def _pods_of(entry: dict[str, Any]) -> Iterator[Manifest]:
    for pod in entry["Pods"] or ():
        yield _typed(pod.get("Pod", pod), *_POD)  # in older versions the scheduler's PodInfo


def _typed(item: Manifest, version: str, kind: str) -> Manifest:
    return {**item, "apiVersion": version, "kind": kind}
