"""The nodes for which a claim's volume can be provisioned.

Mirrors checkVolumeProvisions and hasEnoughCapacity of
pkg/scheduler/framework/plugins/volumebinding/binder.go @ v1.34.1.
"""

from __future__ import annotations

import numpy as np

from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.selectors import NodeSelector
from scheduler_core.kubernetes.objects.storage import PersistentVolumeClaim, Storage
from scheduler_core.scheduler.cluster.columns import BoolArray, NodeColumns

_NO_PROVISIONER = ("", "kubernetes.io/no-provisioner")


class Provisioning:
    """Topology and capacity of provisioning, for one claim and all nodes."""

    def __init__(self, storage: Storage, columns: NodeColumns) -> None:
        self._storage = storage
        self._columns = columns

    def allowed(self, claim: PersistentVolumeClaim) -> BoolArray:
        """Return per node whether the class has a provisioner and its allowedTopologies match."""
        storage_class = self._storage.classes[claim.storage_class]
        if storage_class.provisioner in _NO_PROVISIONER:
            return self._all(value=False)
        if not storage_class.allowed_topologies:
            return self._all(value=True)
        return self._columns.matching_selector(NodeSelector(storage_class.allowed_topologies))

    def enough_capacity(self, claim: PersistentVolumeClaim) -> BoolArray:
        """Return per node whether the driver has enough capacity, or reports none at all."""
        storage_class = self._storage.classes[claim.storage_class]
        if not claim.request or not self._storage.drivers.get(storage_class.provisioner):
            return self._all(value=True)
        enough = self._all(value=False)
        for capacity in self._storage.capacities:
            fits = capacity.largest is not None and capacity.largest >= claim.request
            if fits and capacity.storage_class == claim.storage_class:
                enough |= self._selected(capacity.topology)
        return enough

    def capacity_at(self, claim: PersistentVolumeClaim, node: int) -> int | None:
        """Return the capacity on which `enough_capacity` relies at a node; None if the driver reports none."""
        storage_class = self._storage.classes[claim.storage_class]
        if not claim.request or not self._storage.drivers.get(storage_class.provisioner):
            return None
        for capacity in self._storage.capacities:
            fits = capacity.largest is not None and capacity.largest >= claim.request
            if (
                fits
                and capacity.storage_class == claim.storage_class
                and self._selected(capacity.topology)[node]
            ):
                return capacity.total
        return None

    def _selected(self, topology: Selector) -> BoolArray:
        selected = self._all(value=not topology.nothing)
        for requirement in topology.requirements:
            selected &= self._columns.matching(requirement)
        return selected

    def _all(self, *, value: bool) -> BoolArray:
        return np.full(len(self._columns.nodes), value)
