"""The workload controllers of a play, by the kind of their workloads."""

from __future__ import annotations

from collections.abc import Callable

from . import daemonsets, deployments, jobs, replicasets, statefulsets
from .world import World


def _replica_set(world: World, key: str) -> bool:
    replica_set = world.workloads.replica_sets[key]
    replica_set.replicas = replica_set.workload.spec.integer("replicas", 1)
    return replicasets.sync(world, replica_set)


_CONTROLLERS: dict[str, Callable[[World, str], bool]] = {
    "Deployment": deployments.sync,
    "ReplicaSet": _replica_set,
    "ReplicationController": _replica_set,
    "StatefulSet": statefulsets.sync,
    "DaemonSet": daemonsets.sync,
    "Job": jobs.sync,
}


def reconcile(world: World) -> bool:
    """Let each controller whose objects have changed make one step; return whether one did something."""
    dirty = world.workloads.dirty
    keys = list(dirty)
    dirty.clear()
    changed = False
    for key in keys:
        controller = _CONTROLLERS.get(key.partition(" ")[0])
        if controller is not None and controller(world, key):
            dirty[key] = None
            changed = True
    return changed
