"""Write the fields of Kubernetes' objects, as the official client has them, for warnings about unknown fields.

`python -m scripts.fields` renews scheduler_core/kubernetes/objects/fields.json; a test compares the two.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from kubernetes.client import models

FILE = Path(__file__).parents[1] / "scheduler_core" / "kubernetes" / "objects" / "fields.json"
KINDS = [
    "CSIDriver",
    "CSINode",
    "CSIStorageCapacity",
    "CronJob",
    "DaemonSet",
    "Deployment",
    "Job",
    "LimitRange",
    "Namespace",
    "Node",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "Pod",
    "PodDisruptionBudget",
    "PriorityClass",
    "ReplicaSet",
    "ReplicationController",
    "ResourceQuota",
    "RuntimeClass",
    "Service",
    "StatefulSet",
    "StorageClass",
    "VolumeAttachment",
]
# Fields of versions that are no longer served.
_FORMER: dict[str, dict[str, str]] = {
    "V1DeploymentSpec": {"rollbackTo": ""},
    "V1DaemonSetSpec": {"templateGeneration": ""},
    "V1ObjectMeta": {"clusterName": "", "initializers": ""},
}
_MODEL = re.compile(r"V\d\w*")


def fields() -> dict[str, dict[str, str]]:
    """Return the fields of each type by name; the value is the type of the field or of its items, "" if it has none."""
    types: dict[str, dict[str, str]] = {"": {kind: f"V1{kind}" for kind in KINDS}}
    pending = list(types[""].values())
    while pending:
        name = pending.pop()
        if name in types:
            continue
        model = getattr(models, name)
        types[name] = {
            model.attribute_map[attribute]: _item_type(declared)
            for attribute, declared in model.openapi_types.items()
        } | _FORMER.get(name, {})
        pending += [inner for inner in types[name].values() if inner]
    return types


def _item_type(declared: str) -> str:
    match = None if declared.startswith("dict") else _MODEL.search(declared)
    name = match[0] if match else ""
    return name if hasattr(getattr(models, name, None), "openapi_types") else ""


def text() -> str:
    """Return the file: one type on each line."""
    rows = [
        f"{json.dumps(name)}: {json.dumps(types, sort_keys=True)}" for name, types in sorted(fields().items())
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
