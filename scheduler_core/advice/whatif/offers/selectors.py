"""The pod's node selector and required node affinity: a clause or value changed, or a node labelled."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.phrases import say
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.labels import Requirement
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at

_REQUIRED = ("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
_MOST_NODES = 3


def select(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield what lets the nodes of the class in that miss the fewest clauses."""
    for row in _nearest(situation, nodes):
        yield from _node_selector(situation, row)
        yield from _affinity(situation, row)


def _nearest(situation: Situation, nodes: NodeClass) -> list[int]:
    """Return nodes of the class, one for each set of clauses that they miss, those that miss fewest first."""
    columns, template = situation.snapshot.columns, situation.pod.template
    clauses = [Requirement(key, "In", (value,)) for key, value in template.node_selector.items()]
    required = template.affinity.node.required
    terms = required.terms if required is not None else ()
    clauses += [clause for term in terms for clause in term.expressions]
    if not clauses:
        return []
    missed = np.array([~columns.matching(clause)[nodes.nodes] for clause in clauses])
    _, first = np.unique(missed, axis=1, return_index=True)
    return [int(nodes.nodes[i]) for i in sorted(first, key=lambda i: (missed[:, i].sum(), i))[:_MOST_NODES]]


def _node_selector(situation: Situation, row: int) -> Iterator[Change]:
    node = situation.node(row)
    for key, value in (value_at(situation.manifest, ("spec", "nodeSelector")) or {}).items():
        actual = node.labels.get(key)
        if actual == value:
            continue
        path, dial = ("spec", "nodeSelector", key), ("nodeSelector", key)
        if actual is not None:
            edit = Edit("set", path, actual)
            phrase = say("node selector value", key=key, before=value, after=actual)
            yield Change(phrase, "manifest", dial, (edit,), 0, rank=0.2)
        phrase = say("node selector removed", key=key, value=value)
        yield Change(phrase, "manifest", dial, (Edit("remove", path),), 1, rank=0.4)
        yield label(node.name, key, value, actual)


def label(node: str, key: str, value: str, actual: str | None) -> Change:
    """Return the change that gives a label to a node."""
    overwrite = "" if actual is None else " --overwrite"
    phrase = say("label", key=key, value=value, node=node)
    if actual is not None:
        phrase = say("label value", key=key, value=value, node=node, before=actual)
    return Change(
        phrase,
        "label",
        ("label", key),
        (Edit("set", ("metadata", "labels", key), value, object=f"Node {node}"),),
        commands=(f"kubectl label node {node} {key}={value}{overwrite}",),
        amount=0,
        rank=0.3 if actual is None else 0.6,
    )


def _affinity(situation: Situation, row: int) -> Iterator[Change]:
    """Yield changes of the term of which the node misses fewest expressions."""
    terms = value_at(situation.manifest, (*_REQUIRED, "nodeSelectorTerms")) or []
    missed = [(_missed(situation, term, row), i) for i, term in enumerate(terms)]
    possible = [(clauses, i) for clauses, i in missed if clauses is not None]
    if not possible:
        return
    clauses, i = min(possible, key=lambda numbered: len(numbered[0]))
    only = len(clauses) == len(terms[i].get("matchExpressions") or ()) == 1
    for clause in clauses:
        yield from _clause(situation, row, i, clause, alone=only and len(terms) == 1)


def _missed(situation: Situation, term: Manifest, row: int) -> list[Manifest] | None:
    """Return the expressions that the node does not meet; None if it does not meet a field."""
    if term.get("matchFields"):
        return None
    labels = situation.node(row).labels
    return [e for e in term.get("matchExpressions") or () if not _requirement(e).matches(labels)]


def _requirement(expression: Manifest) -> Requirement:
    return Requirement(expression["key"], expression["operator"], tuple(expression.get("values") or ()))


def _clause(situation: Situation, row: int, term: int, clause: Manifest, *, alone: bool) -> Iterator[Change]:
    node, key, operator = situation.node(row), clause["key"], clause["operator"]
    values, actual = list(clause.get("values") or ()), node.labels.get(clause["key"])
    path = (*_REQUIRED, "nodeSelectorTerms", term, "matchExpressions")
    dial = ("nodeAffinity", term, str(_requirement(clause)))
    written = _requirement(clause)
    other = None
    if operator == "In" and actual is not None:
        phrase, other = say("node affinity also", clause=written, value=actual), [*values, actual]
    elif operator == "NotIn" and len(values) > 1:
        phrase = say("node affinity without", clause=written, value=actual)
        other = [value for value in values if value != actual]
    if other is not None:
        edit = Edit("swap", path, {**clause, "values": other}, clause)
        yield Change(phrase, "manifest", dial, (edit,), 0, rank=0.2)
    edit = Edit("remove", _REQUIRED) if alone else Edit("drop", path, clause)
    phrase = say("node affinity removed", clause=written)
    yield Change(phrase, "manifest", dial, (edit,), 1, rank=0.4)
    if operator in ("In", "Exists"):
        yield label(node.name, key, values[0] if values else "true", actual)
