"""The pending pods at the end of a run, and those of them that no autoscaler looks at."""

from __future__ import annotations

from scheduler_core.advice.lenses.contract import IgnoredPods, IgnoredReason
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.simulation.run.simulation import Simulation

from .nodegroups import is_daemon

EXPENDABLE = -10  # the default of --expendable-pods-priority-cutoff of Cluster Autoscaler


def pending_pods(simulation: Simulation, *, cutoff: int | None = None) -> tuple[list[Pod], list[IgnoredPods]]:
    """Return the pending pods that an autoscaler helps, highest priority first, and the others with the reason.

    `cutoff` is the priority below which it does not.
    """
    ignored: dict[IgnoredReason, list[str]] = {}
    looked_at = []
    for pod in simulation.waiting.values():
        if why := _ignored(simulation, pod, cutoff):
            ignored.setdefault(why, []).append(pod.key)
        else:
            looked_at.append(pod)
    looked_at.sort(key=lambda pod: -pod.template.priority)
    return looked_at, [{"why": why, "pods": pods} for why, pods in ignored.items()]


def _ignored(simulation: Simulation, pod: Pod, cutoff: int | None) -> IgnoredReason | None:
    if pod.template.terminating:
        return "terminating"
    if is_daemon(pod):
        return "daemonset"
    framework = simulation.frameworks.get(pod.template.scheduler_name)
    if framework is None or not framework.run_pre_enqueue(pod).ok:
        return "gated"  # such pods never get the condition Unschedulable
    return "expendable" if cutoff is not None and pod.template.priority < cutoff else None
