"""Pods at Kueue's gates: those that are admitted get their place and go on.

Mirrors pkg/controller/tas/topology_ungater.go @ v0.19.2: pods of one pod set take the places in the order of their
ranks, where all have one, and of the input otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scheduler_core.controlplane.workloads.pods import is_finished, labels_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.queueing.objects.placement import TopologyAssignment
from scheduler_core.queueing.workloads.integration import items_at, with_value
from scheduler_core.queueing.workloads.names import TOPOLOGY_GATE

_RANKS = (
    ("jobset.sigs.k8s.io/job-index", "batch.kubernetes.io/job-completion-index"),
    ("batch.kubernetes.io/job-completion-index",),
    ("apps.kubernetes.io/pod-index",),
    ("kubeflow.org/replica-index",),
)


def without_gate(pod: Manifest, gate: str) -> Manifest:
    """Return a pod without a scheduling gate."""
    gates = items_at(pod, ("spec", "schedulingGates"))
    left = [entry for entry in gates if mapping(entry).get("name") != gate]
    return with_value(pod, ("spec", "schedulingGates"), left)


def has_gate(pod: Manifest, gate: str) -> bool:
    gates = items_at(pod, ("spec", "schedulingGates"))
    return any(mapping(entry).get("name") == gate for entry in gates)


def placed(pods: Sequence[Manifest], assignment: TopologyAssignment) -> list[Manifest]:
    """Return the pods of a pod set, those that wait for a place each with the selector of one; others as they are."""
    waiting = [i for i, pod in enumerate(pods) if has_gate(pod, TOPOLOGY_GATE) and not is_finished(pod)]
    at_gate = set(waiting)
    others = (pod for i, pod in enumerate(pods) if i not in at_gate and not is_finished(pod))
    places = list(_free_places(assignment, others))
    result = list(pods)
    for index, place in zip(_by_rank(waiting, pods), places, strict=False):
        selector = {**mapping(pods[index], "spec", "nodeSelector"), **place}
        result[index] = with_value(
            without_gate(pods[index], TOPOLOGY_GATE), ("spec", "nodeSelector"), selector
        )
    return result


def _free_places(assignment: TopologyAssignment, taken_by: Iterable[Manifest]) -> Iterator[dict[str, str]]:
    """Yield the selector of each place that no pod of the pod set has yet."""
    taken: Counter[tuple[str, ...]] = Counter()
    for pod in taken_by:
        selector = mapping(pod, "spec", "nodeSelector")
        taken[tuple(str(selector.get(level)) for level in assignment.levels)] += 1
    for domain in assignment.domains:
        for _ in range(domain.count - taken[domain.values]):
            yield dict(zip(assignment.levels, domain.values, strict=True))


def _by_rank(waiting: Sequence[int], pods: Sequence[Manifest]) -> list[int]:
    for labels in _RANKS:
        ranks = {i: [labels_of(pods[i]).get(label, "") for label in labels] for i in waiting}
        if waiting and all(number.isdigit() for rank in ranks.values() for number in rank):
            return sorted(waiting, key=lambda i: [int(number) for number in ranks[i]])
    return list(waiting)


def by_pod_set(pods: Mapping[int, tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
    """Return the pods by Workload and pod set."""
    indices: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, owner in pods.items():
        indices[owner].append(index)
    return indices
