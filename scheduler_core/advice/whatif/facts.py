"""The facts for which nodes refuse a pod, each with what it takes to leave it out of account."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from scheduler_core.advice.amounts import size_of
from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.allowance import each
from scheduler_core.explain.view.causes.reasons import Reason, Refusals, refusals, selector_clauses, term_text
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import PodTemplate, Toleration, TopologySpreadConstraint
from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.kubernetes.objects.selectors import NodeSelectorTerm
from scheduler_core.scheduler.cluster.columns import BoolArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.helper import DO_NOT_SCHEDULE, tolerates
from scheduler_core.scheduler.plugins.interpodaffinity.filtering import PreFilterState as AffinityState
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import PreFilterState as SpreadState

_CORDONED = "node.kubernetes.io/unschedulable"
Part = Literal["pod", "cluster", "configuration"]


@dataclass(frozen=True)
class Fact:
    """A fact that may have a part in the rejection; `mask` are the nodes that refuse the pod for it.

    To leave it out of account the pod loses what `drop` names: a resource, a taint that counts, a constraint, a clause
    or a term. Terms of running pods are not counted then. A fact of kind "plugin" is left out with its whole plugin.
    """

    phrase: Phrase
    of: Part
    plugin: str
    drop: tuple[str, object] = ("plugin", "")
    mask: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=bool), compare=False, repr=False)

    @property
    def text(self) -> str:
        return str(self.phrase)


def facts_of(record: CycleRecord) -> list[Fact]:
    """Return the facts for which nodes refused the pod in a cycle, each once."""
    refused = refusals(record)
    count = len(record.framework.handle.snapshot)
    unique: dict[Fact, BoolArray] = {}
    for fact in _facts(record, refused, count):
        unique[fact] = unique.get(fact, np.zeros(count, dtype=bool)) | fact.mask
    return [replace(fact, mask=mask) for fact, mask in unique.items() if mask.any()]


def _facts(record: CycleRecord, refused: Refusals, count: int) -> Iterator[Fact]:
    masks: dict[Reason, BoolArray] = {}
    for i, reasons in enumerate(refused.sets):
        for reason in reasons:
            mask = masks.setdefault(reason, np.zeros(count, dtype=bool))
            mask[refused.rows[refused.set_of == i]] = True
    masks |= {reason: np.ones(count, dtype=bool) for reason in refused.common}
    own = {"selector", "unmatched_selector", "taint", "unschedulable"}
    for reason, mask in masks.items():
        if reason.kind not in own:
            yield _fact(record, reason, mask)
    if any(reason.kind in ("selector", "unmatched_selector") for reason in masks):
        yield from _clauses(record)
    if any(reason.kind in ("taint", "readiness_taint", "unschedulable") for reason in masks):
        yield from _taints(record)


def _fact(record: CycleRecord, reason: Reason, mask: BoolArray) -> Fact:
    operand, plugin = reason.operand, reason.plugin
    if reason.kind in ("resource", "missing_resource", "unready_resource") and operand != PODS:
        amount = size_of(operand, record.pod.template.requests.get(operand, 0))
        return Fact(
            say("requests", resource=operand, amount=amount), "pod", plugin, ("resource", operand), mask
        )
    if reason.kind in ("spread", "spread_label"):
        return _constraint(record, operand, plugin, mask)
    if reason.kind in ("affinity", "anti_affinity"):
        name = "pod affinity" if reason.kind == "affinity" else "pod anti-affinity"
        return Fact(say(name, term=operand), "pod", plugin, (reason.kind, operand), mask)
    if reason.kind == "port":
        return Fact(say("host port", port=operand), "pod", plugin, ("port", ""), mask)
    if reason.kind == "existing_anti_affinity":
        return Fact(
            say("anti-affinity of others", key=operand), "cluster", plugin, ("existing", operand), mask
        )
    phrases = {"resource": say("pod limit"), "one_node": say("one node")}
    phrase = phrases.get(reason.kind, say("message", message=reason.message or operand))
    is_pinned = reason.kind == "one_node"
    drop = ("fields", "") if is_pinned and plugin == "NodeAffinity" else ("plugin", plugin)
    return Fact(phrase, "pod" if is_pinned else "cluster", plugin, drop, mask)


def _constraint(record: CycleRecord, key: str, plugin: str, mask: BoolArray) -> Fact:
    state = record.state.get(SpreadState)
    counts = next((c for c in (state.constraints if state else ()) if c.constraint.topology_key == key), None)
    part: Part = "pod" if record.pod.template.spread else "configuration"
    if counts is None:
        phrase = say("spread", key=key)
    elif counts.forced_zero:
        skew, least = counts.constraint.max_skew, counts.constraint.min_domains
        phrase = say("min domains", skew=skew, key=key, count=counts.domains, least=least)
    else:
        phrase = say("max skew", skew=counts.constraint.max_skew, key=key)
    return Fact(phrase, part, plugin, ("spread", key), mask)


def _clauses(record: CycleRecord) -> Iterator[Fact]:
    columns, template = record.framework.handle.snapshot.columns, record.pod.template
    clauses = selector_clauses(template)
    for clause in clauses:
        yield Fact(
            say("selector clause", clause=clause),
            "pod",
            "NodeAffinity",
            ("clause", clause),
            ~columns.matching(clause),
        )
    required = template.affinity.node.required
    if required is not None and (len(required.terms) != 1 or _excludes_names(required.terms[0])):
        mask = ~columns.matching_selector(required)
        yield Fact(say("required node affinity"), "pod", "NodeAffinity", ("node affinity", ""), mask)


def _excludes_names(term: NodeSelectorTerm) -> bool:
    """Return whether a term is about names of nodes otherwise than by saying which may be used."""
    return any(field.operator != "In" for field in term.fields)


def _taints(record: CycleRecord) -> Iterator[Fact]:
    """Yield all taints that the pod does not tolerate, also those behind the first one of a node."""
    column, own = record.framework.handle.snapshot.columns.taints, record.pod.template.tolerations
    refused: dict[Taint, list[int]] = {}
    for code, taints in enumerate(each(column.values)):
        for taint in taints:
            if taint.effect in DO_NOT_SCHEDULE and not any(tolerates(t, taint) for t in own):
                refused.setdefault(taint, []).append(code)
    for taint, codes in each(refused.items()):
        phrase = say("cordoned") if taint.key == _CORDONED else say("untolerated taint", taint=taint)
        mask = np.isin(column.codes, codes)
        if taint.key == _CORDONED:
            mask = mask | record.framework.handle.snapshot.unschedulable
        yield Fact(phrase, "cluster", "TaintToleration", ("taint", taint), mask)
    cordoned = record.framework.handle.snapshot.unschedulable
    if cordoned.any() and not any(taint.key == _CORDONED for taint in refused):
        taint = Taint(_CORDONED, "", "NoSchedule")
        if not any(tolerates(t, taint) for t in own):
            yield Fact(say("cordoned"), "cluster", "NodeUnschedulable", ("taint", taint), cordoned)


def without(template: PodTemplate, dropped: list[Fact]) -> PodTemplate:
    """Return the pod's class without what these facts are about; facts of whole plugins leave it as it is."""
    for fact in dropped:
        template = _DROPS[fact.drop[0]](template, fact.drop[1]) if fact.drop[0] in _DROPS else template
    return template


def _without_resource(template: PodTemplate, resource: object) -> PodTemplate:
    return replace(template, requests={k: v for k, v in template.requests.items() if k != resource})


def _tolerating(template: PodTemplate, taint: object) -> PodTemplate:
    assert isinstance(taint, Taint)
    toleration = Toleration(taint.key, "Equal", taint.value, taint.effect)
    return replace(template, tolerations=(*template.tolerations, toleration))


def _without_constraint(template: PodTemplate, key: object) -> PodTemplate:
    def counts(constraint: TopologySpreadConstraint) -> bool:
        return constraint.topology_key != key or constraint.when_unsatisfiable != "DoNotSchedule"

    return replace(template, spread=tuple(filter(counts, template.spread)))


def _without_clause(template: PodTemplate, clause: object) -> PodTemplate:
    selector = {k: v for k, v in template.node_selector.items() if f"{k}={v}" != str(clause)}
    required = template.affinity.node.required
    if required is not None and len(required.terms) == 1:
        rest = tuple(e for e in required.terms[0].expressions if e != clause)
        term = replace(required.terms[0], expressions=rest)
        required = None if term.empty else replace(required, terms=(term,))
    node = replace(template.affinity.node, required=required)
    return replace(template, node_selector=selector, affinity=replace(template.affinity, node=node))


def _without_node_affinity(template: PodTemplate, _: object) -> PodTemplate:
    node = replace(template.affinity.node, required=None)
    return replace(template, affinity=replace(template.affinity, node=node))


def _without_fields(template: PodTemplate, _: object) -> PodTemplate:
    required = template.affinity.node.required
    if required is None:
        return template
    terms = tuple(replace(term, fields=()) for term in required.terms)
    filled = tuple(term for term in terms if not term.empty)
    node = replace(template.affinity.node, required=replace(required, terms=filled) if filled else None)
    return replace(template, affinity=replace(template.affinity, node=node))


def _without_port(template: PodTemplate, _: object) -> PodTemplate:
    return replace(template, host_ports=())


_DROPS = {
    "resource": _without_resource,
    "taint": _tolerating,
    "spread": _without_constraint,
    "clause": _without_clause,
    "fields": _without_fields,
    "node affinity": _without_node_affinity,
    "port": _without_port,
}


def dropped_terms(record: CycleRecord, kind: str, operands: set[object]) -> set[int]:
    """Return the indices of the pod's own terms that these operands name."""
    state = record.state.get(AffinityState)
    counts = [] if state is None else state.affinity if kind == "affinity" else state.anti_affinity
    return {count.term.index for count in counts if term_text(count) in operands}
