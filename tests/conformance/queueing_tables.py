"""What the engine answers to Kueue's own tables: one rule at a time, on objects without the API's defaults."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil
from typing import Any

from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.queueing.assignment.assigner import FlavorAssigner
from scheduler_core.queueing.assignment.modes import Finding, Mode
from scheduler_core.queueing.assignment.result import Assignment, FlavorChoice, PodSetAssignment
from scheduler_core.queueing.gates import read_gates
from scheduler_core.queueing.objects.amounts import UNLIMITED, FlavorResource, plus
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.cluster_queue import Cohort, read_cluster_queue, read_cohort
from scheduler_core.queueing.objects.flavor import ResourceFlavor, Topology, read_flavor, read_topology
from scheduler_core.queueing.objects.nodes import read_queueing_node, read_running_pod
from scheduler_core.queueing.objects.placement import TopologyAssignment, read_topology_assignment
from scheduler_core.queueing.objects.workload import Workload, read_pod_set, read_workload
from scheduler_core.queueing.preemption.fair import STRATEGIES
from scheduler_core.queueing.preemption.preemptor import FairSharing, Preemptor
from scheduler_core.queueing.run.trace import assignment_json, search_json, targets_json
from scheduler_core.queueing.snapshot.cache import Cache
from scheduler_core.queueing.snapshot.info import SearchState, Usage, WorkloadInfo, read_info
from scheduler_core.queueing.snapshot.quota_tree import QuotaNode
from scheduler_core.queueing.snapshot.shares import share_of
from scheduler_core.queueing.snapshot.snapshot import Snapshot
from scheduler_core.queueing.topology.cache import TopologyCache
from scheduler_core.queueing.topology.requests import DomainUsage, PodSetRequest
from scheduler_core.queueing.topology.snapshot import find_places

Row = dict[str, Any]


class _Fields:
    """Reads the manifests of a row, and complains of what is no manifest."""

    def __init__(self) -> None:
        self.problems = Problems()

    def __call__(self, value: Any) -> ManifestField:
        return ManifestField(value, "", self.problems)

    def check(self) -> None:
        if self.problems.entries:
            raise InvalidInput(self.problems.errors())


def _named(reader: Callable[[ManifestField], Any], field: _Fields, manifests: Any) -> dict[str, Any]:
    return {item.name: item for item in (reader(field(manifest)) for manifest in manifests)}


def answer_flavors(row: Row) -> Any:
    """The assignment of a workload, where a table says what trial searches for victims find."""
    field = _Fields()
    gates = read_gates(field(row), "featureGates")
    queues = [row["clusterQueue"], *filter(None, [row.get("secondaryClusterQueue")])]
    objects = QueueingObjects(
        flavors=_named(read_flavor, field, row["resourceFlavors"].values()),
        topologies=_named(read_topology, field, row.get("topologies") or ()),
        cluster_queues=_named(read_cluster_queue, field, queues),
    )
    queue, *others = objects.cluster_queues.values()
    objects.cohorts = {queue.cohort: Cohort(queue.cohort)} if queue.cohort else {}
    workload = read_workload(
        field(
            {
                "metadata": {"name": "wl"},
                "spec": {"podSets": row["podSets"]},
                "status": {"reclaimablePods": row.get("reclaimablePods")},
            }
        )
    )
    field.check()
    snapshot = Cache(objects, gates).snapshot()
    snapshot.queues[queue.name].add(Usage(_amounts(row["usage"])))
    for other in others:
        snapshot.queues[other.name].add(Usage(_amounts(row["secondaryUsage"])))

    def oracle(_info: WorkloadInfo, fr: FlavorResource, _amount: int) -> tuple[Finding, int]:
        possibility, level = row["simulation"].get("/".join(fr), ("Preempt", 0))
        return next(finding for finding in Finding if finding.possibility == possibility), level

    info = read_info(workload, gates, queue.name)
    assigner = FlavorAssigner(info, snapshot, oracle, cycle=0, fair_sharing=row["fairSharing"])
    return assignment_json(assigner.assign())


def answer_victims(row: Row) -> Any:
    """The targets of one search for victims, with the searches that found them."""
    field = _Fields()
    gates = read_gates(field(row), "featureGates")
    objects = QueueingObjects(
        flavors=_named(read_flavor, field, row["resourceFlavors"]),
        cluster_queues=_named(read_cluster_queue, field, row["clusterQueues"]),
        cohorts=_named(read_cohort, field, row.get("cohorts") or ()),
    )
    cache = Cache(objects, gates)
    for manifest in row["admitted"]:
        cache.update(read_workload(field(manifest)))
    info = read_info(read_workload(field(row["incoming"])), gates)
    info.cluster_queue = row["targetCQ"]
    field.check()
    fair = None
    if row["table"] == "preemption-fair":
        fair = FairSharing(tuple(STRATEGIES[name] for name in row.get("strategies") or STRATEGIES))
    preemptor = Preemptor(cache.snapshot(), fair)
    targets = preemptor.targets(info, _given_assignment(row, info))
    answer: Row = {"targets": targets_json(targets), "searches": [search_json(s) for s in preemptor.searches]}
    if "count" in row["want"]:
        answer["count"] = len(targets)
    return _without_namespaces({key: value for key, value in answer.items() if value or key in row["want"]})


def _given_assignment(row: Row, info: WorkloadInfo) -> Assignment:
    """The assignment of the incoming workload, of which only flavors and modes count."""
    assignment = Assignment(SearchState((), 0, 0, None))
    given = row.get("assignment") or {
        "podSets": [_preempting(pod_set.name, row) for pod_set in info.requests]
    }
    for pod_set in given["podSets"]:
        assigned = PodSetAssignment(pod_set["name"], {}, info.requests[len(assignment.pod_sets)].count)
        for resource, choice in pod_set["flavors"].items():
            mode = next(mode for mode in Mode if str(mode) == choice["mode"])
            assigned.flavors[resource] = FlavorChoice(choice["flavor"], mode)
        assignment.pod_sets.append(assigned)
    return assignment


def alike_by_name(row: Row) -> dict[str, str]:
    """For each admitted workload the first that nothing but its name tells from it.

    Without a uid Kueue visits them in the order of a Go map.
    """
    first: dict[str, str] = {}
    names = {}
    for manifest in row.get("admitted") or ():
        meta = manifest["metadata"]
        rest = {k: v for k, v in meta.items() if k != "name"}
        name = f"{meta.get('namespace', '')}/{meta['name']}"
        names[name] = first.setdefault(json.dumps({**manifest, "metadata": rest}, sort_keys=True), name)
    return names


def _preempting(name: str, row: Row) -> Row:
    return {"name": name, "flavors": {"cpu": {"flavor": row["flavor"], "mode": "Preempt"}}}


def _without_namespaces(value: Any) -> Any:
    """The tables' workloads have no namespace, which the API server would not allow."""
    if isinstance(value, str):
        return value.replace("default/", "/")
    if isinstance(value, list):
        return [_without_namespaces(part) for part in value]
    return {k: _without_namespaces(v) for k, v in value.items()} if isinstance(value, dict) else value


def answer_shares(row: Row) -> Any:
    """The dominant resource share of each node with a request added to it."""
    field = _Fields()
    queues = [row["clusterQueue"], *filter(None, [row.get("lendingClusterQueue")])]
    objects = QueueingObjects(
        cluster_queues=_named(read_cluster_queue, field, queues),
        cohorts=_named(read_cohort, field, row.get("cohorts") or ()),
    )
    names = {name for queue in objects.cluster_queues.values() for name, _ in queue.quotas.by_flavor}
    objects.flavors = {name: ResourceFlavor(name, {}, (), (), "") for name in names}
    field.check()
    snapshot = Cache(objects, read_gates(field({}), "featureGates")).snapshot()
    snapshot.queues["cq"].add(Usage(_amounts(row["usage"])))
    return [_share(entry, snapshot, _amounts(row["request"])) for entry in row["want"]]


def _share(entry: Row, snapshot: Snapshot, request: Mapping[FlavorResource, int]) -> Row:
    nodes: Mapping[str, QuotaNode] = snapshot.queues if entry["kind"] == "ClusterQueue" else snapshot.cohorts
    node = nodes[entry["name"]]
    for fr, amount in request.items():
        node.usage[fr] = plus(node.used(fr), amount)
    share = share_of(node)
    for fr, amount in request.items():
        node.usage[fr] -= amount
    rounded = UNLIMITED if share.key[0] else ceil(share.weighted)
    fields = {"borrowing": share.borrows, "resource": share.resource, "share": rounded}
    return fields | {"kind": entry["kind"], "name": entry["name"]}


def answer_placement(row: Row) -> Any:
    """The places of pod sets on a topology, for a row of the tables tas-find and tas-find-replacement."""
    problems = Problems()

    def field(value: Any) -> ManifestField:
        return ManifestField(value, "", problems)

    gates = read_gates(field(row), "featureGates")
    flavor = ResourceFlavor("default", row.get("nodeLabels") or {}, (), (), "default")
    cache = TopologyCache(
        [flavor],
        {"default": Topology("default", tuple(row["levels"]))},
        [read_queueing_node(field(node)) for node in row["nodes"]],
        [read_running_pod(field(pod)) for pod in row.get("pods") or ()],
        gates,
    )
    cache.add({"default": [_taken(domain, amounts) for domain, amounts in row["usage"].items()]})
    workload = read_workload(field(row["workload"])) if "workload" in row else _no_workload()
    requests = [
        PodSetRequest(
            replace(read_pod_set(field(entry["podSet"])), name=entry["podSet"].get("name", "")),
            entry["count"],
            entry["requests"],
            "default",
            entry.get("implied", False),
            entry.get("group") or "",
            read_topology_assignment(field(entry["previous"])) if "previous" in entry else None,
        )
        for entry in row["podSets"]
    ]
    if problems.entries:
        raise InvalidInput(problems.errors())
    placements = find_places(cache.snapshot(), {"default": requests}, workload)
    return {
        name: {"failure": p.failure} if p.failure else {"topologyAssignment": _assignment(p.assignment)}
        for name, p in placements.items()
    }


def _taken(domain: str, amounts: Mapping[str, int]) -> DomainUsage:
    """Usage as the tables write it: amounts of a leaf, its pods among them."""
    return DomainUsage(tuple(domain.split(",")), {**amounts, "pods": amounts.get("pods", 0) - 1}, 1)


def _no_workload() -> Workload:
    return Workload("default", "wl", "", "", "", active=True, priority=0, pod_sets=())


def _assignment(assignment: TopologyAssignment | None) -> Any:
    if assignment is None:
        return None
    domains = [{"values": list(domain.values), "count": domain.count} for domain in assignment.domains]
    return {"levels": list(assignment.levels), "domains": domains}


def _amounts(amounts: Mapping[str, int]) -> dict[FlavorResource, int]:
    """Amounts by flavor and resource, of `flavor/resource`."""
    by_resource = {}
    for name, amount in amounts.items():
        flavor, _, resource = name.partition("/")
        by_resource[flavor, resource] = amount
    return by_resource


ANSWERS: Mapping[str, Callable[[Row], Any]] = {
    "flavorassigner": answer_flavors,
    "preemption": answer_victims,
    "preemption-hierarchical": answer_victims,
    "preemption-fair": answer_victims,
    "dominant-resource-share": answer_shares,
    "tas-find": answer_placement,
    "tas-find-replacement": answer_placement,
}
