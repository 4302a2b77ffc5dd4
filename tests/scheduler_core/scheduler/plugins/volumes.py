"""Builders of volume manifests, and readers of a cycle's results about volumes."""

from __future__ import annotations

from typing import Any

from scheduler_core import Scenario
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import Manifest, make_node, make_pod

DRIVER = "csi.example.com"


def make_class(name: str, *, wait: bool = True, provisioner: str = DRIVER, **fields: Any) -> Manifest:
    mode = "WaitForFirstConsumer" if wait else "Immediate"
    return {
        "kind": "StorageClass",
        "metadata": {"name": name},
        "provisioner": provisioner,
        "volumeBindingMode": mode,
        **fields,
    }


def make_volume(
    name: str,
    size: str = "10Gi",
    *,
    claim: str = "",
    on: list[str] | None = None,
    phase: str = "Available",
    labels: dict[str, str] | None = None,
    source: Manifest | None = None,
    **spec: Any,
) -> Manifest:
    """Return a volume of class `local`; only the nodes `on` reach it, `claim` reserves it."""
    spec = {
        "capacity": {"storage": size},
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": "local",
        **(source or {"csi": {"driver": DRIVER, "volumeHandle": f"h-{name}"}}),
        **spec,
    }
    if claim:
        spec["claimRef"] = {"namespace": "default", "name": claim}
    if on is not None:
        clause = {"key": "kubernetes.io/hostname", "operator": "In", "values": on}
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [clause]}]}}
    metadata = {"name": name, "labels": labels or {}}
    return {"kind": "PersistentVolume", "metadata": metadata, "spec": spec, "status": {"phase": phase}}


def make_claim(
    name: str,
    size: str = "10Gi",
    *,
    volume: str = "",
    storage_class: str = "local",
    modes: tuple[str, ...] = ("ReadWriteOnce",),
    annotations: dict[str, str] | None = None,
    phase: str = "",
    owner: str = "",
    **spec: Any,
) -> Manifest:
    """Return a claim, fully bound if `volume` is given; `owner` is the uid of the pod that it was created for."""
    bound = {"pv.kubernetes.io/bind-completed": "yes"} if volume else {}
    metadata: Manifest = {"name": name, "namespace": "default", "annotations": bound | (annotations or {})}
    if owner:
        reference = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": owner, "controller": True}
        metadata["ownerReferences"] = [reference]
    return {
        "kind": "PersistentVolumeClaim",
        "metadata": metadata,
        "spec": {
            "accessModes": list(modes),
            "resources": {"requests": {"storage": size}},
            "storageClassName": storage_class,
            "volumeName": volume,
            **spec,
        },
        "status": {"phase": phase or ("Bound" if volume else "Pending")},
    }


def make_csi_node(name: str, *, migrated: str = "", **limits: int) -> Manifest:
    """Return a CSINode with `limits` by driver, with underscores for dots."""
    drivers = [
        {"name": driver.replace("_", "."), "nodeID": name, "allocatable": {"count": count}}
        for driver, count in limits.items()
    ]
    annotations = {"storage.alpha.kubernetes.io/migrated-plugins": migrated}
    return {
        "kind": "CSINode",
        "metadata": {"name": name, "annotations": annotations},
        "spec": {"drivers": drivers},
    }


def user(name: str, *claims: str, volumes: list[Manifest] | None = None, **options: Any) -> Manifest:
    """Return a pod that uses claims and other volumes."""
    pod = make_pod(name, **options)
    mounted = [{"name": f"v{i}", "persistentVolumeClaim": {"claimName": c}} for i, c in enumerate(claims)]
    pod["spec"]["volumes"] = [*mounted, *(volumes or [])]
    return pod


def simulate(*objects: Manifest) -> Simulation:
    return Simulation(Scenario.from_content({"objects": list(objects), "config": None}))


def labelled(name: str, labels: dict[str, str]) -> Manifest:
    node = make_node(name)
    node["metadata"]["labels"] |= labels
    return node


def compute(simulation: Simulation, pod: str = "p") -> CycleRecord:
    """Return the pod's cycle without applying it, since its explanations read the cluster of that time."""
    record = simulation.compute(f"default/{pod}")
    assert isinstance(record, CycleRecord)
    return record


def attempt(simulation: Simulation, pod: str = "p") -> CycleRecord:
    record = simulation.attempt(f"default/{pod}")
    assert isinstance(record, CycleRecord)
    return record


def rejections(record: CycleRecord, plugin: str) -> dict[str, tuple[str, ...]]:
    """Return by node the reasons of a filter plugin."""
    assert record.filter is not None
    nodes = record.framework.handle.snapshot.nodes
    statuses_by_row = {int(row): record.filter.statuses(i) for i, row in enumerate(record.filter.rows)}
    return {
        nodes[n].name: statuses[plugin].reasons
        for n, statuses in statuses_by_row.items()
        if plugin in statuses
    }


def pre_filter(record: CycleRecord, plugin: str) -> tuple[str, str]:
    """Return the code and message of a PreFilter plugin."""
    assert record.pre_filter is not None
    status = record.pre_filter.answers[plugin]
    return status.code.name, status.message


def explained(record: CycleRecord, plugin: str, node: str) -> list[dict[str, Any]]:
    """Return the steps of a filter plugin on a node."""
    filter_plugin: Any = next(p for p in record.framework.profile.filter if p.name == plugin)
    index = record.framework.handle.snapshot.index[node]
    steps: list[dict[str, Any]] = filter_plugin.explain_filter(record.state, record.pod, index)
    return steps
