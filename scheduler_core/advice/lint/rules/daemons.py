"""DaemonSets on nodes that are full: their pods are bound to these nodes, so that only preemption makes room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Path, Rule
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resources import PODS


def _no_room_for_daemons(linted: LintInput) -> Iterator[Finding]:
    daemons = [workload for workload in linted.workloads if workload.is_daemon]
    if not linted.has_own_nodes or not daemons:
        return
    running: dict[str, list[Pod]] = defaultdict(list)
    for pod in linted.scenario.objects.pods:
        if pod.node_name and not pod.finished:
            running[pod.node_name].append(pod)
    for workload in daemons:
        usable = zip(linted.nodes.nodes, linted.nodes.usable(workload.template), strict=True)
        closed = [node for node, use in usable if use and _is_closed(node, running[node.name], workload)]
        if closed:
            yield Finding(
                workload.object,
                workload.path(*_place(workload)),
                {"n": len(closed), "node": closed[0].name, "priority": workload.template.priority},
                pods=len(closed),
            )


def _is_closed(node: Node, running: Sequence[Pod], daemon: LintedWorkload) -> bool:
    """Return whether the daemon would fit on the empty node, and does not beside the pods that it cannot evict."""
    if any(daemon.is_like(pod.template) for pod in running):
        return False
    template = daemon.template
    never = template.preemption_policy == "Never"
    staying = [pod.template for pod in running if never or pod.template.priority >= template.priority]
    requests = {**template.requests, PODS: 1}
    used = {
        resource: len(staying) if resource == PODS else sum(t.requests.get(resource, 0) for t in staying)
        for resource in requests
    }
    free = {resource: node.allocatable.get(resource, 0) - used[resource] for resource in requests}
    fits_alone = all(node.allocatable.get(resource, 0) >= amount for resource, amount in requests.items())
    return fits_alone and any(amount and free[resource] < amount for resource, amount in requests.items())


def _place(workload: LintedWorkload) -> Path:
    return ("priorityClassName",) if workload.spec.get("priorityClassName") else ("containers",)


RULES = (
    Rule(
        "daemon-without-room",
        "warning",
        "Preemption cannot make room for these pods",
        (
            "{n} node ({node}) is full of pods with priority {priority} or higher: none is preempted for "
            "the DaemonSet's pod.",
            "{n} nodes ({node}, …) are full of pods with priority {priority} or higher: none is preempted "
            "for the DaemonSet's pods.",
        ),
        "A DaemonSet's pod is meant for one node: it cannot run elsewhere, and an autoscaler adds no node "
        "for it. Only preempting pods of lower priority makes room. Give agents that every node needs a "
        "PriorityClass, such as system-node-critical.",
        _no_room_for_daemons,
        needs_nodes=True,
    ),
)
