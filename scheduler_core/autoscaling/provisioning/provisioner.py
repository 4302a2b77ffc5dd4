"""Which pods a pass looks at, and what comes of it (pkg/controllers/provisioning/provisioner.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.autoscaling.state.reschedulable import currently_reschedulable_pods
from scheduler_core.autoscaling.state.statenode import StateNode
from scheduler_core.autoscaling.state.volumeusage import NotFound

from .refusals import NoNodePool
from .scheduler import Progress, Results, Scheduler
from .topology import Topology
from .validation import validate
from .volumetopology import Alternatives, volume_requirements


def schedule(cluster: Cluster, recorder: Recorder, progress: Progress | None = None) -> Results | None:
    """Place the pending pods, and those on nodes that are going; None if there are none, or no NodePool is usable."""
    pods = pending_pods(cluster, recorder)
    for node in cluster.nodes:
        if node.deleting:
            pods += currently_reschedulable_pods(cluster, node, recorder)
    if not pods:
        return None
    nodes = [node for node in cluster.nodes if not node.deleting]
    scheduler = new_scheduler(cluster, recorder, pods, nodes, strict=True)
    if scheduler is None:
        recorder.write("no dynamic nodepools found")
        return None
    results = scheduler.solve(pods, progress)
    results.truncate_instance_types()
    _tell(results, recorder)
    return results


def pending_pods(cluster: Cluster, recorder: Recorder) -> list[Pod]:
    """Return the pods that look for a node and for which one can be made (GetPendingPods)."""
    pods = []
    for pod in cluster.objects.pods:
        if not pod.provisionable:
            continue
        invalid = validate(pod, cluster.objects.storage, cluster.settings.well_known)
        if invalid is None:
            pods.append(pod)
            continue
        recorder.write("ignoring pod", Pod=pod.key, error=invalid)
        if not invalid.deliberate:
            _tell_failure(pod, invalid, recorder)
    return pods


def new_scheduler(
    cluster: Cluster, recorder: Recorder, pods: Sequence[Pod], nodes: Sequence[StateNode], *, strict: bool
) -> Scheduler | None:
    """Return the scheduler of a pass, None if no NodePool makes nodes for pods (NewScheduler)."""
    nodepools = _usable_nodepools(cluster, recorder)
    if not nodepools:
        return None
    types = {}
    for pool in nodepools:
        if pool.name in cluster.failing:
            recorder.write(
                "skipping, unable to resolve instance types",
                NodePool=pool.name,
                error=cluster.failing[pool.name],
            )
        elif not cluster.types.get(pool.name):
            recorder.write("skipping, no resolved instance types found", NodePool=pool.name)
        else:
            types[pool.name] = cluster.types[pool.name]
    volumes: dict[str, Alternatives] = {}
    counted = []  # a pod whose volumes cannot be read is placed without them, but counts where it runs
    for pod in pods:
        alternatives = volume_requirements(pod, cluster.objects.storage)
        if isinstance(alternatives, NotFound):
            recorder.write("failed getting volume topology requirements", Pod=pod.key, error=alternatives)
            continue
        counted.append(pod)
        if alternatives:
            volumes[pod.uid] = alternatives
    topology = Topology(cluster, nodes, nodepools, types, counted)
    return Scheduler(cluster, recorder, nodepools, nodes, types, topology, volumes, strict=strict)


def _usable_nodepools(cluster: Cluster, recorder: Recorder) -> list[NodePool]:
    """Return the NodePools that make nodes for pods: the heaviest first, equal ones by name backwards."""
    usable = []
    for pool in cluster.nodepools:
        if pool.replicas is None and not pool.ready:
            recorder.write("ignoring nodepool, not ready", NodePool=pool.name)
        elif pool.dynamic:
            usable.append(pool)
    usable.sort(key=lambda pool: pool.name, reverse=True)
    return sorted(usable, key=lambda pool: -pool.weight)


def _tell(results: Results, recorder: Recorder) -> None:
    """Tell of pods that failed, and of nodes that are expected to take others (Record)."""
    for pod, error in results.pod_errors.items():
        if not (isinstance(error, NoNodePool) and error.deferred):
            _tell_failure(pod, error, recorder)
    for existing in results.existing_nodes:
        for pod in existing.pods:
            message = f"Pod should schedule on: {existing.state.described}"
            recorder.tell("Pod", pod.key, "Nominated", message)


def _tell_failure(pod: Pod, why: object, recorder: Recorder) -> None:
    recorder.warn("Pod", pod.key, "FailedScheduling", f"Failed to schedule pod, {why}")
