"""Why a cycle found no node: the reasons of each node, and those that decide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from scheduler_core.allowance import each
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.labels import Requirement
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.objects.resources import PODS, is_scalar
from scheduler_core.kubernetes.objects.selectors import NodeSelectorTerm
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.cycle.cycle import NO_NODES, CycleRecord
from scheduler_core.scheduler.framework.status import Verdicts
from scheduler_core.scheduler.gang.record import GANG_SCHEDULING
from scheduler_core.scheduler.plugins.dynamicresources import DynamicResources
from scheduler_core.scheduler.plugins.dynamicresources.plugin import CANNOT_ALLOCATE
from scheduler_core.scheduler.plugins.dynamicresources.rejection import Lack
from scheduler_core.scheduler.plugins.helper import first_untolerated
from scheduler_core.scheduler.plugins.interpodaffinity.filtering import PreFilterState as AffinityState
from scheduler_core.scheduler.plugins.interpodaffinity.filtering import TermCount
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import PreFilterState as SpreadState
from scheduler_core.simulation.run.outcome import Skipped

from . import contract
from .contract import ReasonKind

_CORDONED = "node.kubernetes.io/unschedulable"  # cordoned nodes have this taint too
_BITS = 62
_NAMES = re.compile(r'"[^"]*"')


_APART: Final[frozenset[ReasonKind]] = frozenset(
    {
        *("taint", "readiness_taint", "unschedulable"),
        *("missing_resource", "unready_resource", "device_missing"),
    }
)
# Taints of kubernetes-sigs/node-readiness-controller have this prefix, gates of Kueue that one.
_READINESS: Final = "readiness.k8s.io/"
_KUEUE: Final = re.compile(r"kueue\.x-k8s\.io/[\w.-]+")
# By schedulerName, the programs that are known to place such pods.
_PROGRAMS: Final = {
    "volcano": "Volcano",
    "kai-scheduler": "KAI Scheduler",
    "koord-scheduler": "Koordinator",
    "yunikorn": "Apache YuniKorn",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why nodes refuse a pod. Reasons with the same operand are equal, whatever the message names besides."""

    plugin: str
    kind: ReasonKind
    operand: str = ""
    message: str = field(default="", compare=False)

    @property
    def sets_apart(self) -> bool:
        """Whether the cluster keeps such nodes from most pods: tainted, cordoned, or without a special resource."""
        return self.kind in _APART

    @property
    def closes(self) -> bool:
        """Whether the pod has no business on such nodes, however much room they have."""
        volumes = self.plugin in ("VolumeBinding", "VolumeZone")
        return self.sets_apart or volumes or self.kind in ("selector", "unmatched_selector", "one_node")

    def as_json(self) -> contract.Reason:
        return {
            "plugin": self.plugin,
            "kind": self.kind,
            "operand": self.operand,
            "message": self.message or self.operand,
        }


Reasons = frozenset[Reason]
Masked = Iterator[tuple[Reason, BoolArray]]


@dataclass(slots=True)
class Refusals:
    """The reasons of each node that the filters looked at.

    `rows` are those nodes, `set_of[i]` the index in `sets` of all reasons of row i, `first_of[i]` that of those of the
    plugin at which the scheduler stops. `deciding` has, by index in `sets`, the reasons without which those nodes would
    take the pod; `common` are reasons that hold for the pod as a whole.
    """

    rows: IntArray
    sets: list[Reasons]
    set_of: IntArray
    first_of: IntArray
    deciding: dict[int, Reasons]
    common: Reasons

    @property
    def reasons(self) -> Reasons:
        """The reasons that decide: without those of one set, a node would take the pod."""
        return self.common.union(*self.deciding.values())

    @property
    def open(self) -> BoolArray:
        """Per row whether the pod may go there by its selectors and tolerations."""
        is_open = [not any(reason.closes for reason in reasons) for reasons in self.sets]
        return np.array(is_open, dtype=bool)[self.set_of]


def refusals(result: CycleRecord | Skipped) -> Refusals:
    """Collect the reasons of every node, and those that decide, in the cycle of a pod that was not placed."""
    common = frozenset(_common(result))
    if isinstance(result, Skipped) or result.filter is None or not len(result.filter.rows):
        return Refusals(NO_NODES, [], NO_NODES, NO_NODES, {}, common)
    run = result.filter
    masked = [
        (plugin, reason, mask)
        for plugin, verdicts in zip(run.plugins, run.verdicts, strict=True)
        if verdicts.failed is not None
        for reason, mask in _complete(result, plugin, verdicts)
    ]
    if not masked:  # extenders rejected what the plugins accepted
        return Refusals(NO_NODES, [], NO_NODES, NO_NODES, {}, common)
    masks = np.array([mask for _, _, mask in masked], dtype=bool)
    first = [run.plugins.index(plugin) == run.first for plugin, _, _ in masked]
    reasons = [reason for _, reason, _ in masked]
    columns, set_of = _distinct(np.hstack([masks, masks & np.array(first)]))
    sets = [frozenset(reasons[k] for k in np.flatnonzero(column)) for column in columns.T]
    all_of, first_of = set_of.reshape(2, len(run.rows))
    return Refusals(run.rows, sets, all_of, first_of, _deciding(sets, set(all_of.tolist())), common)


def _distinct(masks: BoolArray) -> tuple[BoolArray, IntArray]:
    """Return the distinct columns in ascending order, and for each column its index among them."""
    if len(masks) > _BITS:
        return np.unique(masks, axis=1, return_inverse=True)
    weights = 1 << np.arange(len(masks), dtype=np.int64)[::-1]  # numbers sort faster than columns
    _, at, index = np.unique(weights @ masks, return_index=True, return_inverse=True)
    return masks[:, at], index


def _deciding(sets: list[Reasons], occurring: set[int]) -> dict[int, Reasons]:
    """Find the smallest sets of reasons, by inclusion.

    If the pod may go somewhere, nodes that are set apart (tainted, cordoned) do not count. If it may go nowhere,
    room does not count.
    """
    candidates = {i: sets[i] for i in occurring if sets[i]}
    if any(not any(reason.closes for reason in reasons) for reasons in candidates.values()):
        candidates = {i: r for i, r in candidates.items() if not any(reason.sets_apart for reason in r)}
    else:
        candidates = {i: frozenset(r for r in rs if r.closes) for i, rs in candidates.items()}
    return {i: r for i, r in each(candidates.items()) if not any(other < r for other in candidates.values())}


def _common(result: CycleRecord | Skipped) -> Iterator[Reason]:
    """Yield the reasons that hold for the pod as a whole, whatever the node."""
    if isinstance(result, Skipped):
        yield _skipped(result)
        return
    if not len(result.framework.handle.snapshot):
        yield Reason("", "no_node", "", result.fit_error)
    elif result.error:
        yield _in_words("", result.error)
    elif not result.reserve.ok and result.reserve.plugin == GANG_SCHEDULING:
        group = result.pod.template.pod_group_key
        yield Reason(GANG_SCHEDULING, "gang", group, result.reserve.message)
    elif not result.reserve.ok:
        yield _in_words(result.reserve.plugin, result.reserve.message)
    elif result.pre_filter is not None and not result.pre_filter.status.ok:
        yield _in_words(result.pre_filter.status.plugin, result.pre_filter.status.message)
    elif result.pre_filter is not None and result.pre_filter.narrowed:
        yield Reason(next(iter(result.pre_filter.narrowed)), "one_node")
    if result.extenders_rejected:
        yield _in_words("Extender", "node(s) were rejected by an extender")


def _skipped(result: Skipped) -> Reason:
    if result.status is not None:
        message = result.status.message
        if gate := _KUEUE.search(message):
            return Reason(result.status.plugin, "kueue_gate", gate[0], message)
        return Reason(result.status.plugin, "gate", message)
    if result.why == "NoProfile":
        program = _PROGRAMS.get(result.scheduler)
        named = f"{result.scheduler} ({program})" if program else result.scheduler
        return Reason("", "profile", named, result.why)
    return Reason("", "message", "the pod is being deleted" if result.why == "Terminating" else result.why)


def _in_words(plugin: str, message: str) -> Reason:
    """Return a reason without an operand of its own. Names in quotes, as of claims, do not tell causes apart."""
    return Reason(plugin, "message", _NAMES.sub("…", message), message)


def _complete(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    """Yield the reasons of a plugin with their rows; rejections that none of them explains keep their message."""
    unexplained = verdicts.codes != 0
    for reason, mask in _MASKED.get(plugin, _by_message)(record, plugin, verdicts):
        refused = mask & (verdicts.codes != 0)
        if refused.any():
            yield reason, refused
        unexplained = unexplained & ~refused
    for text, mask in _texts(verdicts):
        if (mask & unexplained).any():
            yield _in_words(plugin, text), mask & unexplained


def _texts(verdicts: Verdicts) -> Iterator[tuple[str, BoolArray]]:
    """Yield each reason in the scheduler's words with the rows that have it."""
    for text in dict.fromkeys(text for reasons in verdicts.table for text in reasons):
        ids = [i for i, reasons in enumerate(verdicts.table) if text in reasons]
        yield text, np.isin(verdicts.reasons, ids) & (verdicts.codes != 0)


def _by_message(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    for text, mask in _texts(verdicts):
        yield _in_words(plugin, text), mask


def _resources(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    assert record.filter is not None
    snapshot = record.framework.handle.snapshot
    for text, mask in _texts(verdicts):
        resource = PODS if text == "Too many pods" else text.removeprefix("Insufficient ")
        missing = np.zeros(len(mask), dtype=bool)
        unready = missing
        if is_scalar(resource):
            missing = snapshot.allocatable[resource][record.filter.rows] == 0
            unready = (
                mask & missing & _in_capacity(record, resource, np.flatnonzero(mask & missing), len(mask))
            )
        yield Reason(plugin, "unready_resource", resource, text), unready
        yield Reason(plugin, "missing_resource", resource, text), mask & missing & ~unready
        yield Reason(plugin, "resource", resource, text), mask & ~missing


def _in_capacity(record: CycleRecord, resource: str, places: IntArray, count: int) -> BoolArray:
    """Return which of the nodes at these places have the resource in their capacity, which is what kubelets report."""
    assert record.filter is not None
    handle, rows = record.framework.handle, record.filter.rows
    there = np.zeros(count, dtype=bool)
    for place in places.tolist():
        name = handle.snapshot.nodes[int(rows[place])].name
        capacity = mapping(handle.objects.manifests.get(("Node", name), {}), "status", "capacity")
        there[place] = str(capacity.get(resource, "0")) != "0"
    return there


def _cordoned(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    for text, mask in _texts(verdicts):
        yield Reason(plugin, "unschedulable", "", text), mask


def _taints(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    assert record.filter is not None
    snapshot, template = record.framework.handle.snapshot, record.pod.template
    taints = first_untolerated(snapshot.columns.taints, template.tolerations)
    codes = snapshot.columns.taints.codes[record.filter.rows]
    for text, mask in _texts(verdicts):
        for taint in each(dict.fromkeys(taint for taint in taints if taint is not None)):
            alike = np.array([other == taint for other in taints], dtype=bool)[codes]
            if taint.key == _CORDONED:
                yield Reason("NodeUnschedulable", "unschedulable", "", text), mask & alike
            else:
                kind: ReasonKind = "readiness_taint" if taint.key.startswith(_READINESS) else "taint"
                yield Reason(plugin, kind, str(taint), text), mask & alike


def _selector(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    own = "node(s) didn't match Pod's node affinity/selector"
    clauses = selector_clauses(record.pod.template)
    columns = record.framework.handle.snapshot.columns
    unmatched = [str(clause) for clause in clauses if not columns.matching(clause).any()]
    for text, mask in _texts(verdicts):
        if text != own:
            yield _in_words(plugin, text), mask
        elif unmatched:
            yield Reason(plugin, "unmatched_selector", ", ".join(unmatched), text), mask
        else:
            yield Reason(plugin, "selector", selector_text(record.pod.template), text), mask


def _features(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    needed = ", ".join(record.pod.template.required_features)
    for text, mask in _texts(verdicts):
        yield Reason(plugin, "message", needed, f"{text}: {needed}"), mask


def selector_clauses(template: PodTemplate) -> list[Requirement]:
    """Return the label requirements all of which a node must meet."""
    clauses = [Requirement(key, "In", (value,)) for key, value in sorted(template.node_selector.items())]
    required = template.affinity.node.required
    if required is not None and len(required.terms) == 1:
        clauses += required.terms[0].expressions
    return list(dict.fromkeys(clauses))


def selector_text(template: PodTemplate) -> str:
    """Return the pod's nodeSelector and required node affinity in one line."""
    parts = [str(Requirement(key, "In", (value,))) for key, value in sorted(template.node_selector.items())]
    required = template.affinity.node.required
    if required is not None:
        parts.append(" or ".join(map(_term_text, required.terms)))
    return ", ".join(parts)


def _term_text(term: NodeSelectorTerm) -> str:
    return ", ".join(map(str, (*term.expressions, *term.fields))) or "<nothing>"


def _spread(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    assert record.filter is not None
    state = record.state.get(SpreadState)
    for c in state.constraints if state else ():
        codes, key = c.topology.codes[record.filter.rows], c.constraint.topology_key
        text = "node(s) didn't match pod topology spread constraints"
        yield Reason(plugin, "spread_label", key, f"{text} (missing required label)"), codes < 0
        skewed = c.topology.at(record.filter.rows, c.skew() > c.constraint.max_skew, missing=False)
        yield Reason(plugin, "spread", key, text), skewed


def _affinity(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    assert record.filter is not None
    state, rows = record.state.get(AffinityState), record.filter.rows
    if state is None:
        return
    rule = "node(s) didn't match pod affinity rules"
    for c in state.affinity:
        near = c.at(rows, (c.by_value > 0) | (bool(state.affinity) and state.first_pod))
        yield Reason(plugin, "affinity", term_text(c), rule), ~near
    for c in state.anti_affinity:
        rule = "node(s) didn't match pod anti-affinity rules"
        yield Reason(plugin, "anti_affinity", term_text(c), rule), c.at(rows, c.by_value > 0)
    for c in state.existing:
        rule = "node(s) didn't satisfy existing pods anti-affinity rules"
        reason = Reason(plugin, "existing_anti_affinity", c.term.term.topology_key, rule)
        yield reason, c.at(rows, c.by_value > 0)


def term_text(count: TermCount) -> str:
    return f"{count.term.term.selector} ({count.term.term.topology_key})"


def _devices(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    """Yield what the nearest device of each node lacks."""
    assert record.filter is not None
    dynamic_resources = next(
        (p for p in record.framework.profile.filter if isinstance(p, DynamicResources)), None
    )
    for text, mask in _texts(verdicts):
        if dynamic_resources is None or text != CANNOT_ALLOCATE:
            yield _in_words(plugin, text), mask
            continue
        rows = np.flatnonzero(mask)
        by_lack: dict[Lack, list[int]] = {}
        for i, node in zip(rows.tolist(), record.filter.rows[rows].tolist(), strict=True):
            if (lack := dynamic_resources.lack_on(record.state, record.pod, node)) is not None:
                by_lack.setdefault(lack, []).append(i)
        for lack, places in by_lack.items():
            alike = np.zeros(len(mask), dtype=bool)
            alike[places] = True
            yield Reason(plugin, lack.kind, lack.operand, text), alike


def _ports(record: CycleRecord, plugin: str, verdicts: Verdicts) -> Masked:
    ports = ", ".join(str(port.port) for port in record.pod.template.host_ports)
    for text, mask in _texts(verdicts):
        yield Reason(plugin, "port", ports, text), mask


_MASKED: dict[str, Callable[[CycleRecord, str, Verdicts], Masked]] = {
    "DynamicResources": _devices,
    "InterPodAffinity": _affinity,
    "NodeAffinity": _selector,
    "NodeDeclaredFeatures": _features,
    "NodePorts": _ports,
    "NodeResourcesFit": _resources,
    "NodeUnschedulable": _cordoned,
    "PodTopologySpread": _spread,
    "TaintToleration": _taints,
}
