"""The operands behind the verdicts and scores of InterPodAffinity: numbers and references."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler_core.cluster.columns import Column
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.objects.pod import Pod, PodTemplate

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

Counts = Callable[[PodTemplate], bool]


def filter_steps(handle: Handle, state: CycleState, node: int) -> list[AffinityFilterStep]:
    """A step for each term of the incoming pod, then one for each topology pair that running pods keep it from."""
    found = state.read(PreFilterState)
    steps: list[AffinityFilterStep] = [_affinity_step(handle, found, c, node) for c in found.affinity]
    steps += [_anti_step(handle, c, node) for c in found.anti_affinity]
    return steps + [_existing_step(handle, c, node) for c in found.existing if c.topology.codes[node] >= 0]


def _at(handle: Handle, c: TermCount, node: int, counts: Counts) -> DomainCount:
    code = int(c.topology.codes[node])
    return {
        "key": c.term.term.topology_key,
        "value": c.topology.values[code] if code >= 0 else None,
        "count": c.count_on(node),
        "pods": pods_behind(handle, c.topology, code, counts),
    }


def _affinity_step(handle: Handle, found: PreFilterState, c: TermCount, node: int) -> AffinityRequiredStep:
    terms = [other.term.term for other in found.affinity]
    here = _at(handle, c, node, lambda t: all(matched_by_incoming(term, t) for term in terms))
    ok = here["value"] is not None and (here["count"] > 0 or found.first_pod)
    return {
        "kind": "affinity_required",
        "index": c.term.index,
        **here,
        "selector": str(c.term.term.selector),
        "first_pod": found.first_pod,
        "ok": ok,
    }


def _anti_step(handle: Handle, c: TermCount, node: int) -> AntiAffinityRequiredStep:
    here = _at(handle, c, node, lambda t: matched_by_incoming(c.term.term, t))
    selector = str(c.term.term.selector)
    return {
        "kind": "anti_affinity_required",
        "index": c.term.index,
        **here,
        "selector": selector,
        "ok": here["count"] <= 0,
    }


def _existing_step(handle: Handle, c: TermCount, node: int) -> ExistingAntiAffinityStep:
    here = _at(handle, c, node, lambda t: has_term(t, c.term))
    selector = str(c.term.term.selector)
    return {"kind": "existing_anti_affinity", **here, "selector": selector, "ok": here["count"] <= 0}


def score_steps(handle: Handle, state: CycleState, pod: Pod, node: int) -> list[AffinityScoreStep]:
    """A step for each term that gives the node points; the raw score is their sum."""
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
        "pods": pods_behind(handle, c.topology, code, _counts_for(c)),
    }


def _counts_for(c: Contribution) -> Counts:
    if c.side == "incoming":
        return lambda template: matched_by_incoming(c.term.term, template)
    return lambda template: has_term(template, c.term)


def has_term(template: PodTemplate, term: Term) -> bool:
    return any(Term(t.kind, t.term, t.weight) == term for t in terms_of(template))


def pods_behind(handle: Handle, column: Column[str], code: int, counts: Counts) -> list[str]:
    """The pods behind a count, at most MAX_PODS."""
    found: list[str] = []
    for node in np.flatnonzero(column.codes == code).tolist() if code >= 0 else ():
        found += [p.key for p in handle.snapshot.pods_on(node) if counts(p.template)]
        if len(found) >= MAX_PODS:
            break
    return found[:MAX_PODS]
