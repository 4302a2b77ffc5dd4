"""Deployments of a play: ReplicaSets by revision, scaled step by step."""

from __future__ import annotations

from scheduler_core.controlplane.controllers.deployment import (
    PROGRESS_DEADLINE_SECONDS,
    Fenceposts,
    ReplicaSetScale,
    fenceposts,
    recreate,
    rolling_update,
    scale_proportionally,
)
from scheduler_core.controlplane.workloads.deployment import new_replica_set, without_hash
from scheduler_core.controlplane.workloads.names import template_hash
from scheduler_core.controlplane.workloads.workload import Workload, mapping, read_unchecked
from scheduler_core.kubernetes.objects.cluster import read_controller_object
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems

from . import replicasets
from .played import PlayedReplicaSet, Progress
from .played_pod import PlayedPod
from .recording import why
from .world import World


def bounds_of(deployment: Workload) -> Fenceposts:
    """Return how many pods more and fewer than its replicas a Deployment may have; Recreate keeps none."""
    replicas = deployment.spec.integer("replicas", 1)
    if not is_rolling(deployment):
        return Fenceposts(0, replicas)
    rolling = mapping(deployment.manifest, "spec", "strategy", "rollingUpdate")
    return fenceposts(rolling.get("maxSurge"), rolling.get("maxUnavailable"), replicas)


def is_rolling(deployment: Workload) -> bool:
    return mapping(deployment.manifest, "spec", "strategy").get("type") != "Recreate"


def sync(world: World, key: str) -> bool:
    """Make one step of a Deployment and of its ReplicaSets; return whether anything changed."""
    changed = _step(world, key)
    for replica_set in world.workloads.replica_sets_of(key):
        changed |= replicasets.sync(world, replica_set)
    _progress(world, key)
    return changed


def _progress(world: World, key: str) -> None:
    """Note whether the Deployment has come further, and when its deadline passes (syncRolloutStatus)."""
    deployment, new = world.workloads.by_key[key], newest(world, key)
    replicas = deployment.spec.integer("replicas", 1)
    scales = _scales(world, world.workloads.replica_sets_of(key), None)
    sizes = {scale.name: len(_active(world, scale.name)) for scale in scales}
    updated = sizes.get(new.key, 0) if new else 0
    counts = (updated, -sum(sizes.values()) + updated, sum(scale.available for scale in scales))
    progress, now = world.workloads.progress.setdefault(key, Progress()), world.clock.now
    if counts == (replicas, 0, replicas):
        progress.counts, progress.exceeded = (), False
        if progress.check is not None:
            world.clock.cancel(progress.check)
            progress.check = None
        world.workloads.set_completed(key, completed=True)
        return
    world.workloads.set_completed(key, completed=False)
    if not progress.counts or any(a > b for a, b in zip(counts, progress.counts, strict=True)):
        progress.since = now
    progress.counts = counts
    seconds = deployment.spec.integer("progressDeadlineSeconds", PROGRESS_DEADLINE_SECONDS)
    if progress.check is None and not progress.exceeded:
        progress.check = world.clock.plan(progress.since + seconds, lambda: _check_deadline(world, key))


def _check_deadline(world: World, key: str) -> None:
    """Note that a Deployment has not come further for too long (DeploymentTimedOut)."""
    progress = world.workloads.progress[key]
    deployment = world.workloads.by_key[key]
    seconds = deployment.spec.integer("progressDeadlineSeconds", PROGRESS_DEADLINE_SECONDS)
    progress.check = None
    if progress.since + seconds > world.clock.now:
        progress.check = world.clock.plan(progress.since + seconds, lambda: _check_deadline(world, key))
        return
    progress.exceeded = True
    world.recorder.record(
        world.clock.now, "deadline-exceeded", why("progress deadline", seconds=seconds), workload=key
    )


def _active(world: World, replica_set: str) -> list[PlayedPod]:
    return [pod for pod in world.workloads.owned(replica_set).values() if pod.active]


def newest(world: World, key: str) -> PlayedReplicaSet | None:
    """Return the ReplicaSet of the Deployment's template (FindNewReplicaSet)."""
    template, replica_sets = world.workloads.by_key[key].template, world.workloads.replica_sets_of(key)
    same = (rs for rs in replica_sets if without_hash(rs.workload.template) == template)
    return min(same, key=lambda rs: rs.number, default=None)


def _step(world: World, key: str) -> bool:
    deployment = world.workloads.by_key[key]
    replicas, bounds = deployment.spec.integer("replicas", 1), bounds_of(deployment)
    new = newest(world, key)
    every = world.workloads.replica_sets_of(key)
    rolling = is_rolling(deployment)
    if any(rs.replicas and rs.desired not in (None, replicas) for rs in every):
        scales = scale_proportionally(
            replicas, bounds, _scale_of(world, new), _scales(world, every, new), rolling=rolling
        )
        _annotate(every, replicas, bounds)
        return _apply(world, key, scales, "deployment scaled") or True
    if deployment.spec.flag("paused"):
        return False
    if new is None:
        old_pods = any(not pod.finished for rs in every for pod in world.workloads.owned(rs.key).values())
        if not rolling and old_pods:
            scales = recreate(replicas, None, _scales(world, every, None), old_pods=True)
            return _apply(world, key, scales, "deployment recreate")
        new = _create(world, key, deployment)
        every = world.workloads.replica_sets_of(key)
    _annotate(every, replicas, bounds)
    old = _scales(world, every, new)
    scale = _scale_of(world, new)
    assert scale is not None
    if rolling:
        return _apply(world, key, rolling_update(replicas, bounds, scale, old), "deployment rolling update")
    old_pods = any(
        not pod.finished for rs in every if rs is not new for pod in world.workloads.owned(rs.key).values()
    )
    return _apply(world, key, recreate(replicas, scale, old, old_pods=old_pods), "deployment recreate")


def _scale_of(world: World, replica_set: PlayedReplicaSet | None) -> ReplicaSetScale | None:
    if replica_set is None:
        return None
    seconds, now = world.workloads.min_ready_seconds(replica_set.deployment), world.clock.now
    pods = world.workloads.owned(replica_set.key).values()
    available = sum(pod.active and pod.available(now, seconds) for pod in pods)
    return ReplicaSetScale(
        replica_set.key, replica_set.replicas, available, replica_set.number, replica_set.most
    )


def _scales(
    world: World, every: list[PlayedReplicaSet], new: PlayedReplicaSet | None
) -> list[ReplicaSetScale]:
    scales = [_scale_of(world, rs) for rs in every if rs is not new]
    return [scale for scale in scales if scale is not None]


def _annotate(every: list[PlayedReplicaSet], replicas: int, bounds: Fenceposts) -> None:
    """Note in the ReplicaSets what the Deployment was scaled to (SetReplicasAnnotations)."""
    for replica_set in every:
        replica_set.desired, replica_set.most = replicas, replicas + bounds.surge


def _apply(world: World, key: str, scales: dict[str, int], code: str) -> bool:
    for name, replicas in scales.items():
        replica_set = world.workloads.replica_sets[name]
        former, replica_set.replicas = replica_set.replicas, replicas
        world.recorder.record(
            world.clock.now,
            "workload-scaled",
            why(code, replicaset=replica_set.workload.name, before=former, after=replicas),
            workload=key,
        )
        _store(world, replica_set)
    return bool(scales)


def _store(world: World, replica_set: PlayedReplicaSet) -> None:
    manifest = world.objects.manifests[replica_set.key]
    spec = {**manifest["spec"], "replicas": replica_set.replicas}
    world.objects.store(replica_set.key, {**manifest, "spec": spec})


def _create(world: World, key: str, deployment: Workload) -> PlayedReplicaSet:
    """Create the ReplicaSet of a new template, with no pods yet."""
    revision = 1 + len(world.workloads.replica_sets_of(key))
    manifest = new_replica_set(deployment, template_hash(deployment.template), 0, revision)
    workload = read_unchecked(manifest)
    assert workload is not None
    replica_set = world.workloads.add_replica_set(workload, key)
    world.objects.store(replica_set.key, manifest)
    if not world.workloads.is_assumed(key):
        typed = read_controller_object(ManifestField(manifest, "", Problems()))
        world.objects.typed.controllers["ReplicaSet", deployment.namespace, workload.name] = typed
    world.recorder.workloads[key]["revisions"].append(replica_set.hash)
    return replica_set
