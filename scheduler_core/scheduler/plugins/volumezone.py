"""Mirrors pkg/scheduler/framework/plugins/volumezone/volume_zone.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import OLD_REGION, OLD_ZONE, REGION, ZONE
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status, Verdicts, unresolvable

from .volumehelper import not_found

_REASON = unresolvable("node(s) had no available volume zone")
_KEYS = (OLD_ZONE, OLD_REGION, ZONE, REGION)
_RENAMED = {OLD_ZONE: ZONE, OLD_REGION: REGION}


class VolumeZoneStep(TypedDict):
    """A zone or region label of a bound volume, compared with the node's label."""

    kind: Literal["volume_zone"]
    claim: str
    volume: str
    key: str
    wanted: list[str]
    """The values that the volume allows."""
    actual: str | None
    """The node's value, None if it has no such label."""
    node_has_no_zone: bool
    """The node has no zone or region label at all, and passes for that reason."""
    ok: bool


class VolumeZoneLabel(TypedDict):
    """A zone or region label of a bound volume."""

    claim: str
    volume: str
    key: str
    values: list[str]
    """The values that the volume allows."""
    accepts: BoolArray
    """Per node whether it has one of them, or no zone or region label at all."""


class VolumeZoneOperands(TypedDict):
    """The zone and region labels of the pod's volumes, all of which must hold."""

    kind: Literal["volume_zones"]
    labels: list[VolumeZoneLabel]


@dataclass(frozen=True, slots=True)
class _Topology:
    """A zone or region label of a volume with its allowed values. `fallback_key`: used for nodes without the label."""

    claim: str
    volume: str
    key: str
    fallback_key: str
    values: frozenset[str]

    def actual(self, labels: Labels) -> str | None:
        """Return the value of a node with these labels."""
        return labels.get(self.key, labels.get(self.fallback_key))


@dataclass(frozen=True, slots=True)
class _Topologies:
    """The zone and region labels of the pod's volumes, up to the first claim with a problem."""

    listed: tuple[_Topology, ...]
    problem: Status = SUCCESS

    def clone(self) -> Self:
        return self


class VolumeZone:
    """Restricts a pod to the zones and regions in its volumes' labels."""

    name = "VolumeZone"
    pre_filter_locality = filter_locality = Locality.NODE
    signed_fields = ("volumes",)

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    @property
    def _has_no_pre_filter(self) -> bool:
        return ("preFilter", self.name) in self.handle.version.absent_points

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        topologies = self._topologies_of(pod)
        if not topologies.problem.ok:
            return PreFilterResult(topologies.problem)
        state.write(topologies)
        return PreFilterResult(SUCCESS if topologies.listed else SKIP)

    def _topologies_of(self, pod: Pod) -> _Topologies:
        storage = self.handle.objects.storage
        listed: list[_Topology] = []
        for name in (volume.claim for volume in pod.template.volumes if volume.claim):
            claim = storage.claims.get((pod.namespace, name))
            problem = self._problem(name, claim)
            if claim is None or not problem.ok:
                return _Topologies(tuple(listed), problem)
            if claim.volume_name:
                listed += self._topologies(claim, storage.volumes[claim.volume_name])
        return _Topologies(tuple(listed))

    def _problem(self, name: str, claim: PersistentVolumeClaim | None) -> Status:
        """Return why the pod can't be scheduled with a claim of this name, or success."""
        if claim is None:
            return unresolvable(not_found("persistentvolumeclaim", name))
        if not claim.volume_name:
            return self._unbound_status(claim)
        exists = claim.volume_name in self.handle.objects.storage.volumes
        return SUCCESS if exists else unresolvable(not_found("persistentvolume", claim.volume_name))

    def _prepared(self, state: CycleState, pod: Pod) -> _Topologies:
        """Return the state of PreFilter; compute it in versions where the plugin has none."""
        return state.get(_Topologies) or self._topologies_of(pod)

    def _topologies(self, claim: PersistentVolumeClaim, volume: PersistentVolume) -> list[_Topology]:
        """Return the zone and region labels. `a__b` are two values, an empty one voids the label (LabelZonesToSet)."""
        fallbacks = _RENAMED if self.handle.version.old_zone_labels_are_new else {}
        topologies = []
        for key in _KEYS:
            values = frozenset(v.strip() for v in volume.meta.labels.get(key, "").split("__"))
            if "" not in values:
                fallback_key = fallbacks.get(key, key)
                topologies.append(_Topology(claim.meta.key, volume.meta.name, key, fallback_key, values))
        return topologies

    def _unbound_status(self, claim: PersistentVolumeClaim) -> Status:
        """Return the status of a claim without a volume: success if its class waits for the first consumer."""
        if not claim.storage_class:
            return unresolvable("PersistentVolumeClaim had no pv name and storageClass name")
        storage_class = self.handle.objects.storage.classes.get(claim.storage_class)
        if storage_class is None:
            return unresolvable(not_found("storageclass.storage.k8s.io", claim.storage_class))
        return (
            SUCCESS if storage_class.wait_for_first_consumer else unresolvable("PersistentVolume had no name")
        )

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        without_zone = self._without_zone()
        fits = np.ones(len(without_zone), dtype=bool)
        topologies = self._prepared(state, pod)
        for topology in topologies.listed:
            fits &= self._matching(topology)
        verdicts = Verdicts(len(without_zone[rows]))
        verdicts.reject(~(fits | without_zone)[rows], _REASON)
        if not topologies.problem.ok:
            # Filter looks at the nodes first where it has no PreFilter, at the volumes where that is switched off.
            looked_at = ~without_zone[rows] if self._has_no_pre_filter else verdicts.passed
            verdicts.reject(looked_at, topologies.problem)
        return verdicts

    def _without_zone(self) -> BoolArray:
        """Return per node whether it has no zone or region label at all."""
        labels = self.handle.snapshot.columns.label
        result: BoolArray = np.logical_and.reduce([labels(key).codes < 0 for key in _KEYS])
        return result

    def filter_operands(self, state: CycleState, pod: Pod) -> VolumeZoneOperands:
        return {
            "kind": "volume_zones",
            "labels": [
                {
                    "claim": topology.claim,
                    "volume": topology.volume,
                    "key": topology.key,
                    "values": sorted(topology.values),
                    "accepts": self._matching(topology) | self._without_zone(),
                }
                for topology in self._prepared(state, pod).listed
            ],
        }

    def _matching(self, topology: _Topology) -> BoolArray:
        label = self.handle.snapshot.columns.label
        own = label(topology.key)
        present = label(topology.fallback_key)
        return np.where(
            own.codes >= 0,
            own.accepted(lambda value: value in topology.values),
            present.accepted(lambda value: value in topology.values),
        )

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[VolumeZoneStep]:
        labels = self.handle.snapshot.nodes[node].labels
        without_zone = not any(key in labels for key in _KEYS)
        return [
            {
                "kind": "volume_zone",
                "claim": topology.claim,
                "volume": topology.volume,
                "key": topology.key,
                "wanted": sorted(topology.values),
                "actual": topology.actual(labels),
                "node_has_no_zone": without_zone,
                "ok": without_zone or topology.actual(labels) in topology.values,
            }
            for topology in self._prepared(state, pod).listed
        ]
