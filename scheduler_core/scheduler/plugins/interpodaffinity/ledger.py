"""The ledger of InterPodAffinity: its terms in both directions, the pods they match, and the tables of counts.

In columns, everything with an entry per domain is an object of lists and arrays: a term's `domains`, the three tables
(`term` is a position in `terms`) and `scores` (`key` is a position in `keys`). The `cells` of `heatmap` have per key
an array with an entry per feasible node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import cast

import numpy as np

from scheduler_core.allowance import check
from scheduler_core.kubernetes.objects.labels import Labels, Selector
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle

from .common import (
    PREFERRED,
    PREFERRED_ANTI,
    REQUIRED,
    REQUIRED_ANTI,
    Args,
    Term,
    existing_terms,
    incoming_terms,
    matched_by_incoming,
    matches_incoming,
    terms_of,
    times_in,
)
from .contract import (
    AffinityHeatmapColumns,
    AffinityLedger,
    AffinityLedgerColumns,
    DescribedTerm,
    ExistingTerm,
    ExistingTermColumns,
    IncomingTerm,
    IncomingTermColumns,
    PairCount,
    PairCountColumns,
    PairScore,
    PairScoreColumns,
    RunningClass,
    TermCheck,
    TermOnClass,
    TermPodColumns,
    TermScope,
    TermSide,
)
from .explain import MAX_PODS, CountsPod, has_term, pods_behind
from .filtering import PreFilterState, TermCount
from .scoring import Contribution, PreScoreState

MAX_TERMS = 200
MAX_CLASSES = 100
MAX_DOMAINS = 200
_KINDS = (REQUIRED, REQUIRED_ANTI, PREFERRED, PREFERRED_ANTI)
_NO_LABELS: Labels = {}


def columns(
    handle: Handle, state: CycleState, pod: Pod, feasible: IntArray, args: Args
) -> AffinityLedgerColumns:
    hard, soft = state.get(PreFilterState), state.get(PreScoreState)
    contributions = soft.contributions if soft else ()
    incoming = incoming_terms(handle, pod, _KINDS)
    affinity, anti_affinity, existing = _tables(handle, hard)
    return {
        "terms": [*_own_terms(handle, pod, incoming), *_other_terms(handle, pod, args)],
        "classes": _classes(handle, incoming),
        "hard_pod_affinity_weight": args.hard_pod_affinity_weight,
        "affinity_counts": affinity,
        "anti_affinity_counts": anti_affinity,
        "existing_anti_affinity_counts": existing,
        "matches_itself": bool(hard and hard.matches_itself),
        "first_pod_exception": bool(hard and hard.affinity and hard.first_pod),
        "scores": _scores(contributions),
        "heatmap": _heatmap(contributions, feasible),
    }


def ledger(handle: Handle, state: CycleState, pod: Pod, feasible: IntArray, args: Args) -> AffinityLedger:
    """Return the same as JSON: a row per domain, with nodes by name."""
    by_column = columns(handle, state, pod, feasible, args)
    heatmap = by_column["heatmap"]
    cells = np.array(heatmap["cells"]).T.tolist() if heatmap["keys"] else []
    nodes = [handle.snapshot.nodes[i].name for i in feasible.tolist()]
    return {
        **by_column,
        "terms": [_with_rows(term) for term in by_column["terms"]],
        "affinity_counts": _table_rows(by_column["affinity_counts"]),
        "anti_affinity_counts": _table_rows(by_column["anti_affinity_counts"]),
        "existing_anti_affinity_counts": _table_rows(by_column["existing_anti_affinity_counts"]),
        "scores": _score_rows(by_column["scores"]),
        "heatmap": {"keys": heatmap["keys"], "nodes": nodes, "cells": cells},
    }


def _with_rows(term: IncomingTermColumns | ExistingTermColumns) -> IncomingTerm | ExistingTerm:
    pairs = zip(term["domains"]["value"], term["domains"]["count"].tolist(), strict=True)
    rows = [{"value": value, "count": count} for value, count in pairs]
    return cast("IncomingTerm | ExistingTerm", {**term, "domains": rows})


def _table_rows(table: PairCountColumns) -> list[PairCount]:
    terms = [table["terms"][i] for i in table["term"].tolist()]
    entries = zip(terms, table["value"], table["count"].tolist(), table["pods"], strict=True)
    return [
        {
            "key": term["key"],
            "value": value,
            "count": count,
            "selector": term["selector"],
            "index": term["index"],
            "pods": pods,
        }
        for term, value, count, pods in entries
    ]


def _score_rows(scores: PairScoreColumns) -> list[PairScore]:
    keys = [scores["keys"][i] for i in scores["key"].tolist()]
    entries = zip(keys, scores["value"], scores["score"].tolist(), strict=True)
    return [{"key": key, "value": value, "score": score} for key, value, score in entries]


# ---- terms ------------------------------------------------------------------------------------------


def _own_terms(handle: Handle, pod: Pod, terms: tuple[Term, ...]) -> list[IncomingTermColumns]:
    """Return the incoming pod's terms with the running pods that each matches."""
    original_terms = {(t.kind, t.index): t for t in terms_of(pod.template)}
    required = [t.term for t in terms if t.kind == REQUIRED]

    def counts(term: Term) -> Callable[[PodTemplate], int]:
        if term.kind == REQUIRED:  # a pod counts only if it matches all required terms
            return lambda template: all(
                matched_by_incoming(requirement, template) for requirement in required
            )
        return lambda template: matched_by_incoming(term.term, template)

    return [
        {
            **_term_fields("incoming", t),
            **_scope(original_terms[t.kind, t.index], pod.namespace),
            "scope": None if t.term.namespace_selector.matches(_NO_LABELS) else sorted(t.term.namespaces),
            "points": t.weight or None,
            "matches_incoming": None,
            **_pods_of_term(handle, t, counts(t)),
        }
        for t in terms
    ]


def _other_terms(handle: Handle, pod: Pod, args: Args) -> list[ExistingTermColumns]:
    """Return running pods' terms with the pods that have them; those that match the incoming pod come first."""
    terms = [(t, matches_incoming(handle, t, pod)) for t in existing_terms(handle, _KINDS)]
    terms.sort(key=lambda pair: not pair[1])
    return [
        {
            **_term_fields("existing", t),
            **_scope(t, None),
            "scope": None,
            "points": args.hard_pod_affinity_weight if t.kind == REQUIRED else t.weight or None,
            "matches_incoming": matches,
            "check": _check(handle, t, pod),
            **_pods_of_term(handle, t, partial(_occurrences, t)),
        }
        for t, matches in terms[:MAX_TERMS]
    ]


def _term_fields(side: TermSide, term: Term) -> DescribedTerm:
    return {
        "side": side,
        "kind": term.kind,
        "index": term.index,
        "topology_key": term.term.topology_key,
        "selector": str(term.term.selector),
        "requirements": term.term.selector.json(),
        "weight": term.weight or None,
    }


def _scope(term: Term, own: str | None) -> TermScope:
    """Return the scope of a term as the spec states it: namespaces by name and by selector."""
    names, selector = sorted(term.term.namespaces), term.term.namespace_selector
    scopes = [*names, *([] if selector.nothing else [_namespaces_text(selector)])]
    return {
        "namespaces": ", ".join(scopes),
        "namespace_names": names,
        "namespace_selector": None if selector.nothing else _namespaces_text(selector),
        "own_namespace": names == [own] and selector.nothing,
    }


def _namespaces_text(selector: Selector) -> str:
    return f"namespaces with {selector}" if selector.requirements else "all namespaces"


def _check(handle: Handle, term: Term, pod: Pod) -> TermCheck:
    """Return a running pod's term, compared with the incoming pod requirement by requirement."""
    labels = handle.snapshot.namespaces.get(pod.namespace, _NO_LABELS)
    listed = pod.namespace in term.term.namespaces
    return {
        "namespace": pod.namespace,
        "in_scope": listed or term.term.namespace_selector.matches(labels),
        "listed": listed,
        "clauses": [
            {"actual": pod.template.labels.get(r.key), "ok": r.matches(pod.template.labels)}
            for r in term.term.selector.requirements
        ],
    }


def _occurrences(term: Term, template: PodTemplate) -> int:
    return times_in(template, term)


def _pods_of_term(handle: Handle, term: Term, counts: Callable[[PodTemplate], int]) -> TermPodColumns:
    """Return the running pods of a term: their number by domain, some of them, and one of each class."""
    check()
    chosen = {template: n for template in handle.snapshot.nodes_by_class if (n := counts(template))}
    column = handle.snapshot.columns.label(term.term.topology_key)
    by_code: Counter[int] = Counter()
    for template, times in chosen.items():
        for node, pods in handle.snapshot.nodes_by_class[template].items():
            by_code[int(column.codes[node])] += pods * times
    domains = [(column.values[code], pods) for code, pods in by_code.most_common() if code >= 0]
    some = _some_pods(handle, chosen, MAX_PODS)
    return {
        "count": sum(by_code.values()),
        "off_domain": by_code[-1],
        "domains": {
            "value": [value for value, _ in domains[:MAX_DOMAINS]],
            "count": np.array([pods for _, pods in domains[:MAX_DOMAINS]], dtype=np.int64),
        },
        "more_domains": max(0, len(domains) - MAX_DOMAINS),
        "pods": some,
        "holders": [_some_pods(handle, [template], 1)[0] for template in islice(chosen, MAX_CLASSES)],
    }


def _some_pods(handle: Handle, templates: Iterable[PodTemplate], limit: int) -> list[str]:
    pod_keys: list[str] = []
    for template in templates:
        for node in handle.snapshot.nodes_by_class[template]:
            pod_keys += [p.key for p in handle.snapshot.pods_on(node) if p.template is template]
            if len(pod_keys) >= limit:
                return pod_keys[:limit]
    return pod_keys


# ---- pods that the incoming pod's terms match --------------------------------------------------------


def _classes(handle: Handle, terms: tuple[Term, ...]) -> list[RunningClass]:
    """Return running pods grouped by namespace and by the labels that the terms select on, compared with each term."""
    keys = sorted({r.key for t in terms for r in t.term.selector.requirements})
    templates_by_group: dict[tuple[str | None, ...], list[PodTemplate]] = {}
    for template in handle.snapshot.nodes_by_class if terms else ():
        group = (template.namespace, *(template.labels.get(key) for key in keys))
        templates_by_group.setdefault(group, []).append(template)
    rows = [_class(handle, templates, keys, terms) for templates in templates_by_group.values()]
    rows.sort(key=lambda row: (-sum(cell["ok"] for cell in row["cells"]), -row["count"]))
    return rows[:MAX_CLASSES]


def _class(
    handle: Handle, templates: list[PodTemplate], keys: list[str], terms: tuple[Term, ...]
) -> RunningClass:
    check()
    first = templates[0]
    return {
        "namespace": first.namespace,
        "labels": {key: first.labels[key] for key in keys if key in first.labels},
        "count": sum(sum(handle.snapshot.nodes_by_class[t].values()) for t in templates),
        "pods": _some_pods(handle, templates, MAX_PODS),
        "cells": [_cell(t, first) for t in terms],
    }


def _cell(term: Term, template: PodTemplate) -> TermOnClass:
    where = term.term
    in_scope = template.namespace in where.namespaces or where.namespace_selector.matches(_NO_LABELS)
    return {
        "in_scope": in_scope,
        "clauses": [r.matches(template.labels) for r in where.selector.requirements],
        "ok": matched_by_incoming(where, template),
    }


# ---- counts and scores -------------------------------------------------------------------------------


def _tables(handle: Handle, hard: PreFilterState | None) -> list[PairCountColumns]:
    """Return the counts of the pod's affinity and anti-affinity, and of running pods' anti-affinity."""
    own = [c.term.term for c in hard.affinity] if hard else []

    def matches_all(_: TermCount) -> CountsPod:
        return lambda template: all(matched_by_incoming(term, template) for term in own)

    def matches(c: TermCount) -> CountsPod:
        return lambda template: matched_by_incoming(c.term.term, template)

    def has(c: TermCount) -> CountsPod:
        return lambda template: has_term(template, c.term)

    counts = (hard.affinity, hard.anti_affinity, hard.existing) if hard else ([], [], [])
    tables = zip(counts, (matches_all, matches, has), strict=True)
    return [_table(handle, terms, counts_pod) for terms, counts_pod in tables]


def _table(
    handle: Handle, counts: list[TermCount], counts_pod: Callable[[TermCount], CountsPod]
) -> PairCountColumns:
    entries = [(i, c, code) for i, c in enumerate(counts) for code in np.flatnonzero(c.by_value).tolist()]
    return {
        "terms": [
            {
                "key": c.term.term.topology_key,
                "selector": str(c.term.term.selector),
                "index": c.term.index,
            }
            for c in counts
        ],
        "term": np.array([i for i, _, _ in entries], dtype=np.int64),
        "value": [c.topology.values[code] for _, c, code in entries],
        "count": np.array([c.by_value[code] for _, c, code in entries], dtype=np.int64),
        "pods": [pods_behind(handle, c.topology, code, counts_pod(c)) for _, c, code in entries],
    }


def _scores(contributions: tuple[Contribution, ...]) -> PairScoreColumns:
    """Return topologyScore: points per (key, value)."""
    total: dict[tuple[str, str], int] = {}
    for c in contributions:
        for code in np.flatnonzero(c.pods).tolist():
            pair = (c.term.term.topology_key, c.topology.values[code])
            total[pair] = total.get(pair, 0) + int(c.pods[code]) * c.weight
    keys = list(dict.fromkeys(key for key, _ in total))
    return {
        "keys": keys,
        "key": np.array([keys.index(key) for key, _ in total], dtype=np.int64),
        "value": [value for _, value in total],
        "score": np.array(list(total.values()), dtype=np.int64),
    }


def _heatmap(contributions: tuple[Contribution, ...], feasible: IntArray) -> AffinityHeatmapColumns:
    """Return the points per topology key and feasible node."""
    by_key: dict[str, IntArray] = {}
    for c in contributions:
        key, points = c.term.term.topology_key, c.points(feasible)
        by_key[key] = by_key[key] + points if key in by_key else points
    return {"keys": list(by_key), "cells": list(by_key.values())}
