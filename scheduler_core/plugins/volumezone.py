"""Mirrors pkg/scheduler/framework/plugins/volumezone/volume_zone.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from scheduler_core.cluster.columns import BoolArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.framework.status import SKIP, SUCCESS, Status, Verdicts, unresolvable
from scheduler_core.objects.labels import Labels
from scheduler_core.objects.node import OLD_REGION, OLD_ZONE, REGION, ZONE
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.typeddict import TypedDict

from .volumehelper import not_found

_REASON = unresolvable("node(s) had no available volume zone")
_KEYS = (OLD_ZONE, OLD_REGION, ZONE, REGION)
_RENAMED = {OLD_ZONE: ZONE, OLD_REGION: REGION}


class VolumeZoneStep(TypedDict):
    """A zone or region label of a bound volume, compared with the node's."""

    kind: Literal["volume_zone"]
    claim: str
    volume: str
    key: str
    wanted: list[str]
    """The values that the volume allows."""
    actual: str | None
    """The node's value; None: it has no such label."""
    node_has_no_zone: bool
    """The node has no zone or region label at all, and is not asked for one."""
    ok: bool


@dataclass(frozen=True, slots=True)
class _Topology:
    """A zone or region label of a volume: the values it allows. A node without the label is asked for `otherwise`."""

    claim: str
    volume: str
    key: str
    otherwise: str
    values: frozenset[str]

    def actual(self, labels: Labels) -> str | None:
        """The node's value."""
        return labels.get(self.key, labels.get(self.otherwise))


@dataclass(frozen=True, slots=True)
class _Topologies:
    """The labels of all volumes of the pod."""

    listed: tuple[_Topology, ...]

    def clone(self) -> Self:
        return self


class VolumeZone:
    """Keeps a pod to the zones and regions that its volumes have as labels."""

    name = "VolumeZone"
    pre_filter_locality = filter_locality = Locality.NODE

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        storage = self.handle.objects.storage
        listed: list[_Topology] = []
        for name in (volume.claim for volume in pod.template.volumes if volume.claim):
            claim = storage.claims.get((pod.namespace, name))
            if claim is None:
                return PreFilterResult(unresolvable(not_found("persistentvolumeclaim", name)))
            if not claim.volume_name:
                status = self._unbound(claim)
                if not status.ok:
                    return PreFilterResult(status)
                continue
            volume = storage.volumes.get(claim.volume_name)
            if volume is None:
                return PreFilterResult(unresolvable(not_found("persistentvolume", claim.volume_name)))
            listed += self._topologies(claim, volume)
        state.write(_Topologies(tuple(listed)))
        return PreFilterResult(SUCCESS if listed else SKIP)

    def _topologies(self, claim: PersistentVolumeClaim, volume: PersistentVolume) -> list[_Topology]:
        """Several zones are written `a__b`; a label with an empty one is ignored (LabelZonesToSet)."""
        renamed = _RENAMED if self.handle.version.old_zone_labels_are_new else {}
        found = []
        for key in _KEYS:
            values = frozenset(v.strip() for v in volume.meta.labels.get(key, "").split("__"))
            if "" not in values:
                otherwise = renamed.get(key, key)
                found.append(_Topology(claim.meta.key, volume.meta.name, key, otherwise, values))
        return found

    def _unbound(self, claim: PersistentVolumeClaim) -> Status:
        """A claim without a volume is in order when its class waits for the first consumer."""
        if not claim.storage_class:
            return unresolvable("PersistentVolumeClaim had no pv name and storageClass name")
        found = self.handle.objects.storage.classes.get(claim.storage_class)
        if found is None:
            return unresolvable(not_found("storageclass.storage.k8s.io", claim.storage_class))
        return SUCCESS if found.wait_for_first_consumer else unresolvable("PersistentVolume had no name")

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        labels = self.handle.snapshot.columns.label
        anywhere = np.logical_and.reduce([labels(key).codes < 0 for key in _KEYS])
        fits = np.ones(len(anywhere), dtype=bool)
        for topology in state.read(_Topologies).listed:
            fits &= self._matching(topology)
        verdicts = Verdicts(len(anywhere[rows]))
        verdicts.reject(~(fits | anywhere)[rows], _REASON)
        return verdicts

    def _matching(self, topology: _Topology) -> BoolArray:
        label = self.handle.snapshot.columns.label
        own = label(topology.key)
        present = label(topology.otherwise)
        return np.where(
            own.codes >= 0,
            own.accepted(lambda value: value in topology.values),
            present.accepted(lambda value: value in topology.values),
        )

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[VolumeZoneStep]:
        labels = self.handle.snapshot.nodes[node].labels
        anywhere = not any(key in labels for key in _KEYS)
        return [
            {
                "kind": "volume_zone",
                "claim": topology.claim,
                "volume": topology.volume,
                "key": topology.key,
                "wanted": sorted(topology.values),
                "actual": topology.actual(labels),
                "node_has_no_zone": anywhere,
                "ok": anywhere or topology.actual(labels) in topology.values,
            }
            for topology in state.read(_Topologies).listed
        ]
