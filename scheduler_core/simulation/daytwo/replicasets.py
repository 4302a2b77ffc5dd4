"""ReplicaSets of a play: as many pods as they are scaled to."""

from __future__ import annotations

from scheduler_core.controlplane.controllers.replicaset import surplus_pods
from scheduler_core.controlplane.workloads.pods import pod_of

from .played import PlayedReplicaSet
from .recording import why
from .world import World


def sync(world: World, replica_set: PlayedReplicaSet) -> bool:
    """Create missing pods or delete surplus ones; return whether there were any."""
    workloads = world.workloads
    active = [pod for pod in workloads.owned(replica_set.key).values() if pod.active]
    difference = replica_set.replicas - len(active)
    workload = replica_set.workload
    if difference > 0:
        cause = why("replicaset missing", replicas=replica_set.replicas, pods=len(active))
        created = [
            world.pods.create(
                pod_of(
                    workload,
                    workload.template,
                    world.pods.new_name(replica_set.key, workload.namespace, f"{workload.name}-"),
                ),
                cause,
            )
            for _ in range(difference)
        ]
        return any(created)
    if difference < 0:
        related = workloads.pods_of(replica_set.deployment) if replica_set.deployment else active
        for pod, rule in surplus_pods(active, related, -difference, world.clock.now):
            related = workloads.pods_of(replica_set.deployment)
            on_node = sum(p.node == pod.node and p.active for p in related)
            world.pods.delete(pod, why("replicaset surplus", rule=rule, node=pod.node, pods_on_node=on_node))
        return True
    return False
