"""Nodes that lack resources even without any pod of lower priority, found for all nodes at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import Status

FIT = "NodeResourcesFit"
# Filters that pass on a node without some of its pods if they pass with them.
_BEFORE_FIT = frozenset({"NodeUnschedulable", "NodeName", "TaintToleration", "NodeAffinity", "NodePorts"})


def crowded_nodes(
    framework: Framework, state: CycleState, pod: Pod, nodes: Sequence[int], statuses: Mapping[int, Status]
) -> dict[int, Status]:
    """Return those of `nodes` that NodeResourcesFit rejects without their pods of lower priority, with the status.

    The status is the one that `select_victims` returns, which need not be called for them. Nodes that another plugin
    rejected first, and nodes to which a rival is nominated, are left to it.
    """
    filters = framework.active_filters(state)
    names = [plugin.name for plugin in filters]
    if framework.handle.version.runs_all_filters:  # whose status has the reasons of other plugins, too
        return {}
    if FIT not in names or not _BEFORE_FIT.issuperset(names[: names.index(FIT)]):
        return {}
    rivals = framework.nominated_rivals(pod)
    short = np.array(
        [n for n in nodes if n in statuses and statuses[n].plugin == FIT and n not in rivals], dtype=np.int64
    )
    if not len(short) or framework.remove_pod_error(state):
        return {}
    snapshot = framework.handle.snapshot
    lower = [other for other in snapshot.nodes_by_class if other.priority < pod.template.priority]
    with snapshot.without_amounts(lower):
        verdicts = filters[names.index(FIT)].filter(state, pod, short)
    return {int(short[i]): verdicts.status(int(i)).with_plugin(FIT) for i in np.flatnonzero(~verdicts.passed)}
