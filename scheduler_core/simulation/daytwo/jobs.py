"""Jobs of a play: as many pods in parallel as they ask for, until enough have finished."""

from __future__ import annotations

from scheduler_core.controlplane.controllers.job import surplus
from scheduler_core.controlplane.controllers.replicaset import surplus_pods
from scheduler_core.controlplane.workloads.cluster import Cluster
from scheduler_core.controlplane.workloads.job import job
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.limits import NO_LIMITS

from .recording import why
from .world import World


def sync(world: World, key: str) -> bool:
    """Create missing pods or delete surplus ones; return whether there were any."""
    workload = world.workloads.by_key[key]
    owned = list(world.workloads.owned(key).values())
    active = [pod for pod in owned if pod.active]
    succeeded = sum(pod.finished for pod in owned)
    spec = workload.spec
    is_work_queue = spec.has("parallelism") and not spec.has("completions")
    too_many = surplus(
        parallelism=spec.integer("parallelism", 1),
        completions=None if is_work_queue else spec.integer("completions", 1),
        active=len(active),
        succeeded=succeeded,
        suspended=spec.flag("suspend"),
    )
    for pod, rule in surplus_pods(active, active, too_many, world.clock.now) if too_many else ():
        world.pods.delete(pod, why("job surplus", rule=rule))
    missing = job(workload, Cluster([pod.manifest for pod in owned], NO_LIMITS.objects))
    created = [world.pods.create(_renamed(world, key, manifest), why("job missing")) for manifest in missing]
    changed = bool(too_many) or any(created)
    world.workloads.set_completed(key, completed=bool(succeeded) and not changed and not active)
    return changed


def _renamed(world: World, key: str, manifest: dict[str, object]) -> dict[str, object]:
    """Return the pod under a name that no other has had."""
    meta = mapping(manifest, "metadata")
    base = str(meta["name"])[:-5]
    name = world.pods.new_name(key, str(meta["namespace"]), base)
    return {**manifest, "metadata": {**meta, "name": name}}
