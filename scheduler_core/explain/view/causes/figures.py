"""The figures of a cause: what is short, which nodes are nearest, what the nodes have instead."""

from __future__ import annotations

from collections import Counter

import numpy as np

from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.scheduler.cluster.columns import FloatArray, IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import unit
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import PreFilterState as SpreadState

from .contract import (
    NearestNode,
    NodeAmount,
    NodePart,
    SelectorCause,
    Shortage,
    SpreadCause,
    SpreadDomainCount,
)
from .initialized import initialized_pods
from .reasons import Reason, Reasons, Refusals, selector_clauses

MOST_NEAREST = 3
MOST_DOMAINS = 20
MOST_VALUES = 12
MOST_LISTED = 1000  # nodes of a cluster of which parts say which ones they are


def in_order(reasons: Reasons) -> list[Reason]:
    """Sort reasons: those of the pod and of room first, those of nodes that are set apart last."""
    return sorted(reasons, key=lambda r: (r.sets_apart, r.closes, r.plugin, r.kind, r.operand))


def shortages(record: CycleRecord, refusals: Refusals) -> list[Shortage]:
    """Return what is free, on the open nodes, of the resources that decide or that the nearest nodes lack."""
    rows = refusals.rows[refusals.open]
    resources = _resources(record, refusals) if len(rows) else []
    return [_shortage(record, resource, rows) for resource in resources]


def _shortage(record: CycleRecord, resource: str, rows: IntArray) -> Shortage:
    free, allocatable = _free(record, resource, rows)
    request, largest = _request(record, resource), int(free.argmax())
    return {
        "resource": resource,
        "unit": unit(resource),
        "request": request,
        "free": int(free.clip(min=0).sum()),
        "largest_free": max(int(free[largest]), 0),
        "largest_node": record.framework.handle.snapshot.nodes[int(rows[largest])].name,
        "largest_allocatable": int(allocatable.max()),
        "initialized": initialized_pods(record, resource, rows, request - free),
    }


def _resources(record: CycleRecord, refusals: Refusals) -> list[str]:
    """Return the resources that decide, and then those that the nearest nodes lack besides."""
    nearest_sets = (refusals.sets[refusals.set_of[row]] for row in _nearest_rows(record, refusals))
    short = (
        sorted(reason.operand for reason in reasons if reason.kind == "resource")
        for reasons in (refusals.reasons, *nearest_sets)
    )
    return list(dict.fromkeys(resource for resources in short for resource in resources))


def _request(record: CycleRecord, resource: str) -> int:
    return 1 if resource == PODS else record.pod.template.requests.get(resource, 0)


def _free(record: CycleRecord, resource: str, rows: IntArray) -> tuple[IntArray, IntArray]:
    """Return what is free, and what the nodes have, of a resource."""
    snapshot = record.framework.handle.snapshot
    allocatable: IntArray = snapshot.allocatable[resource][rows]
    used = snapshot.pod_count if resource == PODS else snapshot.requested[resource]
    return allocatable - used[rows], allocatable


def nearest(record: CycleRecord, refusals: Refusals) -> list[NearestNode]:
    """Return the nodes that are short of least, at least one for each set of reasons that decides."""
    resources = _resources(record, refusals)
    return [_nearest_node(record, refusals, resources, row) for row in _nearest_rows(record, refusals)]


def _nearest_rows(record: CycleRecord, refusals: Refusals) -> list[int]:
    decides = np.isin(refusals.set_of, list(refusals.deciding))
    candidates = np.flatnonzero(decides | refusals.open)
    missing = _missing_share(record, refusals.rows[candidates])
    others = np.array([_others(reasons) for reasons in refusals.sets])[refusals.set_of[candidates]]
    ordered: list[int] = candidates[np.lexsort((missing, others))].tolist()
    first: dict[Reasons, int] = {}
    for row in ordered:
        if (reasons := refusals.deciding.get(int(refusals.set_of[row]))) is not None:
            first.setdefault(reasons, row)
    chosen = list(dict.fromkeys([*first.values(), *ordered]))[:MOST_NEAREST]
    return [row for row in candidates[np.argsort(missing, kind="stable")].tolist() if row in chosen]


def _others(reasons: Reasons) -> int:
    """Count the reasons that room alone does not mend."""
    return sum(reason.kind != "resource" for reason in reasons)


def _missing_share(record: CycleRecord, rows: IntArray) -> FloatArray:
    """Return per node how much of the requests is missing, as the sum of shares of the requests."""
    total: FloatArray = np.zeros(len(rows))
    for resource, request in record.pod.template.requests.items():
        free, _ = _free(record, resource, rows)
        total += (request - free).clip(min=0) / max(request, 1)
    return total


def _nearest_node(record: CycleRecord, refusals: Refusals, resources: list[str], row: int) -> NearestNode:
    node = int(refusals.rows[row])
    return {
        "node": record.framework.handle.snapshot.nodes[node].name,
        "reasons": [reason.as_json() for reason in in_order(refusals.sets[refusals.set_of[row]])],
        "amounts": [_amount(record, resource, node) for resource in resources],
    }


def _amount(record: CycleRecord, resource: str, node: int) -> NodeAmount:
    free, allocatable = _free(record, resource, np.array([node]))
    return {
        "resource": resource,
        "unit": unit(resource),
        "request": _request(record, resource),
        "free": int(free[0]),
        "allocatable": int(allocatable[0]),
    }


def spread(record: CycleRecord, refusals: Refusals) -> list[SpreadCause]:
    """Return the constraints that some node exceeds, with the counts of their domains."""
    keys = {reason.operand for reason in refusals.reasons if reason.kind == "spread"}
    state = record.state.get(SpreadState)
    listed: list[SpreadCause] = []
    for c in state.constraints if state else ():
        if c.constraint.topology_key not in keys:
            continue
        fits = c.skew() <= c.constraint.max_skew
        has_open = np.isin(np.arange(len(c.topology.values)), c.topology.codes[refusals.rows[refusals.open]])
        domains: list[SpreadDomainCount] = [
            {"value": value, "count": int(c.matching[i]), "fits": bool(fits[i]), "open": bool(has_open[i])}
            for i, value in enumerate(c.topology.values)
            if c.domain[i]
        ]
        listed.append(
            {
                "topology_key": c.constraint.topology_key,
                "max_skew": c.constraint.max_skew,
                "minimum": c.minimum,
                "domains": sorted(domains, key=lambda d: d["value"])[:MOST_DOMAINS],
                "domain_count": len(domains),
            }
        )
    return listed


def selectors(record: CycleRecord, refusals: Refusals) -> list[SelectorCause]:
    """Return the clauses of the pod's node selector that decide, with what the nodes have instead."""
    if not any(reason.kind in ("selector", "unmatched_selector") for reason in refusals.reasons):
        return []
    columns = record.framework.handle.snapshot.columns
    own = selector_clauses(record.pod.template)
    clauses = [(clause, int(columns.matching(clause).sum())) for clause in own]
    unmatched = [pair for pair in clauses if not pair[1]]
    listed: list[SelectorCause] = []
    for clause, matching in unmatched or clauses:
        label = columns.label(clause.key)
        values = Counter(label.values[code] for code in label.codes.tolist() if code >= 0)
        listed.append(
            {
                "clause": str(clause),
                "key": clause.key,
                "matching": matching,
                "values": [{"value": v, "nodes": n} for v, n in values.most_common(MOST_VALUES)],
                "value_count": len(values),
                "without": len(columns.nodes) - values.total(),
            }
        )
    return listed


def parts(record: CycleRecord, refusals: Refusals) -> list[NodePart]:
    """Divide all nodes by the reasons of the plugin at which the scheduler stops; open nodes first.

    None are named for a member of a pod group that had a node.
    """
    if any(reason.kind == "gang" for reason in refusals.common):
        return []
    size, refused = len(record.framework.handle.snapshot), refusals.rows.tolist()
    rows: dict[tuple[bool, Reasons], list[int]] = {}
    for row, first, is_open in zip(refused, refusals.first_of.tolist(), refusals.open.tolist(), strict=True):
        rows.setdefault((not is_open, refusals.sets[first]), []).append(row)
    if others := sorted(set(range(size)) - set(refused)):
        rows.setdefault((True, refusals.common), []).extend(others)
    return [
        _part(reasons, places, is_open=not closed, listed=size <= MOST_LISTED)
        for (closed, reasons), places in sorted(rows.items(), key=lambda c: (c[0][0], -len(c[1])))
    ]


def _part(reasons: Reasons, rows: list[int], *, is_open: bool, listed: bool) -> NodePart:
    listing = [reason.as_json() for reason in in_order(reasons)]
    part: NodePart = {"reasons": listing, "nodes": len(rows), "open": is_open}
    if listed:
        part["rows"] = rows
    return part
