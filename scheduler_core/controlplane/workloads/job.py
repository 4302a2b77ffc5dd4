"""Job: the pods that it would currently run in parallel.

Mirrors manageJob of pkg/controller/job/job_controller.go and indexed_job_utils.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.kubernetes.objects.labels import parse_int64
from scheduler_core.kubernetes.objects.parsing import Manifest

from .cluster import Cluster
from .ended import has_ended
from .pods import is_active, labels_of, phase_of
from .workload import Workload, mapping

_INDEX = "batch.kubernetes.io/job-completion-index"


def job(workload: Workload, cluster: Cluster) -> Iterator[Manifest]:
    spec = workload.spec
    if spec.flag("suspend") or has_ended(workload.manifest):
        return
    pods = cluster.pods.owned(workload)
    active = sum(map(is_active, pods))
    if spec.text("completionMode") == "Indexed":
        yield from _indexed_pods(workload, pods, spec.integer("parallelism", 1) - active, cluster)
        return
    for _ in cluster.reserve_objects(_target_count(workload, pods, active) - active):
        yield cluster.pods.make(workload, workload.template, labels=_labels(workload))


def _target_count(workload: Workload, pods: list[Manifest], active: int) -> int:
    """Return how many pods should run; a work queue (no completions) starts none after the first success."""
    spec, succeeded_pods = workload.spec, sum(phase_of(pod) == "Succeeded" for pod in pods)
    succeeded = max(workload.status.integer("succeeded", 0), succeeded_pods)
    if spec.has("parallelism") and not spec.has("completions"):
        return active if succeeded else spec.integer("parallelism", 1)
    return min(spec.integer("parallelism", 1), spec.integer("completions", 1) - succeeded)


def _indexed_pods(
    workload: Workload, pods: list[Manifest], count: int, cluster: Cluster
) -> Iterator[Manifest]:
    """Yield pods for the first indexes that are neither completed nor active."""
    completed = _parse_indexes(workload.status.text("completedIndexes"))
    used_indexes = {_index_of(pod) for pod in pods if is_active(pod) or phase_of(pod) == "Succeeded"}
    completions = workload.spec.integer("completions", 0)
    open_indexes = (i for i in _outside(completed, completions) if str(i) not in used_indexes)
    for _ in range(count):
        index = next(open_indexes, None)
        if index is None:
            return
        cluster.reserve_objects(1)
        name = f"{workload.name}-{index}"
        spec = {**mapping(workload.template, "spec"), "hostname": name}
        yield cluster.pods.make(
            workload,
            {**workload.template, "spec": spec},
            prefix=f"{name}-",
            labels={**_labels(workload), _INDEX: str(index)},
            annotations={_INDEX: str(index)},
        )


def _labels(workload: Workload) -> dict[str, str]:
    names = {"batch.kubernetes.io/job-name": workload.name, "job-name": workload.name}
    uids = {"batch.kubernetes.io/controller-uid": workload.uid, "controller-uid": workload.uid}
    return {**names, **uids}


def _index_of(pod: Manifest) -> str:
    return str(mapping(pod, "metadata", "annotations").get(_INDEX, labels_of(pod).get(_INDEX)))


def _parse_indexes(indexes: str) -> list[range]:
    """Return the ranges in status.completedIndexes, such as "1,3-5"."""
    ranges = []
    for part in filter(None, indexes.split(",")):
        first, _, last = part.partition("-")
        start, end = parse_int64(first), parse_int64(last or first)
        if start is not None and end is not None:
            ranges.append(range(start, end + 1))
    return ranges


def _outside(ranges: list[range], stop: int) -> Iterator[int]:
    """Yield the numbers from 0 below `stop` that are in none of the ranges."""
    begin = 0
    for span in sorted(ranges, key=lambda r: r.start):
        yield from range(begin, min(span.start, stop))
        begin = max(begin, span.stop)
    yield from range(begin, stop)
