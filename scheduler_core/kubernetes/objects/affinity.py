"""Node affinity and inter-pod affinity of a pod's spec."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.sentences import worded

from .labels import Labels, Requirement, Selector
from .reading import ManifestField
from .selectors import (
    NodeSelector,
    PreferredTerm,
    merge_label_keys,
    read_label_selector,
    read_node_selector,
    read_preferred_terms,
    read_weight,
)

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


@dataclass(frozen=True, slots=True)
class PodAffinityTerm:
    """A term of inter-pod (anti-)affinity.

    If the manifest has neither namespaces nor a namespaceSelector, `namespaces` contains the pod's own namespace
    (getNamespacesFromPodAffinityTerm). An absent `namespace_selector` matches nothing.
    """

    topology_key: str
    selector: Selector
    namespaces: frozenset[str]
    namespace_selector: Selector

    def matches(self, namespace: str, labels: Labels, namespace_labels: Labels) -> bool:
        """Return whether a pod with `labels` in `namespace`, which has `namespace_labels`, matches.

        Follows AffinityTerm.Matches.
        """
        in_scope = namespace in self.namespaces or self.namespace_selector.matches(namespace_labels)
        return in_scope and self.selector.matches(labels)


@dataclass(frozen=True, slots=True)
class WeightedPodAffinityTerm:
    """A preferred term; anti-affinity has the same weight with the opposite sign."""

    weight: int
    term: PodAffinityTerm


@dataclass(frozen=True, slots=True)
class PodAffinity:
    """podAffinity or podAntiAffinity of a spec."""

    required: tuple[PodAffinityTerm, ...] = ()
    preferred: tuple[WeightedPodAffinityTerm, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.required or self.preferred)


@dataclass(frozen=True, slots=True)
class NodeAffinity:
    """nodeAffinity of a spec."""

    required: NodeSelector | None = None
    preferred: tuple[PreferredTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class Affinity:
    """spec.affinity; parts that the manifest lacks are empty."""

    node: NodeAffinity = NodeAffinity()
    pod: PodAffinity = PodAffinity()
    pod_anti: PodAffinity = PodAffinity()


def read_node_affinity(at: ManifestField) -> NodeAffinity:
    return NodeAffinity(read_node_selector(at, _REQUIRED), read_preferred_terms(at, _PREFERRED))


def read_affinity(at: ManifestField, namespace: str, labels: Labels) -> Affinity:
    if not at.value:
        return Affinity()
    return Affinity(
        read_node_affinity(at.child("nodeAffinity")),
        _pod_affinity(at.child("podAffinity"), namespace, labels),
        _pod_affinity(at.child("podAntiAffinity"), namespace, labels),
    )


def _pod_affinity(at: ManifestField, namespace: str, labels: Labels) -> PodAffinity:
    return PodAffinity(
        tuple(_term(t, namespace, labels) for t in at.children(_REQUIRED)),
        tuple(
            WeightedPodAffinityTerm(read_weight(t), _term(t.child("podAffinityTerm"), namespace, labels))
            for t in at.children(_PREFERRED)
        ),
    )


def _term(at: ManifestField, namespace: str, labels: Labels) -> PodAffinityTerm:
    match_keys, mismatch_keys = at.texts("matchLabelKeys"), at.texts("mismatchLabelKeys")
    selector = read_label_selector(at, "labelSelector")
    _check_label_keys(at, selector, labels, match_keys, mismatch_keys)
    selector = merge_label_keys(selector, labels, match_keys, "In")
    selector = merge_label_keys(selector, labels, mismatch_keys, "NotIn")
    namespaces = frozenset(at.texts("namespaces"))
    if not namespaces and not at.has("namespaceSelector"):
        namespaces = frozenset((namespace,))
    return PodAffinityTerm(
        at.name("topologyKey"), selector, namespaces, read_label_selector(at, "namespaceSelector")
    )


def _check_label_keys(
    at: ManifestField,
    selector: Selector,
    labels: Labels,
    match_keys: tuple[str, ...],
    mismatch: tuple[str, ...],
) -> None:
    """Validate matchLabelKeys and mismatchLabelKeys (pkg/apis/core/validation @ v1.34.1).

    The API server validates what it has merged: a key that the pod does not carry adds nothing to the labelSelector,
    which may then name it.
    """
    for field, keys in (("matchLabelKeys", match_keys), ("mismatchLabelKeys", mismatch)):
        if keys and selector.nothing:
            at.problem(field, worded("must not be set without a labelSelector: add one"))
    # The labelSelector may also name a key of mismatchLabelKeys: "has a tenant, but not this one".
    for key in filter(labels.__contains__, match_keys):
        if any(r.key == key and not _is_merged(r, "In") for r in selector.requirements):
            at.problem(
                "matchLabelKeys",
                worded(
                    "must not contain {key}, which the labelSelector already contains: remove one of them",
                    key=key,
                ),
            )
    if both := set(match_keys) & set(mismatch):
        at.problem(
            "matchLabelKeys",
            worded("must not share keys with mismatchLabelKeys: {both}", both=", ".join(sorted(both))),
        )


def _is_merged(requirement: Requirement, operator: str) -> bool:
    """Return whether the API server may have added the requirement itself, as in manifests read from a cluster."""
    return requirement.operator == operator and len(requirement.values) == 1
