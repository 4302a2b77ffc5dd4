"""The pod's node selector and required node affinity: a clause or value changed, or a node labelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

import numpy as np

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.owned_labels import PLATFORM_LABELS, names_machine
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.labels import Requirement
from scheduler_core.kubernetes.objects.node import HOSTNAME, Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray

_REQUIRED = ("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
_NAME = "metadata.name"
_MOST_NODES = 3
_MOST_VALUES = 200  # of a label, among which one that looks alike is sought


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
    rows = nodes.nodes[np.argsort(-_alike(situation, clauses)[nodes.nodes], kind="stable")]
    missed = np.array([~columns.matching(clause)[rows] for clause in clauses])
    _, first = np.unique(missed, axis=1, return_index=True)
    return [int(rows[i]) for i in sorted(first, key=lambda i: (missed[:, i].sum(), i))[:_MOST_NODES]]


def _alike(situation: Situation, clauses: Sequence[Requirement]) -> IntArray:
    """Count per node the labels that look like what is asked for where no node has just that: it may be a slip."""
    columns = situation.snapshot.columns
    count = np.zeros(len(situation.snapshot), dtype=np.int64)
    for clause in clauses:
        known = columns.label(clause.key).values
        if len(known) > _MOST_VALUES or not clause.values or clause.values[0] in known:
            continue
        for value in get_close_matches(clause.values[0], known, n=1):
            count += columns.matching(Requirement(clause.key, "In", (value,)))
    return count


def _node_selector(situation: Situation, row: int) -> Iterator[Change]:
    node = situation.node(row)
    for key, value in (value_at(situation.manifest, ("spec", "nodeSelector")) or {}).items():
        actual = node.labels.get(key)
        if actual == value:
            continue
        path, dial = ("spec", "nodeSelector", key), ("nodeSelector", key)
        notes = _of_platform(node, key)
        risk = 0.5 if notes else 0
        if actual is not None:
            edit = Edit("set", path, actual)
            phrase = say("node selector value", key=key, before=value, after=actual)
            yield Change(
                phrase, "manifest", dial, (edit,), 0, rank=0.2 + risk, notes=notes, risk=_first(notes)
            )
        phrase = say("node selector removed", key=key, value=value)
        yield Change(
            phrase,
            "manifest",
            dial,
            (Edit("remove", path),),
            1,
            rank=0.4 + risk,
            notes=notes,
            risk=_first(notes),
        )
        yield from labels(situation, node, key, value)


def _of_platform(node: Node, key: str) -> tuple[Phrase, ...]:
    """Return what to know before a pod goes to nodes of another platform."""
    actual = node.labels.get(key)
    return (say("image for", value=actual),) if key in PLATFORM_LABELS and actual else ()


def _first(notes: tuple[Phrase, ...]) -> Phrase | None:
    return notes[0] if notes else None


def labels(situation: Situation, node: Node, key: str, value: str) -> Iterator[Change]:
    """Yield a label of a node, unless it says what the machine is."""
    if not names_machine(situation.snapshot.nodes, key):
        yield label(node.name, key, value, node.labels.get(key))


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
    only = len(clauses) == len(terms[i].get("matchExpressions") or ()) == 1 and not terms[i].get(
        "matchFields"
    )
    for clause in clauses:
        yield from _clause(situation, row, i, clause, alone=only and len(terms) == 1)


def _missed(situation: Situation, term: Manifest, row: int) -> list[Manifest] | None:
    """Return the expressions that the node does not meet; None if it does not meet a field."""
    node = situation.node(row)
    if not all(_requirement(f).matches({_NAME: node.name}) for f in term.get("matchFields") or ()):
        return None
    labels = node.labels
    return [e for e in term.get("matchExpressions") or () if not _requirement(e).matches(labels)]


def _requirement(expression: Manifest) -> Requirement:
    return Requirement(expression["key"], expression["operator"], tuple(expression.get("values") or ()))


def _clause(situation: Situation, row: int, term: int, clause: Manifest, *, alone: bool) -> Iterator[Change]:
    node, key, operator = situation.node(row), clause["key"], clause["operator"]
    values, actual = list(clause.get("values") or ()), node.labels.get(clause["key"])
    path = (*_REQUIRED, "nodeSelectorTerms", term, "matchExpressions")
    dial = ("nodeAffinity", term, str(_requirement(clause)))
    written, notes = _requirement(clause), _of_platform(node, key)
    risk = 0.5 if notes else 0
    other = None
    if operator == "In" and actual is not None:
        phrase, other = say("node affinity also", clause=written, value=actual), [*values, actual]
    elif operator == "NotIn" and len(values) > 1:
        phrase = say("node affinity without", clause=written, value=actual)
        other = [value for value in values if value != actual]
    if other is not None:
        edit = Edit("swap", path, {**clause, "values": other}, clause)
        yield Change(phrase, "manifest", dial, (edit,), 0, rank=0.2 + risk, notes=notes, risk=_first(notes))
    edit = Edit("remove", _REQUIRED) if alone else Edit("drop", path, clause)
    phrase = say("node affinity removed", clause=written)
    yield Change(phrase, "manifest", dial, (edit,), 1, rank=0.4 + risk, notes=notes, risk=_first(notes))
    if operator in ("In", "Exists"):
        yield from labels(situation, node, key, values[0] if values else "true")


def unpin(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield the pod without the fields that name its node, unless it is a DaemonSet's pod for that node."""
    terms = value_at(situation.manifest, (*_REQUIRED, "nodeSelectorTerms")) or []
    if len(terms) != 1 or _is_of_daemon(situation.manifest):
        return
    fields = terms[0].get("matchFields") or ()
    path = (*_REQUIRED, "nodeSelectorTerms", 0, "matchFields")
    edit = Edit("remove", path if terms[0].get("matchExpressions") else _REQUIRED)
    for clause in fields:
        phrase = say("node affinity removed", clause=_requirement(clause))
        yield Change(phrase, "manifest", ("pin",), (edit,), 1, rank=0.3)


def _is_of_daemon(manifest: Manifest) -> bool:
    owners = value_at(manifest, ("metadata", "ownerReferences")) or []
    return any(owner.get("kind") == "DaemonSet" for owner in owners)


def wanted_labels(situation: Situation, row: int) -> dict[str, str] | None:
    """Return the labels that a new machine like this node needs so that the pod may go there.

    None if it may go to some node already, or if a label that it lacks does not say what a machine is.
    """
    if selected_nodes(situation).any():
        return None
    node = situation.node(row)
    wanted = dict(value_at(situation.manifest, ("spec", "nodeSelector")) or {})
    terms = value_at(situation.manifest, (*_REQUIRED, "nodeSelectorTerms")) or []
    of_any = [term for term in terms if not term.get("matchFields")]  # a new machine has another name
    missed = [clauses for term in of_any if (clauses := _missed(situation, term, row)) is not None]
    if terms and not missed:
        return None
    for clause in min(missed, key=len, default=[]):
        if clause["operator"] != "In":
            return None
        wanted.setdefault(clause["key"], clause["values"][0])
    lacking = {key: value for key, value in wanted.items() if node.labels.get(key) != value}
    of_machine = (key != HOSTNAME and names_machine(situation.snapshot.nodes, key) for key in lacking)
    return lacking if lacking and all(of_machine) else None


def selected_nodes(situation: Situation) -> BoolArray:
    """Return per node whether it has all that the pod's node selector and required node affinity ask for."""
    columns, template = situation.snapshot.columns, situation.pod.template
    matching: BoolArray = np.ones(len(situation.snapshot), dtype=bool)
    for key, value in template.node_selector.items():
        matching &= columns.matching(Requirement(key, "In", (value,)))
    if template.affinity.node.required is not None:
        matching &= columns.matching_selector(template.affinity.node.required)
    return matching
