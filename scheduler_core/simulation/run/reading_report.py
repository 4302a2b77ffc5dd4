"""What was read of an input, what was not, and what to add: no input is left out in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scheduler_core.allowance import each
from scheduler_core.controlplane.workloads.daemonset import daemon_template, why_no_node
from scheduler_core.controlplane.workloads.pods import labels_of, namespace_of
from scheduler_core.controlplane.workloads.trainjob import TRAIN_JOB, runtime_name, runtimes_by_name
from scheduler_core.controlplane.workloads.workload import (
    API_VERSIONS,
    is_being_deleted,
    mapping,
    read_unchecked,
)
from scheduler_core.kubernetes.objects.contract import FieldWarning, ReadingReport, UnreadKind
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.lines import locate_named
from scheduler_core.kubernetes.objects.reading import InputError
from scheduler_core.kubernetes.objects.templates import REPLICAS
from scheduler_core.kubernetes.objects.unknown_fields import unknown_fields
from scheduler_core.kubernetes.versions.gates import (
    GANG_SCHEDULING,
    GENERIC_WORKLOAD,
    POD_GROUP_GATES,
    TOPOLOGY_AWARE,
)
from scheduler_core.scheduler.cluster.columns import NodeColumns
from scheduler_core.sentences import Sentence, verbatim, worded

from .scenario import Scenario

_KUEUE_LABEL = "kueue.x-k8s.io/queue-name"
_SUSPENDABLE = {
    **dict.fromkeys(("Job", "CronJob", "JobSet", "RayCluster", "RayJob", "TrainJob"), "spec.suspend"),
    "RayService": "spec.rayClusterConfig.suspend",
    **dict.fromkeys(REPLICAS, "spec.runPolicy.suspend"),
}
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
        "warnings": _located([*unknown_fields(scenario.manifests), *_config_warnings(scenario)], sources),
        "missing": [
            *_missing(scenario),
            *_suspended(scenario),
            *_without_runtime(scenario),
            *_unused_groups(scenario),
            *_unused_taint_rules(scenario),
            *_idle_daemon_sets(scenario),
        ],
    }


def _unused_groups(scenario: Scenario) -> Iterator[Sentence]:
    """Yield which feature gate is missing for pod groups, or for a part of them, to be used."""
    version = scenario.version.with_gates(scenario.gates)
    groups: dict[tuple[str, str], list[str]] = {}
    for group in scenario.objects.pod_groups.values():
        needed = [(GENERIC_WORKLOAD, "")]
        needed += [(GANG_SCHEDULING, "schedulingPolicy.gang")] if group.min_count is not None else []
        needed += [(TOPOLOGY_AWARE, "schedulingConstraints")] if group.topology_key else []
        off = next((need for need in needed if need[0] not in version.gates), None)
        if off is not None:
            groups.setdefault(off, []).append(group.key)
    for (gate, part), keys in groups.items():
        if gate in version.known_gates:
            reason = worded(
                "feature gate {gate} is off: add the document gates: [{gates}]",
                gate=gate,
                gates=", ".join(POD_GROUP_GATES),
            )
        else:
            reason = worded(
                "Kubernetes {version} has no pod groups: choose v1.36 or later", version=version.name
            )
        names = _and_others([f"PodGroup {key}" for key in keys])
        if part:
            names = worded("{field} of {names}", field=part, names=names)
        yield worded("{names} is not used: {reason}", names=names, reason=reason)


def _unused_taint_rules(scenario: Scenario) -> Iterator[Sentence]:
    """Yield that DeviceTaintRules taint nothing in this version."""
    rules, version = scenario.objects.devices.taint_rules, scenario.version
    if rules and not version.device_taint_rules_count:
        yield worded(
            "{names} is not used by Kubernetes {version}: feature gate DRADeviceTaintRules is off before v1.37",
            names=_and_others([f"DeviceTaintRule {rule.name}" for rule in rules]),
            version=version.name,
        )


def _suspended(scenario: Scenario) -> Iterator[Sentence]:
    """Yield which Jobs, and what makes Jobs or is run like one, create no pods as long as they are suspended."""
    for manifest in scenario.manifests:
        if scenario.queued and labels_of(manifest).get(_KUEUE_LABEL):
            continue  # what Kueue decided is an answer of its own
        kind = kind_of(manifest)
        *path, field = _SUSPENDABLE.get(kind, "").split(".")
        if not path or mapping(manifest, *path).get(field) is not True:
            continue
        name = f"{kind} {namespace_of(manifest)}/{mapping(manifest, 'metadata').get('name')}"
        queue = labels_of(manifest).get(_KUEUE_LABEL)
        if queue:
            yield worded(
                "{name} is suspended: it creates no pods until Kueue admits it from queue {queue}",
                name=name,
                queue=queue,
            )
        else:
            yield worded(
                "{name} is suspended: it creates no pods until {field} is false",
                name=name,
                field=_SUSPENDABLE[kind],
            )


def _without_runtime(scenario: Scenario) -> Iterator[Sentence]:
    """Yield which TrainJobs make no pods, since what has their templates is not there."""
    runtimes = runtimes_by_name(scenario.manifests)
    for manifest in scenario.manifests:
        if kind_of(manifest) == TRAIN_JOB and (name := runtime_name(manifest)) not in runtimes:
            yield worded(
                "TrainJob {name} makes no pods: {runtime} is not in the input; add it",
                name=mapping(manifest, "metadata").get("name"),
                runtime=name,
            )


def _idle_daemon_sets(scenario: Scenario) -> Iterator[Sentence]:
    """Yield why DaemonSets have no pod, one of them by name where several have the same reason."""
    columns = NodeColumns(tuple(scenario.objects.nodes))
    idle: dict[Sentence, list[str]] = {}
    for manifest in each(scenario.manifests):
        workload = read_unchecked(manifest) if kind_of(manifest) == "DaemonSet" else None
        if workload is None or workload.key in scenario.objects.expanded or is_being_deleted(manifest):
            continue
        if why := why_no_node(daemon_template(workload), columns):
            idle.setdefault(why, []).append(workload.key)
    for why, keys in idle.items():
        yield worded("{names} makes no pod: {why}", names=_and_others(keys), why=why)


def _and_others(names: list[str]) -> Sentence:
    if len(names) == 1:
        return verbatim(names[0])
    if len(names) == 2:
        return worded("{name} and {other}", name=names[0], other=names[1])
    return worded("{name} and {n} others", name=names[0], n=len(names) - 1)


def _config_warnings(scenario: Scenario) -> list[InputError]:
    """Return what of the scheduler's configuration is not simulated."""
    kind = str((scenario.config_manifest or {}).get("kind"))
    return [InputError(note.path, note.message, object=kind) for note in scenario.config.notes]


def _missing(scenario: Scenario) -> Iterator[Sentence]:
    """Yield what the input lacks for a run that places a pod. Pods that would not exist are an answer of their own."""
    pods = [pod for pod in scenario.objects.pods if not pod.finished]
    if not scenario.objects.nodes:
        yield worded("there is no Node: add the nodes of the cluster (kubectl get nodes -o yaml)")
    if scenario.admitted.refusals or any(not pod.node_name for pod in pods):
        return
    if pods:
        yield worded(
            "no pending pod: each has a node ({count} in all); add a pod without spec.nodeName",
            count=len(pods),
        )
    elif scenario.admitted.refusals:
        return  # each has a line of its own
    elif any(kind_of(manifest) in _POD_KINDS for manifest in scenario.manifests):
        yield worded("no pending pod: the workloads create no pods, and the pods have finished")
    else:
        yield worded(
            "no pending pod: there is no Pod and no workload; add at least a Node and a Pod or a Deployment"
        )


_POD_KINDS = frozenset(("Pod", *API_VERSIONS))


def _located(warnings: list[InputError], sources: Sequence[str]) -> list[FieldWarning]:
    """Return the warnings with their lines in the first source that has the object."""
    places = [(warning.object, warning.path) for warning in warnings]
    lines: list[int | None] = [None] * len(places)
    for source in sources:
        if None in lines and len(source) <= _LONGEST_LOCATED:
            lines = [line or other for line, other in zip(lines, locate_named(source, places), strict=True)]
    return [
        {"object": warning.object, "path": warning.path, "message": warning.message, "line": line}
        for warning, line in zip(warnings, lines, strict=True)
    ]


def note_lines(report: ReadingReport) -> list[str]:
    """Return the report as sentences: what is missing, what was not read, and the warnings."""
    return [*report["missing"], *unread_lines(report)]


def unread_lines(report: ReadingReport) -> Iterator[Sentence]:
    """Yield a line per unread kind that could change the result, one for all others, and one per warning."""
    for row in report["unread"]:
        if row["matters"]:
            kind = f"{_counted(row)}{_version(row)}"
            yield worded("not read: {kind}: {effect}", kind=kind, effect=row["effect"])
    if harmless := [_counted(row) for row in report["unread"] if not row["matters"]]:
        yield worded("not read: {kinds}: no effect on scheduling", kinds=", ".join(harmless))
    for warning in report["warnings"]:
        error = InputError(warning["path"], verbatim(warning["message"]), warning["line"], warning["object"])
        yield worded("warning: {error}", error=error.sentence)


def read_line(report: ReadingReport) -> str:
    """Return what was read on one line."""
    kinds = [f"{row['count']} {row['kind']}" for row in report["read"]]
    created = f"; pods created by workloads: {report['created_pods']}" if report["created_pods"] else ""
    return f"read: {', '.join(kinds) or 'no object that scheduling reads'}{created}"


def _counted(row: UnreadKind) -> str:
    return f"{row['count']} {row['kind']}"


def _version(row: UnreadKind) -> str:
    return f" ({row['apiVersion']})" if row["apiVersion"] else ""
