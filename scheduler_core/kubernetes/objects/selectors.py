"""Label selectors and node selectors, read with the API server's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.sentences import worded

from .labels import (
    NOTHING,
    Labels,
    Requirement,
    Selector,
    equals,
    is_no_label_value,
    parsed_requirement,
)
from .reading import ManifestField, quoted

_LABEL_OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist")
_NODE_OPERATORS = (*_LABEL_OPERATORS, "Gt", "Lt")


@dataclass(frozen=True, slots=True)
class NodeSelectorTerm:
    """Requirements on a node's labels and fields (`metadata.name`), all of which must hold."""

    expressions: tuple[Requirement, ...] = ()
    fields: tuple[Requirement, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether the term has no requirements; it then matches no node."""
        return not self.expressions and not self.fields


@dataclass(frozen=True, slots=True)
class NodeSelector:
    """Terms of which at least one must match."""

    terms: tuple[NodeSelectorTerm, ...]


@dataclass(frozen=True, slots=True)
class PreferredTerm:
    """A node selector term that adds `weight` points."""

    weight: int
    term: NodeSelectorTerm


def read_label_selector(at: ManifestField, key: str) -> Selector:
    """Return a metav1.LabelSelector; an absent one matches nothing."""
    if not at.has(key):
        return NOTHING
    selector = at.child(key)
    match_labels = equals(selector.labels("matchLabels")).requirements
    return Selector(match_labels + tuple(map(_label_requirement, selector.children("matchExpressions"))))


def read_node_selector(at: ManifestField, key: str) -> NodeSelector | None:
    if not at.has(key):
        return None
    selector = at.child(key)
    if not selector.list("nodeSelectorTerms"):
        selector.problem("nodeSelectorTerms", worded("must have at least one term"))
    return NodeSelector(tuple(read_node_selector_term(t) for t in selector.children("nodeSelectorTerms")))


def read_node_selector_term(at: ManifestField) -> NodeSelectorTerm:
    return NodeSelectorTerm(
        tuple(map(_node_requirement, at.children("matchExpressions"))),
        tuple(map(_field_requirement, at.children("matchFields"))),
    )


def read_preferred_terms(at: ManifestField, key: str) -> tuple[PreferredTerm, ...]:
    return tuple(
        PreferredTerm(read_weight(term), read_node_selector_term(term.child("preference")))
        for term in at.children(key)
    )


def read_weight(at: ManifestField) -> int:
    weight = at.integer("weight", 0)
    if not 1 <= weight <= 100:
        at.problem("weight", worded("must be from 1 to 100, got {value}", value=weight))
    return weight


def preferred_terms_error(terms: tuple[PreferredTerm, ...]) -> str:
    """Return why the scheduler cannot parse preferred terms, "" if it can (NewPreferredSchedulingTerms)."""
    errors = {
        f"[{i}].{name}[{j}].{error}": None
        for i, preferred in enumerate(terms)
        for name, requirements in (
            ("matchExpressions", preferred.term.expressions),
            ("matchFields", preferred.term.fields),
        )
        for j, requirement in enumerate(requirements)
        for error in requirement.errors
    }
    listed = ", ".join(errors)
    return f"[{listed}]" if len(errors) > 1 else listed


def _label_requirement(at: ManifestField) -> Requirement:
    """Return a clause of a label selector, whose values the API server checks."""
    key, operator, values = _clause(at, _LABEL_OPERATORS)
    for i, value in enumerate(values):
        if is_no_label_value(value):
            at.problem(
                f"values[{i}]", worded("must be a valid label value, got {value}", value=quoted(value))
            )
    return Requirement(key, operator, values)


def _node_requirement(at: ManifestField) -> Requirement:
    """Return a clause of a node selector; the API server lets values pass that the scheduler cannot parse."""
    return parsed_requirement(*_clause(at, _NODE_OPERATORS))


def _field_requirement(at: ManifestField) -> Requirement:
    """Return a clause about metadata.name (nodeSelectorRequirementsAsFieldSelector)."""
    key, operator, values = _clause(at, _NODE_OPERATORS)
    if key != "metadata.name":
        at.problem("key", worded("must be metadata.name, the only field that nodes can be selected by"))
    if operator not in ("In", "NotIn"):
        return Requirement(key, operator, values, (f'operator: Unsupported value: "{operator}"',))
    errors = () if len(values) == 1 else ("values: Invalid value: must have one element",)
    return Requirement(key, operator, values, errors)


def _clause(at: ManifestField, operators: tuple[str, ...]) -> tuple[str, str, tuple[str, ...]]:
    operator = at.choice("operator", operators)
    if not at.has("operator"):
        at.problem("operator", worded("must be one of {names}", names=", ".join(operators)))
    values = at.texts("values")
    if operator in ("In", "NotIn") and not values:
        at.problem(
            "values", worded("must have at least one value with operator {operator}", operator=operator)
        )
    if operator in ("Exists", "DoesNotExist") and values:
        at.problem("values", worded("must be absent with operator {operator}", operator=operator))
    if operator in ("Gt", "Lt") and len(values) != 1:
        at.problem(
            "values", worded("must be one integer in quotes with operator {operator}", operator=operator)
        )
        values = ("0",)
    return at.name("key"), operator, values


def merge_label_keys(selector: Selector, labels: Labels, keys: tuple[str, ...], operator: str) -> Selector:
    """Return the selector with `key In|NotIn [value]` added for each key, as the API server does.

    The keys are those of matchLabelKeys (In) or mismatchLabelKeys (NotIn).
    """
    if selector.nothing:
        return selector
    added = tuple(Requirement(k, operator, (labels[k],)) for k in keys if k in labels)
    return Selector(selector.requirements + added)


def pairs(labels: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return labels as a sorted, hashable tuple."""
    return tuple(sorted(labels.items()))
