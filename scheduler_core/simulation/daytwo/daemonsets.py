"""DaemonSets of a play: a pod for each eligible node."""

from __future__ import annotations

from scheduler_core.controlplane.controllers.daemonset import manage, portions, rolling_update
from scheduler_core.controlplane.workloads.daemonset import (
    continuing_nodes,
    daemon_template,
    eligible_nodes,
    target_node,
    template_for_node,
)
from scheduler_core.controlplane.workloads.names import template_hash
from scheduler_core.controlplane.workloads.pods import pod_of
from scheduler_core.controlplane.workloads.workload import mapping

from .played_pod import REVISION_HASH_LABEL, PlayedPod
from .recording import why
from .world import World


def sync(world: World, key: str) -> bool:
    """Create and delete the pods of nodes; return whether there was anything."""
    workload = world.workloads.by_key[key]
    template, columns = daemon_template(workload), world.nodes.columns()
    eligible = eligible_nodes(template, columns)
    pods: dict[str, list[PlayedPod]] = {}
    for pod in world.workloads.owned(key).values():
        pods.setdefault(target_node(pod.manifest), []).append(pod)
    strategy = mapping(workload.manifest, "spec", "updateStrategy")
    rolling = mapping(strategy, "rollingUpdate")
    most = portions(rolling.get("maxSurge"), rolling.get("maxUnavailable"), len(eligible))
    # Pods of nodes that are gone are left to their collection.
    present = {node: on_node for node, on_node in pods.items() if node in world.nodes.by_name}
    plan = manage(eligible, continuing_nodes(template, columns), present, surges=bool(most.surge))
    revision = world.workloads.revisions_of(key, template_hash(workload.template)).update
    if not plan.creates and not plan.deletes and strategy.get("type") != "OnDelete":
        plan = rolling_update(
            eligible,
            pods,
            revision,
            most,
            now=world.clock.now,
            min_ready_seconds=workload.spec.integer("minReadySeconds", 0),
        )
    for pod, reason in plan.deletes:
        world.pods.delete(pod, why(f"daemonset {reason}", node=pod.node))
    created = [
        world.pods.create(
            pod_of(
                workload,
                template_for_node(template, node),
                world.pods.new_name(key, workload.namespace, f"{workload.name}-"),
                {REVISION_HASH_LABEL: revision},
            ),
            why("daemonset missing", node=node),
        )
        for node in plan.creates
    ]
    changed = bool(plan.deletes) or any(created)
    alive = [pod for on_node in pods.values() for pod in on_node if pod.active]
    done = all(pod.revision == revision and pod.ready_since is not None for pod in alive)
    completed = done and not changed and len(alive) == len(eligible)
    world.workloads.set_completed(key, completed=completed)
    return changed
