"""Pods that may and can be evicted, and go elsewhere.

Mirrors pkg/utils/pod/scheduling.go and pkg/utils/pdb/pdb.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from scheduler_core.autoscaling.objects.durations import parse_duration
from scheduler_core.autoscaling.objects.labels import DO_NOT_DISRUPT
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.taints import DISRUPTED, untolerated
from scheduler_core.kubernetes.objects.cluster import PodDisruptionBudget
from scheduler_core.kubernetes.objects.times import seconds

from .cluster import Cluster
from .recorder import Recorder
from .statenode import StateNode


def do_not_disrupt(pod: Pod, now: float, recorder: Recorder) -> bool:
    """Return whether the pod's annotation forbids disruption, "true" for ever, a duration since its start."""
    value = pod.annotations.get(DO_NOT_DISRUPT)
    if value is None or value == "true":
        return value == "true"
    duration = parse_duration(value)
    if duration is None or duration <= 0:
        recorder.warn("Pod", pod.key, "InvalidDoNotDisruptAnnotation", _invalid(value, duration))
        return False
    if not pod.started:
        return True
    ends = seconds(pod.started) + duration
    if now < ends:
        until = datetime.fromtimestamp(ends, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        message = f"The {DO_NOT_DISRUPT} grace period will elapse at {until}"
        recorder.tell("Pod", pod.key, "DoNotDisruptUntil", message)
        return True
    message = f"The {DO_NOT_DISRUPT} grace period has elapsed, pod is now disruptable"
    recorder.tell("Pod", pod.key, "DoNotDisruptGracePeriodElapsed", message)
    return False


def _invalid(value: str, duration: float | None) -> str:
    why = (
        f'failed to parse "{value}" as a duration: time: invalid duration "{value}"'
        if duration is None
        else f'duration "{value}" must be positive'
    )
    return f"Invalid {DO_NOT_DISRUPT} annotation: {why}, ignoring annotation"


def is_disruptable(pod: Pod, now: float, recorder: Recorder) -> bool:
    return not pod.active or not do_not_disrupt(pod, now, recorder)


def blocking_budgets(
    cluster: Cluster, pod: Pod, recorder: Recorder, *, fully: bool
) -> list[PodDisruptionBudget] | None:
    """Return the budgets that forbid an eviction, now or (`fully`) ever; None if there are none (isEvictable)."""
    if not _is_evictable(pod, cluster.now, recorder):
        return None
    matching = [
        budget
        for budget in cluster.objects.budgets
        if budget.meta.namespace == pod.namespace and budget.selector.matches(pod.labels)
    ]
    if len(matching) > 1:
        return matching
    unready = pod.conditions.get("Ready", ("", ""))[0] == "False"
    for budget in matching:
        blocks = budget.blocks_fully if fully else budget.disruptions_allowed == 0
        if blocks and not (budget.frees_unhealthy and unready):
            return [budget]
    return None


def _is_evictable(pod: Pod, now: float, recorder: Recorder) -> bool:
    """Return whether Karpenter would evict the pod at all; others do not count for budgets."""
    return (
        pod.active
        and untolerated((DISRUPTED,), pod.tolerations) is not None
        and not pod.of_node
        and not do_not_disrupt(pod, now, recorder)
    )


def is_currently_reschedulable(cluster: Cluster, pod: Pod, recorder: Recorder) -> bool:
    blocked = blocking_budgets(cluster, pod, recorder, fully=True)
    return pod.reschedulable and is_disruptable(pod, cluster.now, recorder) and blocked is None


def currently_reschedulable_pods(cluster: Cluster, node: StateNode, recorder: Recorder) -> Iterator[Pod]:
    """Yield the pods of a node that another one is looked for."""
    return (pod for pod in node.pods if is_currently_reschedulable(cluster, pod, recorder))
