"""Replicas are one class, and the key of a class covers every field that the scheduler reads."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from scheduler_core import load
from scheduler_core.kubernetes.objects.cluster import NO_PRIORITY
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.pod import read_template
from scheduler_core.kubernetes.objects.pod_class import class_key
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from tests.bench import APPS, write_dump

Path_ = tuple[str | int, ...]

SELECTOR = {
    "matchLabels": {"app": "web"},
    "matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}],
}
TERM = {"topologyKey": "zone", "labelSelector": SELECTOR, "namespaces": ["n"], "namespaceSelector": SELECTOR}
NODE_TERM = {"matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}]}
AMOUNTS = {"requests": {"cpu": "1"}, "limits": {"cpu": "2"}}
CONTAINER = {
    "name": "c",
    "image": "app:1",
    "restartPolicy": "Always",
    "resources": AMOUNTS,
    "ports": [{"hostPort": 1, "containerPort": 2, "hostIP": "10.0.0.1", "protocol": "UDP"}],
}
STATUS = {"name": "c", "resources": AMOUNTS, "allocatedResources": {"cpu": "1"}}

# A pod with every field that a class may depend on.
FULL: dict[str, Any] = {
    "kind": "Pod",
    "metadata": {
        "name": "p",
        "namespace": "n",
        "labels": {"app": "web"},
        "deletionTimestamp": "2025-01-01T00:00:00Z",
        "ownerReferences": [
            {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "r", "uid": "u", "controller": True}
        ],
    },
    "spec": {
        "containers": [CONTAINER],
        "initContainers": [CONTAINER],
        "schedulerName": "s",
        "schedulingGates": [{"name": "g"}],
        "nodeSelector": {"a": "b"},
        "affinity": {
            "nodeAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [NODE_TERM]},
                "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "preference": NODE_TERM}],
            },
            "podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [TERM]},
            "podAntiAffinity": {
                "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": TERM}]
            },
        },
        "tolerations": [{"key": "k", "operator": "Equal", "value": "v", "effect": "NoSchedule"}],
        "topologySpreadConstraints": [
            {
                "maxSkew": 1,
                "topologyKey": "zone",
                "whenUnsatisfiable": "DoNotSchedule",
                "labelSelector": SELECTOR,
                "minDomains": 2,
                "nodeAffinityPolicy": "Ignore",
                "nodeTaintsPolicy": "Honor",
            }
        ],
        "priority": 5,
        "priorityClassName": "system-node-critical",
        "preemptionPolicy": "Never",
        "hostNetwork": True,
        "overhead": {"cpu": "1"},
        "resources": AMOUNTS,
        "volumes": [
            {"name": "a", "persistentVolumeClaim": {"claimName": "claim"}},
            {"name": "b", "gcePersistentDisk": {"pdName": "disk", "readOnly": True}},
            {"name": "d", "rbd": {"pool": "p", "image": "i", "monitors": ["m"], "readOnly": True}},
        ],
    },
    "status": {
        "containerStatuses": [STATUS],
        "initContainerStatuses": [STATUS],
        "conditions": [
            {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"},
            {"type": "PodResizePending", "status": "True", "reason": "Infeasible"},
        ],
    },
}


class RecordingDict(dict[str, Any]):
    """A mapping that records which paths are read."""

    def __init__(self, mapping: dict[str, Any], path: Path_, reads: set[Path_]) -> None:
        super().__init__((key, recording(value, (*path, key), reads)) for key, value in mapping.items())
        self.path, self.reads = path, reads

    def get(self, key: str, default: Any = None) -> Any:
        if key in self:
            self.reads.add((*self.path, key))
        return super().get(key, default)


def recording(value: Any, path: Path_, reads: set[Path_]) -> Any:
    if isinstance(value, dict):
        return RecordingDict(value, path, reads)
    return (
        [recording(v, (*path, i), reads) for i, v in enumerate(value)] if isinstance(value, list) else value
    )


def without(manifest: dict[str, Any], path: Path_) -> dict[str, Any]:
    changed = deepcopy(manifest)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return changed


def test_every_field_that_a_class_reads_is_in_its_key() -> None:
    reads: set[Path_] = set()
    problems = Problems()
    read_template(ManifestField(recording(FULL, (), reads), "", problems), {}, NO_PRIORITY)
    assert not problems.entries
    assert ("spec", "containers", 0, "ports", 0, "hostIP") in reads
    missing_from_key = {path for path in reads if class_key(without(FULL, path)) == class_key(FULL)}
    assert not missing_from_key


def test_replicas_as_served_by_an_api_server_are_one_class(tmp_path: Path) -> None:
    write_dump(tmp_path / "dump.json", nodes=6, pods=4 * APPS)
    scenario = load((tmp_path / "dump.json").read_text(encoding="utf-8"), NO_LIMITS)
    kubelets = {"release": "1.34", "nodes": 6}
    assert scenario.summary() == {"nodes": 6, "pods": 4 * APPS, "pending": 0, "kubelets": kubelets}
    assert len({pod.template for pod in scenario.objects.pods}) == APPS


def test_a_malformed_pod_is_a_class_of_its_own() -> None:
    """Its error must be reported, whatever the class of other pods."""
    for path, value in ((("spec", "containers"), "none"), (("spec",), []), (("status", "conditions"), [3])):
        broken = json.loads(json.dumps(FULL))
        place: Any = broken
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        assert class_key(broken) != class_key(FULL)
