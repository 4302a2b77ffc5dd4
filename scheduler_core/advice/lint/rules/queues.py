"""Kueue's queues: what they name, whom they admit, and quota that nothing stands behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from scheduler_core.advice.lint.contract import Severity
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Operands, Path, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.explain.queueing import queue_answer
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import Operation, object_name
from scheduler_core.queueing.objects.amounts import FlavorResource, plus, quantity_text, saturated
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.cluster_queue import BEST_EFFORT_FIFO
from scheduler_core.queueing.run.run import QueueingRun
from scheduler_core.queueing.workloads.integration import items_at


def _run_of(linted: LintInput) -> QueueingRun | None:
    queued = linted.scenario.queued
    return queued.settled.run if queued else None


def _of_kind(linted: LintInput, kind: str) -> Iterator[tuple[Manifest, str]]:
    """Yield the objects of a kind in the texts, with the name that each has of its own."""
    for manifest in linted.manifests:
        if kind_of(manifest) == kind:
            yield manifest, str(mapping(manifest, "metadata").get("name"))


def _renamed(manifest: Manifest, path: Path, name: str, names: Iterable[str]) -> Fix | None:
    """Return the change to a similar name that exists."""
    meant = similar(name, set(names))
    return Fix((Operation("set", object_name(manifest), path, meant),), {"meant": meant}) if meant else None


def _without_cluster_queue(linted: LintInput) -> Iterator[Finding]:
    run = _run_of(linted)
    known = run.scenario.objects.cluster_queues if run else {}
    for manifest, _ in _of_kind(linted, "LocalQueue"):
        name, path = str(mapping(manifest, "spec").get("clusterQueue")), ("spec", "clusterQueue")
        if known and name not in known:
            fix = _renamed(manifest, path, name, known)
            yield Finding(object_name(manifest), path, {"name": name}, fix=fix)


def _without_flavor(linted: LintInput) -> Iterator[Finding]:
    run = _run_of(linted)
    known = run.scenario.objects.flavors if run else {}
    for manifest, _ in _of_kind(linted, "ClusterQueue"):
        for g, group in enumerate(items_at(manifest, ("spec", "resourceGroups"))):
            for f, flavor in enumerate(items_at(group, ("flavors",))):
                name = str(mapping(flavor).get("name"))
                path = ("spec", "resourceGroups", g, "flavors", f, "name")
                if known and name not in known:
                    fix = _renamed(manifest, path, name, known)
                    yield Finding(object_name(manifest), path, {"name": name}, fix=fix)


def _for_no_namespace(linted: LintInput) -> Iterator[Finding]:
    for manifest, _ in _of_kind(linted, "ClusterQueue"):
        if mapping(manifest, "spec").get("namespaceSelector") is None:
            name, path = object_name(manifest), ("spec", "namespaceSelector")
            operation = Operation("set", name, path, {})
            yield Finding(name, ("spec",), fix=Fix((operation,)))


def _not_active(linted: LintInput) -> Iterator[Finding]:
    run = _run_of(linted)
    inactive = run.world.cache.inactive if run else {}
    for manifest, name in _of_kind(linted, "ClusterQueue"):
        inactivity, spec = inactive.get(name), mapping(manifest, "spec")
        if inactivity is None or inactivity.reason == "FlavorNotFound":
            continue
        fix: Fix | None = None
        path: Path = ("spec",)
        if inactivity.reason == "Stopped":
            path = ("spec", "stopPolicy")
            fix = Fix((Operation("set", object_name(manifest), path, "None"),))
        elif inactivity.reason == "HasCycle":
            path = ("spec", "cohortName" if "cohortName" in spec else "cohort")
        severity: Severity | None = "warning" if inactivity.reason == "Stopped" else None
        yield Finding(object_name(manifest), path, {"reason": inactivity.message}, severity, fix=fix)


def _beyond_nodes(linted: LintInput) -> Iterator[Finding]:
    run = _run_of(linted)
    if run is None or not linted.has_own_nodes:
        return
    objects, total = run.scenario.objects, _quotas(run.scenario.objects)
    for manifest, name in _of_kind(linted, "ResourceFlavor"):
        if name not in objects.flavors:
            continue
        room = _room(objects, name)
        for (flavor, resource), quota in sorted(total.items()):
            known = any(resource in node.allocatable for node in objects.nodes)
            if flavor == name and known and quota > room[resource]:
                amounts = {
                    "quota": quantity_text(resource, quota),
                    "room": quantity_text(resource, room[resource]),
                }
                yield Finding(object_name(manifest), ("metadata", "name"), {"resource": resource, **amounts})


def _quotas(objects: QueueingObjects) -> dict[FlavorResource, int]:
    """Return the nominal quota of all ClusterQueues and Cohorts together."""
    total: dict[FlavorResource, int] = {}
    queues = (queue.quotas for queue in objects.cluster_queues.values())
    for quotas in (*queues, *(cohort.quotas for cohort in objects.cohorts.values())):
        for fr, quota in quotas.by_flavor.items():
            total[fr] = plus(total.get(fr, 0), quota.nominal)
    return total


def _room(objects: QueueingObjects, flavor: str) -> Counter[str]:
    """Return what the nodes of a flavor have."""
    labels = objects.flavors[flavor].node_labels.items()
    room: Counter[str] = Counter()
    for node in objects.nodes:
        if labels <= node.labels.items():
            for resource, amount in node.allocatable.items():
                room[resource] = saturated(room[resource] + amount)
    return room


def _behind_its_head(linted: LintInput) -> Iterator[Finding]:
    answer = queue_answer(linted.scenario)
    blocked = {
        cause["cause"]["operands"]["queue"]: cause
        for cause in (answer["causes"] if answer else ())
        if cause["kind"] == "behind"
    }
    for manifest, name in _of_kind(linted, "ClusterQueue"):
        if cause := blocked.get(name):
            path = ("spec", "queueingStrategy")
            operation = Operation("set", object_name(manifest), path, BEST_EFFORT_FIFO)
            head = str(cause["cause"]["operands"]["head"])
            operands: Operands = {"n": cause["workload_count"], "head": head}
            yield Finding(
                object_name(manifest), path, operands, pods=cause["pod_count"], fix=Fix((operation,))
            )


def _nobody_borrows(linted: LintInput) -> Iterator[Finding]:
    run = _run_of(linted)
    if run is None:
        return
    alone = {
        cohort.all_queues[0].name: cohort.name
        for cohort in run.world.cache.cohorts.values()
        if cohort.parent is None
        and cohort.all_queues
        and not any(
            queue.potential_available(fr) > queue.subtree_quota(fr)
            for queue in cohort.all_queues
            for fr in cohort.subtree
        )
    }
    for manifest, name in _of_kind(linted, "ClusterQueue"):
        if name in alone:
            spec = mapping(manifest, "spec")
            path = ("spec", "cohortName" if "cohortName" in spec else "cohort")
            yield Finding(object_name(manifest), path, {"cohort": alone[name]})


def _level_on_no_node(linted: LintInput) -> Iterator[Finding]:
    run = _run_of(linted)
    if run is None or not linted.has_own_nodes:
        return
    keys = {key for node in run.scenario.objects.nodes for key in node.labels}
    for manifest, _ in _of_kind(linted, "Topology"):
        for i, level in enumerate(items_at(manifest, ("spec", "levels"))):
            key, path = str(mapping(level).get("nodeLabel")), ("spec", "levels", i, "nodeLabel")
            if key not in keys:
                fix = _renamed(manifest, path, key, keys)
                yield Finding(object_name(manifest), path, {"key": key}, fix=fix)


RULES = (
    Rule(
        "local-queue-without-cluster-queue",
        "error",
        "The LocalQueue's ClusterQueue does not exist",
        "ClusterQueue {name} does not exist: no workload in this queue is ever admitted.",
        "A LocalQueue only names the ClusterQueue whose quota its workloads take. Kueue accepts any name,"
        " and the workloads wait without any event.",
        _without_cluster_queue,
        "Use ClusterQueue {meant}",
    ),
    Rule(
        "cluster-queue-without-flavor",
        "error",
        "A flavor of the ClusterQueue does not exist",
        "ResourceFlavor {name} does not exist: the queue is inactive and admits no workload, in its other "
        "flavors either.",
        "A single missing flavor makes the whole ClusterQueue inactive until it is created.",
        _without_flavor,
        "Use ResourceFlavor {meant}",
    ),
    Rule(
        "cluster-queue-for-no-namespace",
        "error",
        "The ClusterQueue admits no namespace",
        "It has no namespaceSelector, which selects nothing; an empty one selects all namespaces.",
        "The selector has no default. Workloads in other namespaces are rejected with `workload namespace "
        "doesn't match"
        " ClusterQueue selector`.",
        _for_no_namespace,
        "Admit all namespaces",
    ),
    Rule(
        "cluster-queue-not-active",
        "error",
        "The ClusterQueue is not active",
        "It admits no workload: {reason}",
        "An inactive queue keeps its workloads waiting; running ones continue.",
        _not_active,
        "Resume admission",
    ),
    Rule(
        "quota-beyond-nodes",
        "warning",
        "Queues have more quota than the flavor's nodes",
        "All queues together may admit {quota} {resource} in this flavor, but its nodes have only {room}.",
        "Kueue counts quota, not nodes. Workloads admitted beyond the nodes' room keep their quota while "
        "their pods are pending, so no other workload can use it.",
        _beyond_nodes,
        needs_nodes=True,
    ),
    Rule(
        "strict-queue-behind-its-head",
        "warning",
        "The head of a StrictFIFO queue blocks all others",
        (
            "{head} is first and cannot be admitted; {n} workload waits behind it.",
            "{head} is first and cannot be admitted; {n} workloads wait behind it.",
        ),
        "With StrictFIFO no workload, however small, can pass a head without quota. BestEffortFIFO lets "
        "workloads that fit pass.",
        _behind_its_head,
        "Let others pass: BestEffortFIFO",
    ),
    Rule(
        "cohort-without-borrowing",
        "warning",
        "No queue can borrow in the cohort",
        "No queue in cohort {cohort} can use more than its own quota, so the cohort has no effect.",
        "Borrowing needs a queue that lends, and one that may borrow: a cohort with a single queue (perhaps its name is"
        " misspelt), or one in which all borrowingLimits or lendingLimits are 0, shares nothing.",
        _nobody_borrows,
    ),
    Rule(
        "topology-level-on-no-node",
        "error",
        "No node has the label of a topology level",
        "No node has the label {key}. Nodes without it are not part of the topology, so nothing fits into "
        "it.",
        "Kueue excludes from a topology every node that lacks the label of one of its levels.",
        _level_on_no_node,
        "Use the label {meant}",
        needs_nodes=True,
    ),
)
