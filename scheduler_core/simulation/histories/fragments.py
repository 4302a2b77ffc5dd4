"""How much free capacity no pod can use: fragmentation, from the perspective of the trace's pods."""

from __future__ import annotations

import numpy as np

from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, PODS
from scheduler_core.scheduler.cluster.columns import BoolArray, FloatArray, IntArray
from scheduler_core.scheduler.cluster.snapshot import Snapshot

from .cluster import GPU_MILLI, MIB
from .contract import ResourceName
from .trace import Demand, Trace, demands

RESOURCES: tuple[ResourceName, ...] = ("cpu", "memory", "gpu")
_IN_CLUSTER: dict[ResourceName, str] = {"cpu": CPU, "memory": MEMORY, "gpu": GPU_MILLI}


class Fragments:
    """What is requested, and what is free but unusable, in the order of RESOURCES and kept up to date by node.

    A node's free amount of a resource counts by the share of the pods that ask for the resource which do not fit there:
    the expected loss if such a pod is drawn at random from the trace.
    """

    def __init__(self, snapshot: Snapshot, trace: Trace) -> None:
        self._snapshot = snapshot
        counts = demands(trace.pods)
        self._demands: IntArray = np.array(
            [[d.cpu, d.memory * MIB, d.gpu_milli, 1] for d in counts], dtype=np.int64
        )
        asking = (self._demands[:, :3] > 0) * np.array(list(counts.values()))[:, None]
        self._shares: FloatArray = asking / np.maximum(asking.sum(axis=0), 1)
        self._meets_model = _meets_model(trace, list(counts), snapshot)
        names = [*(_IN_CLUSTER[name] for name in RESOURCES), PODS]
        self._allocatable: IntArray = np.stack([snapshot.allocatable[name] for name in names])
        self._names = names[:3]
        self.capacity: IntArray = self._allocatable[:3].sum(axis=1)
        self.requested: IntArray = np.zeros(3, dtype=np.int64)
        self._requested_on: IntArray = np.zeros((len(snapshot), 3), dtype=np.int64)
        self._unusable_on: FloatArray = np.zeros((len(snapshot), 3))
        self.unusable: FloatArray = np.zeros(3)
        for node in range(len(snapshot)):
            self.update(node)

    def update(self, node: int) -> None:
        """Look at a node again, to which a pod came or from which one left."""
        requested = np.array([self._snapshot.requested[name][node] for name in self._names])
        free = self._allocatable[:, node].copy()
        free[:3] -= requested
        free[3] -= self._snapshot.pod_count[node]
        fits = (self._demands <= free).all(axis=1) & self._meets_model[node]
        unusable = free[:3] * (1.0 - fits @ self._shares)
        self.requested += requested - self._requested_on[node]
        self.unusable += unusable - self._unusable_on[node]
        self._requested_on[node], self._unusable_on[node] = requested, unusable


def _meets_model(trace: Trace, counts: list[Demand], snapshot: Snapshot) -> list[BoolArray]:
    """Return per node which demands its GPU model meets; nodes of a model share the array."""
    met = {
        model: np.array([not d.models or model in d.models for d in counts], dtype=bool)
        for model in {shape.model for shape in trace.nodes.values()}
    }
    return [met[trace.nodes[node.name].model] for node in snapshot.nodes]
