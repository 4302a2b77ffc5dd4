"""The operands behind the verdicts and scores of InterPodAffinity: numbers and references."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler_core.allowance import check
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.scheduler.cluster.columns import Column
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle

from .common import Term, matched_by_incoming, terms_of
from .contract import (
    AffinityFilterStep,
    AffinityRequiredStep,
    AffinityScoreStep,
    AntiAffinityRequiredStep,
    DomainCount,
    ExistingAntiAffinityStep,
)
from .filtering import PreFilterState, TermCount
from .scoring import Contribution, PreScoreState

MAX_PODS = 100

CountsPod = Callable[[PodTemplate], bool]


def filter_steps(handle: Handle, state: CycleState, node: int) -> list[AffinityFilterStep]:
    """Return a step per term of the incoming pod, then one per term of running pods that may reject it."""
    counts = state.read(PreFilterState)
    steps: list[AffinityFilterStep] = [_affinity_step(handle, counts, c, node) for c in counts.affinity]
    steps += [_anti_step(handle, c, node) for c in counts.anti_affinity]
    return steps + [_existing_step(handle, c, node) for c in counts.existing if c.topology.codes[node] >= 0]


def _domain_count(handle: Handle, c: TermCount, node: int, counts: CountsPod) -> DomainCount:
    code = int(c.topology.codes[node])
    return {
        "key": c.term.term.topology_key,
        "value": c.topology.values[code] if code >= 0 else None,
        "count": c.count_on(node),
        "pods": pods_behind(handle, c.topology, code, counts),
    }


def _affinity_step(handle: Handle, counts: PreFilterState, c: TermCount, node: int) -> AffinityRequiredStep:
    terms = [other.term.term for other in counts.affinity]
    domain = _domain_count(handle, c, node, lambda t: all(matched_by_incoming(term, t) for term in terms))
    ok = domain["value"] is not None and (domain["count"] > 0 or counts.first_pod)
    return {
        "kind": "affinity_required",
        "index": c.term.index,
        **domain,
        "selector": str(c.term.term.selector),
        "first_pod": counts.first_pod,
        "ok": ok,
    }


def _anti_step(handle: Handle, c: TermCount, node: int) -> AntiAffinityRequiredStep:
    domain = _domain_count(handle, c, node, lambda t: matched_by_incoming(c.term.term, t))
    selector = str(c.term.term.selector)
    return {
        "kind": "anti_affinity_required",
        "index": c.term.index,
        **domain,
        "selector": selector,
        "ok": domain["count"] <= 0,
    }


def _existing_step(handle: Handle, c: TermCount, node: int) -> ExistingAntiAffinityStep:
    domain = _domain_count(handle, c, node, lambda t: has_term(t, c.term))
    selector = str(c.term.term.selector)
    return {"kind": "existing_anti_affinity", **domain, "selector": selector, "ok": domain["count"] <= 0}


def score_steps(handle: Handle, state: CycleState, node: int) -> list[AffinityScoreStep]:
    """Return a step per term that gives the node points; the raw score is their sum."""
    contributions = state.read(PreScoreState).contributions
    return [_score_step(handle, c, node) for c in contributions if c.points(np.array([node]))[0]]


def _score_step(handle: Handle, c: Contribution, node: int) -> AffinityScoreStep:
    code = int(c.topology.codes[node])
    return {
        "kind": "affinity_score",
        "key": c.term.term.topology_key,
        "value": c.topology.values[code],
        "side": c.side,
        "kind_of_term": c.term.kind,
        "selector": str(c.term.term.selector),
        "weight": c.weight,
        "count": int(c.pods[code]),
        "points": int(c.pods[code]) * c.weight,
        "pods": pods_behind(handle, c.topology, code, _counts_pod_of(c)),
    }


def _counts_pod_of(c: Contribution) -> CountsPod:
    if c.side == "incoming":
        return lambda template: matched_by_incoming(c.term.term, template)
    return lambda template: has_term(template, c.term)


def has_term(template: PodTemplate, term: Term) -> bool:
    return any(Term(t.kind, t.term, t.weight) == term for t in terms_of(template))


def pods_behind(handle: Handle, column: Column[str], code: int, counts: CountsPod) -> list[str]:
    """Return the keys of the pods that count in a domain, at most MAX_PODS."""
    check()
    pod_keys: list[str] = []
    for node in np.flatnonzero(column.codes == code).tolist() if code >= 0 else ():
        pod_keys += [p.key for p in handle.snapshot.pods_on(node) if counts(p.template)]
        if len(pod_keys) >= MAX_PODS:
            break
    return pod_keys[:MAX_PODS]
