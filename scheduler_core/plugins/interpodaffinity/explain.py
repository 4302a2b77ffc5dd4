"""The operands behind the counts, verdicts and scores of InterPodAffinity: numbers and references."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np

from scheduler_core.columns import Column, IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.objects.pod import Pod, PodTemplate

from .common import (
    PREFERRED,
    PREFERRED_ANTI,
    REQUIRED,
    REQUIRED_ANTI,
    Term,
    existing_terms,
    incoming_terms,
    matched_by_incoming,
    matches_incoming,
    terms_of,
)
from .filtering import PreFilterState, TermCount
from .scoring import Contribution, PreScoreState

MAX_PODS = 100
_KINDS = (REQUIRED, REQUIRED_ANTI, PREFERRED, PREFERRED_ANTI)

Counts = Callable[[PodTemplate], bool]


def filter_steps(handle: Handle, state: CycleState, node: int) -> list[dict[str, Any]]:
    """A step for each term of the incoming pod, then one for each topology pair that running pods keep it from."""
    found = state.read(PreFilterState)
    steps = [_affinity_step(handle, found, c, node) for c in found.affinity]
    steps += [_anti_step(handle, c, node) for c in found.anti_affinity]
    return steps + [_existing_step(handle, c, node) for c in found.existing if c.topology.codes[node] >= 0]


def _at(handle: Handle, c: TermCount, node: int, counts: Counts) -> dict[str, Any]:
    code = int(c.topology.codes[node])
    return {
        "key": c.term.term.topology_key,
        "value": c.topology.values[code] if code >= 0 else None,
        "count": c.count_on(node),
        "pods": _pods(handle, c.topology, code, counts),
    }


def _affinity_step(handle: Handle, found: PreFilterState, c: TermCount, node: int) -> dict[str, Any]:
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


def _anti_step(handle: Handle, c: TermCount, node: int) -> dict[str, Any]:
    here = _at(handle, c, node, lambda t: matched_by_incoming(c.term.term, t))
    selector = str(c.term.term.selector)
    return {
        "kind": "anti_affinity_required",
        "index": c.term.index,
        **here,
        "selector": selector,
        "ok": here["count"] <= 0,
    }


def _existing_step(handle: Handle, c: TermCount, node: int) -> dict[str, Any]:
    here = _at(handle, c, node, lambda t: _has(t, c.term))
    selector = str(c.term.term.selector)
    return {"kind": "existing_anti_affinity", **here, "selector": selector, "ok": here["count"] <= 0}


def score_steps(handle: Handle, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]:
    """A step for each term that gives the node points; the raw score is their sum."""
    contributions = state.read(PreScoreState).contributions
    return [_score_step(handle, c, node) for c in contributions if c.points(np.array([node]))[0]]


def _score_step(handle: Handle, c: Contribution, node: int) -> dict[str, Any]:
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
        "pods": _pods(handle, c.topology, code, _counts_for(c)),
    }


def _counts_for(c: Contribution) -> Counts:
    return (_matched_by if c.side == "incoming" else _having)(c.term)


def ledger(handle: Handle, state: CycleState, pod: Pod, feasible: IntArray) -> dict[str, Any]:
    hard, soft = state.get(PreFilterState), state.get(PreScoreState)
    contributions = soft.contributions if soft else ()
    all_terms = [c.term.term for c in hard.affinity] if hard else []
    return {
        "terms": _terms(handle, pod),
        "affinity_counts": _table(
            handle,
            hard.affinity if hard else [],
            lambda _: lambda t: all(matched_by_incoming(a, t) for a in all_terms),
        ),
        "anti_affinity_counts": _table(
            handle,
            hard.anti_affinity if hard else [],
            lambda c: lambda t: matched_by_incoming(c.term.term, t),
        ),
        "existing_anti_affinity_counts": _table(
            handle, hard.existing if hard else [], lambda c: lambda t: _has(t, c.term)
        ),
        "first_pod_exception": bool(hard and hard.affinity and hard.first_pod),
        "scores": _scores(contributions),
        "heatmap": _heatmap(handle, contributions, feasible),
    }


def _terms(handle: Handle, pod: Pod) -> list[dict[str, Any]]:
    """The pod's terms with the pods that each matches; running pods' terms with the pods that have them."""
    own = [
        {**_described("incoming", t), "pods": _all_pods(handle, _matched_by(t)), "matches_incoming": None}
        for t in incoming_terms(handle, pod, _KINDS)
    ]
    others = [
        {
            **_described("existing", t),
            "pods": _all_pods(handle, _having(t)),
            "matches_incoming": matches_incoming(handle, t, pod),
        }
        for t in existing_terms(handle, _KINDS)
    ]
    return own + others


def _matched_by(term: Term) -> Counts:
    return lambda template: matched_by_incoming(term.term, template)


def _having(term: Term) -> Counts:
    return lambda template: _has(template, term)


def _described(side: str, term: Term) -> dict[str, Any]:
    scope = sorted(term.term.namespaces)
    selector = term.term.namespace_selector
    if not selector.nothing:
        scope.append(f"namespaces with {selector}" if selector.requirements else "all namespaces")
    return {
        "side": side,
        "kind": term.kind,
        "index": term.index,
        "topology_key": term.term.topology_key,
        "selector": str(term.term.selector),
        "namespaces": ", ".join(scope),
        "weight": term.weight or None,
    }


def _table(
    handle: Handle, counts: list[TermCount], counted: Callable[[TermCount], Counts]
) -> list[dict[str, Any]]:
    return [
        {
            "key": c.term.term.topology_key,
            "value": c.topology.values[code],
            "count": int(c.by_value[code]),
            "selector": str(c.term.term.selector),
            "pods": _pods(handle, c.topology, code, counted(c)),
        }
        for c in counts
        for code in np.flatnonzero(c.by_value).tolist()
    ]


def _scores(contributions: tuple[Contribution, ...]) -> list[dict[str, Any]]:
    """topologyScore: points per (key, value)."""
    total: dict[tuple[str, str], int] = {}
    for c in contributions:
        for code in np.flatnonzero(c.pods).tolist():
            pair = (c.term.term.topology_key, c.topology.values[code])
            total[pair] = total.get(pair, 0) + int(c.pods[code]) * c.weight
    return [{"key": k, "value": v, "score": score} for (k, v), score in total.items()]


def _heatmap(handle: Handle, contributions: tuple[Contribution, ...], feasible: IntArray) -> dict[str, Any]:
    """Points per feasible node and topology key."""
    keys = list(dict.fromkeys(c.term.term.topology_key for c in contributions))
    by_key = {key: np.zeros(len(feasible), dtype=np.int64) for key in keys}
    for c in contributions:
        by_key[c.term.term.topology_key] += c.points(feasible)
    cells = np.array([by_key[k] for k in keys]).T.tolist() if keys else []
    return {"keys": keys, "nodes": [handle.snapshot.nodes[i].name for i in feasible.tolist()], "cells": cells}


def _has(template: PodTemplate, term: Term) -> bool:
    return any(Term(t.kind, t.term, t.weight) == term for t in terms_of(template))


def _pods(handle: Handle, column: Column[str], code: int, counts: Counts) -> list[str]:
    """The pods behind a count, at most MAX_PODS."""
    found: list[str] = []
    for node in np.flatnonzero(column.codes == code).tolist() if code >= 0 else ():
        found += [p.key for p in handle.snapshot.pods_on(node) if counts(p.template)]
        if len(found) >= MAX_PODS:
            break
    return found[:MAX_PODS]


def _all_pods(handle: Handle, counts: Counts) -> list[str]:
    """The running pods of the classes that count, at most MAX_PODS."""
    chosen = {template for template in handle.snapshot.placed if counts(template)}
    pods = (pod.key for pod, _ in handle.snapshot.pods() if pod.template in chosen) if chosen else iter(())
    return list(islice(pods, MAX_PODS))
