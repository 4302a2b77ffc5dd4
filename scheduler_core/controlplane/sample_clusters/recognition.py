"""What the workloads of an input are: their pods, and what these ask of a cluster."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, Toleration

from .contract import WorkloadFacts

_OWN_TAINTS = "node.kubernetes.io/"


def workload_facts(objects: Objects) -> list[WorkloadFacts]:
    """Return the workloads with pods to place, in the order of the input, then the pods without one."""
    return [
        _facts(owner, [pod for pod in pods if not pod.node_name])
        for owner, pods in _owned(objects)
        if any(not pod.node_name for pod in pods)
    ]


def _owned(objects: Objects) -> Iterator[tuple[str, list[Pod]]]:
    """Yield the pods of each workload by "Kind namespace/name", then each other pod."""
    pods = {pod.key: pod for pod in objects.pods if not pod.finished}
    for owner, names in objects.expanded.items():
        yield owner, [pods.pop(name) for name in names if name in pods]
    for pod in pods.values():
        yield f"Pod {pod.key}", [pod]


def _facts(owner: str, pods: list[Pod]) -> WorkloadFacts:
    kind, _, key = owner.partition(" ")
    namespace, _, name = key.partition("/")
    template = pods[0].template
    return {
        "kind": kind,
        "namespace": namespace,
        "name": name,
        "pods": len(pods),
        "cpu": template.requests.get("cpu", 0),
        "memory": template.requests.get("memory", 0),
        "priority": template.priority,
        "spread": [
            {
                "topology_key": constraint.topology_key,
                "max_skew": constraint.max_skew,
                "required": constraint.when_unsatisfiable == "DoNotSchedule",
            }
            for constraint in template.spread
        ],
        "affinity": _affinity(template),
        "node_selector": dict(template.node_selector),
        "tolerations": [
            _taint(toleration)
            for toleration in template.tolerations
            if not toleration.key.startswith(_OWN_TAINTS)
        ],
        "claims": sum(bool(volume.claim or volume.ephemeral) for volume in template.volumes),
    }


def _affinity(template: PodTemplate) -> list[str]:
    node, pod, pod_anti = template.affinity.node, template.affinity.pod, template.affinity.pod_anti
    kinds = {"nodeAffinity": node.required or node.preferred, "podAffinity": pod, "podAntiAffinity": pod_anti}
    return [kind for kind, terms in kinds.items() if terms]


def _taint(toleration: Toleration) -> str:
    value = f"={toleration.value}" if toleration.value else ""
    return f"{toleration.key or '*'}{value}"
