"""What was read of an input, what was not, and what to add: no input is left out in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scheduler_core.objects.contract import FieldWarning, ReadingReport
from scheduler_core.objects.kinds import kind_of
from scheduler_core.objects.lines import locate_named
from scheduler_core.objects.reading import InputError
from scheduler_core.objects.unknown_fields import unknown_fields

from .scenario import Scenario

_LONGEST_LOCATED = 1_000_000  # characters of a source; finding a line means parsing all of it again


def reading_report(scenario: Scenario, sources: Sequence[str]) -> ReadingReport:
    """Return the report of a scenario that was read from these texts."""
    objects = scenario.objects
    unread = objects.unread.kinds()
    counts = Counter(str(manifest.get("kind")) for manifest in scenario.manifests)
    for row in unread:
        counts[row["kind"]] -= row["count"]
    return {
        "read": [{"kind": kind, "count": count} for kind, count in counts.items() if count > 0],
        "created_pods": sum(map(len, objects.expanded.values())),
        "unread": unread,
        "warnings": _located(unknown_fields(scenario.manifests), sources),
        "missing": list(_missing(scenario)),
    }


def _missing(scenario: Scenario) -> Iterator[str]:
    """Yield what the input lacks for a run that places a pod."""
    pods = [pod for pod in scenario.objects.pods if not pod.finished]
    if not scenario.objects.nodes:
        yield "there is no Node: add the nodes of the cluster (kubectl get nodes -o yaml)"
    if any(not pod.node_name for pod in pods):
        return
    if pods:
        yield f"no pending pod: all {len(pods)} pods have a node; add a pod without spec.nodeName"
    elif scenario.admitted.refusals:
        return  # each has a line of its own
    elif any(kind_of(manifest) in _POD_KINDS for manifest in scenario.manifests):
        yield "no pending pod: the workloads create no pods, and the pods have finished"
    else:
        yield "no pending pod: there is no Pod and no workload; add at least a Node and a Pod or a Deployment"


_POD_KINDS = frozenset(
    (
        "Pod",
        "Deployment",
        "ReplicaSet",
        "ReplicationController",
        "StatefulSet",
        "DaemonSet",
        "Job",
        "CronJob",
        "JobSet",
    )
)


def _located(warnings: list[InputError], sources: Sequence[str]) -> list[FieldWarning]:
    """Return the warnings with their lines in the first source that has the object."""
    places = [(warning.object, warning.path) for warning in warnings]
    lines: list[int | None] = [None] * len(places)
    for source in sources:
        if None in lines and len(source) <= _LONGEST_LOCATED:
            lines = [line or other for line, other in zip(lines, locate_named(source, places), strict=True)]
    return [
        {"object": each.object, "path": each.path, "message": each.message, "line": line}
        for each, line in zip(warnings, lines, strict=True)
    ]
