"""A scenario prepared for plays: the objects that an API server has when the first step begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scheduler_core.controlplane.workloads.pods import namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.simulation.run.scenario import Scenario, stored_objects

from .assumed import assumed_workloads
from .played_pod import PodMaker, owner_key

_CLUSTER_WIDE = (
    *("Node", "Namespace", "PriorityClass", "PersistentVolume", "StorageClass"),
    *("CSINode", "CSIDriver", "VolumeAttachment", "RuntimeClass"),
)


@dataclass(frozen=True, slots=True)
class Start:
    """A scenario prepared for plays: its objects as an API server has them, by "Kind namespace/name"."""

    scenario: Scenario
    stored: dict[str, Manifest]
    maker: PodMaker
    assumed: dict[str, Manifest]
    """Workloads that are not stored, but told by their pods."""


def prepare(scenario: Scenario) -> Start:
    """Return what all plays of a scenario begin with."""
    stored = {object_key(m): m for m in stored_objects(scenario)}
    early = _created_in_order(scenario, stored)
    stored = {key: manifest for key, manifest in stored.items() if key not in early}
    pods = [pod for pod in scenario.objects.pods if f"Pod {pod.key}" not in early]
    maker = PodMaker(scenario)
    scenario = replace(scenario, objects=replace(scenario.objects, pods=pods))
    return Start(scenario, stored, maker, assumed_workloads(stored))


def _created_in_order(scenario: Scenario, stored: Mapping[str, Manifest]) -> set[str]:
    """Return the pods of StatefulSets that the input lacks and that come one after another, for their controller."""
    written = {object_key(m) for m in scenario.manifests if kind_of(m) == "Pod"}
    return {
        key
        for key, manifest in stored.items()
        if key.startswith("Pod ") and key not in written and (owner := owner_key(manifest)) in stored
        if owner.startswith("StatefulSet ")
        if mapping(stored[owner], "spec").get("podManagementPolicy") != "Parallel"
    }


def object_key(manifest: Manifest) -> str:
    """Return "Kind namespace/name" of a manifest, "Node name" of a node."""
    name = str(mapping(manifest, "metadata").get("name"))
    kind = kind_of(manifest)
    return f"{kind} {name}" if kind in _CLUSTER_WIDE else f"{kind} {namespace_of(manifest)}/{name}"
