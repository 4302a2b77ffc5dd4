"""StatefulSets of a play: numbered pods, one after another."""

from __future__ import annotations

from scheduler_core.controlplane.controllers.statefulset import (
    StatefulSetSpec,
    most_unavailable,
    next_plan,
)
from scheduler_core.controlplane.workloads.statefulset import new_claims, new_pod, revision_name
from scheduler_core.controlplane.workloads.workload import Workload, mapping

from .played_pod import PlayedPod
from .recording import why
from .start import object_key
from .world import World


def sync(world: World, key: str) -> bool:
    """Create or delete what is next; return whether there was anything."""
    workload = world.workloads.by_key[key]
    revisions = world.workloads.revisions_of(key, revision_name(workload))
    pods = {o: pod for pod in world.workloads.owned(key).values() if (o := _ordinal(pod)) is not None}
    spec = _spec(world, workload, revisions.current, revisions.update)
    _complete(world, key, spec, pods)
    plan = next_plan(spec, pods, world.clock.now)
    for pod, reason in plan.deletes:
        world.pods.delete(pod, why(f"statefulset {reason}", ordinal=_ordinal(pod) or 0))
    order = "parallel" if spec.parallel else "ordered"
    created = [_create(world, key, ordinal, revision, order) for ordinal, revision in plan.creates]
    return bool(plan.deletes) or any(created)


def _ordinal(pod: PlayedPod) -> int | None:
    digits = pod.name.rpartition("-")[2]
    return int(digits) if digits.isdecimal() else None


def _spec(world: World, workload: Workload, current: str, update: str) -> StatefulSetSpec:
    spec = workload.spec
    replicas = spec.integer("replicas", 1)
    strategy = mapping(workload.manifest, "spec", "updateStrategy")
    rolling = mapping(strategy, "rollingUpdate")
    partition = rolling.get("partition")
    return StatefulSetSpec(
        start=spec.child("ordinals").integer("start", 0),
        replicas=replicas,
        current=current,
        update=update,
        parallel=spec.text("podManagementPolicy") == "Parallel",
        on_delete=strategy.get("type") == "OnDelete",
        partition=partition if isinstance(partition, int) else 0,
        most_unavailable=unavailable_at_once(world, workload),
        min_ready_seconds=spec.integer("minReadySeconds", 0),
        waits_until_available=world.start.scenario.version.stateful_sets_wait_until_available,
    )


def unavailable_at_once(world: World, workload: Workload) -> int | None:
    """Return how many pods an update may leave unavailable; None where the version does not read maxUnavailable."""
    if not world.start.scenario.version.stateful_sets_have_max_unavailable:
        return None
    rolling = mapping(workload.manifest, "spec", "updateStrategy", "rollingUpdate")
    return most_unavailable(rolling.get("maxUnavailable"), workload.spec.integer("replicas", 1))


def _complete(world: World, key: str, spec: StatefulSetSpec, pods: dict[int, PlayedPod]) -> None:
    """Let the update be the current revision when all pods have it and are ready (completeRollingUpdate)."""
    wanted = [pods.get(o) for o in range(spec.start, spec.start + spec.replicas)]
    ready = all(p is not None and p.ready_since is not None and not p.deleting for p in wanted)
    completed = ready and len(wanted) == len(pods)
    if completed and all(pod is not None and pod.revision == spec.update for pod in wanted):
        world.workloads.revisions[key].current = spec.update
    world.workloads.set_completed(key, completed=completed)


def _create(world: World, key: str, ordinal: int, revision: str, order: str) -> PlayedPod | None:
    workload = world.workloads.revisions[key].templates[revision]
    for claim in new_claims(workload, ordinal, None):
        if object_key(claim) not in world.objects.manifests:
            world.objects.add_claim(claim)
    cause = why(f"statefulset {order}", ordinal=ordinal)
    return world.pods.create(new_pod(workload, ordinal, revision), cause)
