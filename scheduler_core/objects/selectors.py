"""Label selectors and node selectors, read with the API server's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .labels import NOTHING, Labels, Requirement, Selector, equals, parse_int64
from .reading import ManifestField

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
    match_labels = equals(selector.string_map("matchLabels")).requirements
    return Selector(match_labels + _requirements(selector, "matchExpressions", _LABEL_OPERATORS))


def read_node_selector(at: ManifestField, key: str) -> NodeSelector | None:
    if not at.has(key):
        return None
    selector = at.child(key)
    if not selector.list("nodeSelectorTerms"):
        selector.problem("nodeSelectorTerms", "must have at least one term")
    return NodeSelector(tuple(read_node_selector_term(t) for t in selector.children("nodeSelectorTerms")))


def read_node_selector_term(at: ManifestField) -> NodeSelectorTerm:
    fields = _requirements(at, "matchFields", _NODE_OPERATORS)
    for i, field in enumerate(fields):
        if field.key != "metadata.name":
            at.problem(
                f"matchFields[{i}].key", "must be metadata.name, the only field that nodes can be selected by"
            )
    return NodeSelectorTerm(_requirements(at, "matchExpressions", _NODE_OPERATORS), fields)


def read_preferred_terms(at: ManifestField, key: str) -> tuple[PreferredTerm, ...]:
    return tuple(
        PreferredTerm(read_weight(term), read_node_selector_term(term.child("preference")))
        for term in at.children(key)
    )


def read_weight(at: ManifestField) -> int:
    weight = at.integer("weight", 0)
    if not 1 <= weight <= 100:
        at.problem("weight", f"must be from 1 to 100, got {weight}")
    return weight


def _requirements(at: ManifestField, key: str, operators: tuple[str, ...]) -> tuple[Requirement, ...]:
    return tuple(_requirement(clause, operators) for clause in at.children(key))


def _requirement(at: ManifestField, operators: tuple[str, ...]) -> Requirement:
    operator = at.choice("operator", operators)
    if not at.has("operator"):
        at.problem("operator", f"must be one of {', '.join(operators)}")
    values = at.texts("values")
    if operator in ("In", "NotIn") and not values:
        at.problem("values", f"must have at least one value with operator {operator}")
    if operator in ("Exists", "DoesNotExist") and values:
        at.problem("values", f"must be absent with operator {operator}")
    if operator in ("Gt", "Lt") and (len(values) != 1 or parse_int64(values[0]) is None):
        at.problem("values", f"must be one integer in quotes with operator {operator}")
        values = ("0",)
    return Requirement(at.name("key"), operator, values)


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
