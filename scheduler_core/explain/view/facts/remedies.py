"""Changes that would make a rejected node pass: each is made, and the cycle computed again with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np

from scheduler_core.explain.view.closed import closed_nodes
from scheduler_core.kubernetes.objects.labels import LabelRequirement, Requirement, Selector
from scheduler_core.kubernetes.objects.pod import Pod, Toleration, TopologySpreadConstraint
from scheduler_core.kubernetes.objects.selectors import NodeSelector, NodeSelectorTerm
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord, schedule_one
from scheduler_core.scheduler.plugins.helper import (
    DO_NOT_SCHEDULE,
    required_node_affinity,
    tolerated_nodes,
    tolerates,
)
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import unit
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import HardCounts, PreFilterState

from .claim_changes import ClaimChange, DeviceChange, claim_changes
from .contract import NamedFact, ResourceAmount

MOST_PODS = 20  # added to see their effect
MOST_DOMAINS = 8  # left out by an affinity


class FieldChange(TypedDict):
    """Another value in a field of a spread constraint."""

    kind: Literal["field"]
    constraint: int
    field: str
    value: str | int


class AddedPods(TypedDict):
    domain: str
    count: int


class AffinityChange(TypedDict):
    """A required node affinity besides the pod's own, which leaves out domains that can never take the pod."""

    kind: Literal["affinity"]
    requirement: LabelRequirement


class PodsChange(TypedDict):
    """More matching pods in the domains that hold the minimum."""

    kind: Literal["pods"]
    constraint: int
    added: list[AddedPods]


class TolerationChange(TypedDict):
    """A toleration for each of these taints."""

    kind: Literal["toleration"]
    taints: list[str]


class RequestChange(TypedDict):
    """Requests that fit into the node."""

    kind: Literal["request"]
    requests: list[ResourceAmount]


class WithoutChange(TypedDict):
    """The pod without a field."""

    kind: Literal["without"]
    field: str


RemedyChange = (
    FieldChange
    | AffinityChange
    | PodsChange
    | TolerationChange
    | RequestChange
    | WithoutChange
    | ClaimChange
    | DeviceChange
)


class RemedyResult(TypedDict):
    """The outcome of the cycle with a change."""

    passes: bool
    """The node passes every filter."""
    rejected_by: str | None
    """The plugin that rejects it now."""
    feasible: int
    selected: str | None
    best: bool
    """The node would be among those with the highest total."""


class FieldRemedy(FieldChange, RemedyResult):
    pass


class AffinityRemedy(AffinityChange, RemedyResult):
    pass


class PodsRemedy(PodsChange, RemedyResult):
    pass


class TolerationRemedy(TolerationChange, RemedyResult):
    pass


class RequestRemedy(RequestChange, RemedyResult):
    pass


class WithoutRemedy(WithoutChange, RemedyResult):
    pass


class ClaimRemedy(ClaimChange, RemedyResult):
    pass


class DeviceRemedy(DeviceChange, RemedyResult):
    pass


Remedy = (
    FieldRemedy
    | AffinityRemedy
    | PodsRemedy
    | TolerationRemedy
    | RequestRemedy
    | WithoutRemedy
    | ClaimRemedy
    | DeviceRemedy
)


class RemediesFact(NamedFact):
    """The changes that were tried to make a rejected node pass, those that help first."""

    node: str
    plugin: str | None
    """The plugin that rejects the node; None: it passes, or was not visited."""
    changes: list[Remedy]


@dataclass(frozen=True, slots=True)
class _Change:
    """One change: its description, the pod with it, and the cluster with it."""

    what: RemedyChange
    pod: Pod
    cluster: Callable[[], AbstractContextManager[None]] = nullcontext


def remedies_fact(record: CycleRecord, node_name: str) -> RemediesFact:
    """Return the changes tried for a node, the plugin that rejects it, and the outcome of each change."""
    node = record.framework.handle.snapshot.index[node_name]
    first = _rejecting(record, node)
    changes = CHANGES[first](record, node) if first in CHANGES else iter(())
    tried = [_tried(record, change, node) for change in changes]
    return {
        "node": node_name,
        "plugin": first,
        "changes": sorted(tried, key=lambda t: not t["passes"]),
    }


def _rejecting(record: CycleRecord, node: int) -> str | None:
    run = record.filter
    if run is None or node not in run.rows:
        return None
    i = int((run.rows == node).nonzero()[0][0])
    return None if run.passed[i] else run.plugins[int(run.first[i])]


def _tried(record: CycleRecord, change: _Change, node: int) -> Remedy:
    """Compute the cycle with the change: whether the node passes, what rejects it now, which node is selected."""
    with change.cluster():
        again = schedule_one(
            record.framework, change.pod, percentage=100, start_index=record.start_index, rng=None
        )
    result: RemedyResult = {
        "passes": bool((again.feasible == node).any()),
        "rejected_by": _rejecting(again, node),
        "feasible": len(again.feasible),
        "selected": again.node_name,
        "best": node in again.best,
    }
    return cast("Remedy", {**change.what, **result})


def _spread(record: CycleRecord, node: int) -> Iterator[_Change]:
    spread_state = record.state.get(PreFilterState)
    for i, c in enumerate(spread_state.constraints if spread_state else ()):
        code = int(c.topology.codes[node])
        if code >= 0 and int(c.skew()[code]) > c.constraint.max_skew:
            closed = _closed_domains(record, c)
            yield from _uncounted(record, i, c, closed)
            yield from _relaxed(record, i, c, int(c.skew()[code]))
            yield from _filled(record, i, c, int(c.matching[code]), closed)


def _closed_domains(record: CycleRecord, c: HardCounts) -> BoolArray:
    """Return per topology value whether it is a domain of which no counted node may run the pod."""
    may_run = c.eligible & (closed_nodes(record)["by"] < 0)
    closed: BoolArray = c.domain & (c.topology.sums(may_run.astype(np.int64)) == 0)
    return closed


def _uncounted(record: CycleRecord, index: int, c: HardCounts, closed: BoolArray) -> Iterator[_Change]:
    """Yield changes by which nodes that can never take the pod no longer count: a policy, or an affinity."""
    constraint, template = c.constraint, record.pod.template
    if not template.spread:
        return
    columns = record.framework.handle.snapshot.columns
    tainted = c.eligible & ~tolerated_nodes(columns, template.tolerations)
    unmatched = c.eligible & ~required_node_affinity(columns, template)
    if constraint.node_taints_policy == "Ignore" and tainted.any():
        honoring = replace(constraint, node_taints_policy="Honor")
        yield _with(record, constraint, honoring, _field(index, "nodeTaintsPolicy", "Honor"))
    if constraint.node_affinity_policy == "Ignore" and unmatched.any():
        honoring = replace(constraint, node_affinity_policy="Honor")
        yield _with(record, constraint, honoring, _field(index, "nodeAffinityPolicy", "Honor"))
    if constraint.node_affinity_policy == "Honor" and 0 < closed.sum() <= MOST_DOMAINS:
        yield _leaving_out(record, c, [c.topology.values[code] for code in np.flatnonzero(closed)])


def _field(index: int, field: str, value: str | int) -> FieldChange:
    return {"kind": "field", "constraint": index, "field": field, "value": value}


def _leaving_out(record: CycleRecord, c: HardCounts, domains: list[str]) -> _Change:
    """Require that nodes are in none of these domains, in every term of the pod's own node affinity."""
    requirement = Requirement(c.constraint.topology_key, "NotIn", tuple(domains))
    affinity = record.pod.template.affinity
    own = affinity.node.required
    terms = [
        term if term.empty else replace(term, expressions=(*term.expressions, requirement))
        for term in (own.terms if own else ())
    ]
    required = NodeSelector(tuple(terms) if own else (NodeSelectorTerm((requirement,)),))
    what: AffinityChange = {
        "kind": "affinity",
        "requirement": {"key": requirement.key, "operator": requirement.operator, "values": domains},
    }
    with_required = replace(affinity, node=replace(affinity.node, required=required))
    return _Change(what, _altered(record.pod, affinity=with_required))


def _relaxed(record: CycleRecord, index: int, c: HardCounts, skew: int) -> Iterator[_Change]:
    """Yield another maxSkew, only pods of the same revision, or a soft constraint."""
    if not record.pod.template.spread:
        return
    constraint = c.constraint
    yield _with(record, constraint, replace(constraint, max_skew=skew), _field(index, "maxSkew", skew))
    labels, clauses = record.pod.template.labels, constraint.selector.requirements
    revision = "pod-template-hash"
    if revision in labels and all(r.key != revision for r in clauses):
        merged = Selector((*clauses, Requirement(revision, "In", (labels[revision],))))
        same_revision = _field(index, "matchLabelKeys", f"[{revision}]")
        yield _with(record, constraint, replace(constraint, selector=merged), same_revision)
    soft = replace(constraint, when_unsatisfiable="ScheduleAnyway", min_domains=None)
    if all(
        (other.topology_key, other.when_unsatisfiable) != (soft.topology_key, soft.when_unsatisfiable)
        for other in record.pod.template.spread
    ):
        yield _with(record, constraint, soft, _field(index, "whenUnsatisfiable", "ScheduleAnyway"))


def _with(
    record: CycleRecord, old: TopologySpreadConstraint, new: TopologySpreadConstraint, what: RemedyChange
) -> _Change:
    spread = tuple(
        new if constraint is old or constraint == old else constraint
        for constraint in record.pod.template.spread
    )
    return _Change(what, _altered(record.pod, spread=spread))


def _altered(pod: Pod, **fields: Any) -> Pod:
    return replace(pod, template=replace(pod.template, **fields))


def _filled(
    record: CycleRecord, index: int, c: HardCounts, matching: int, closed: BoolArray
) -> Iterator[_Change]:
    """Yield more matching pods in the domains that hold the minimum, if all of these may take such pods."""
    needed = matching + c.self_match - c.constraint.max_skew
    places = [
        (int(code), needed - int(c.matching[code]))
        for code in np.flatnonzero(c.domain)
        if int(c.matching[code]) < needed
    ]
    total = sum(count for _, count in places)
    if c.forced_zero or not c.self_match or not places or total > MOST_PODS:
        return
    if any(closed[code] for code, _ in places):
        return
    snapshot = record.framework.handle.snapshot
    nodes = [int(np.flatnonzero((c.topology.codes == code) & c.eligible)[0]) for code, _ in places]

    class Filled(AbstractContextManager[None]):
        def __enter__(self) -> None:
            self.added = [
                replace(record.pod, name=f"{record.pod.name}+{i}.{k}", nominated_node_name="")
                for i, (_, count) in enumerate(places)
                for k in range(count)
            ]
            targets = [node for node, (_, count) in zip(nodes, places, strict=True) for _ in range(count)]
            for pod, node in zip(self.added, targets, strict=True):
                snapshot.assume(pod, node)

        def __exit__(self, *_: object) -> None:
            for pod in self.added:
                snapshot.forget(pod)

    what: PodsChange = {
        "kind": "pods",
        "constraint": index,
        "added": [{"domain": c.topology.values[code], "count": count} for code, count in places],
    }
    yield _Change(what, record.pod, Filled)


def _taints(record: CycleRecord, node: int) -> Iterator[_Change]:
    pod = record.pod
    taints = [
        t
        for t in record.framework.handle.snapshot.nodes[node].taints
        if t.effect in DO_NOT_SCHEDULE and not any(tolerates(own, t) for own in pod.template.tolerations)
    ]
    if not taints:
        return
    added = tuple(Toleration(t.key, "Equal" if t.value else "Exists", t.value, t.effect) for t in taints)
    what: TolerationChange = {"kind": "toleration", "taints": [str(t) for t in taints]}
    yield _Change(what, _altered(pod, tolerations=(*pod.template.tolerations, *added)))


def _resources(record: CycleRecord, node: int) -> Iterator[_Change]:
    """Yield requests that would still fit into the node."""
    snapshot, requests = record.framework.handle.snapshot, record.pod.template.requests
    free = {name: int((snapshot.allocatable[name] - snapshot.requested[name])[node]) for name in requests}
    short = {name: max(free[name], 0) for name, amount in requests.items() if amount > free[name]}
    if not short:
        return
    what: RequestChange = {
        "kind": "request",
        "requests": [{"resource": n, "amount": a, "unit": unit(n)} for n, a in short.items()],
    }
    yield _Change(what, _altered(record.pod, requests={**requests, **short}))


def _selectors(record: CycleRecord, node: int) -> Iterator[_Change]:
    template = record.pod.template
    if template.node_selector:
        what: WithoutChange = {"kind": "without", "field": "spec.nodeSelector"}
        yield _Change(what, _altered(record.pod, node_selector={}))
    affinity = template.affinity
    if affinity.node.required is not None:
        what = {"kind": "without", "field": "requiredDuringSchedulingIgnoredDuringExecution"}
        free = replace(affinity, node=replace(affinity.node, required=None))
        yield _Change(what, _altered(record.pod, affinity=free))


def _terms(record: CycleRecord, node: int) -> Iterator[_Change]:
    """Yield the pod without its required terms; those of running pods stay."""
    affinity = record.pod.template.affinity
    for kind in ("pod", "pod_anti"):
        own = getattr(affinity, kind)
        if own.required:
            what: WithoutChange = {
                "kind": "without",
                "field": f"{'podAffinity' if kind == 'pod' else 'podAntiAffinity'}, required terms",
            }
            yield _Change(
                what, _altered(record.pod, affinity=replace(affinity, **{kind: replace(own, required=())}))
            )


def _claims(record: CycleRecord, node: int) -> Iterator[_Change]:
    for what, cluster in claim_changes(record, node):
        yield _Change(what, record.pod, cluster)


CHANGES: dict[str | None, Callable[[CycleRecord, int], Iterator[_Change]]] = {
    "DynamicResources": _claims,
    "PodTopologySpread": _spread,
    "TaintToleration": _taints,
    "NodeResourcesFit": _resources,
    "NodeAffinity": _selectors,
    "InterPodAffinity": _terms,
}
