"""Terms of the incoming pod and of the pods that run, and the pods they match.

A term of running pods is one object however many pods have it, so that its pods are counted once per node and
per topology value and kept up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scheduler_core.cluster.snapshot import PodCounter
from scheduler_core.framework.handle import Handle
from scheduler_core.objects.affinity import PodAffinityTerm
from scheduler_core.objects.labels import NOTHING, Labels
from scheduler_core.objects.pod import Pod, PodTemplate

REQUIRED, REQUIRED_ANTI = "required affinity", "required anti-affinity"
PREFERRED, PREFERRED_ANTI = "preferred affinity", "preferred anti-affinity"


@dataclass(frozen=True, slots=True)
class Args:
    """InterPodAffinityArgs."""

    hard_pod_affinity_weight: int = 1
    ignore_preferred_terms_of_existing_pods: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A term with its kind, its index in the spec, and its signed weight (0 for required anti-affinity)."""

    kind: str
    term: PodAffinityTerm
    weight: int = 0
    index: int = 0


def terms_of(template: PodTemplate) -> Iterator[Term]:
    """All terms of a pod class, weights signed: preferred anti-affinity counts below 0."""
    affinity, anti = template.affinity.pod, template.affinity.pod_anti
    for i, term in enumerate(affinity.required):
        yield Term(REQUIRED, term, 0, i)
    for i, term in enumerate(anti.required):
        yield Term(REQUIRED_ANTI, term, 0, i)
    for i, preferred in enumerate(affinity.preferred):
        yield Term(PREFERRED, preferred.term, preferred.weight, i)
    for i, preferred in enumerate(anti.preferred):
        yield Term(PREFERRED_ANTI, preferred.term, -preferred.weight, i)


def incoming_terms(handle: Handle, pod: Pod, kinds: tuple[str, ...]) -> tuple[Term, ...]:
    """The pod's terms of these kinds, namespaceSelectors resolved to namespaces.

    mergeAffinityTermNamespacesIfNotEmpty: in v1.34 the selector stays on the term and is later asked about a pod
    without namespace labels, so that NotIn and DoesNotExist match the pods of every namespace
    (kubernetes/kubernetes#141526).
    """

    def make() -> tuple[Term, ...]:
        terms = terms_of(pod.template)
        return tuple(replace(t, term=_resolved(handle, t.term)) for t in terms if t.kind in kinds)

    return handle.keep(("incoming terms", pod.template, kinds), make)


def _resolved(handle: Handle, term: PodAffinityTerm) -> PodAffinityTerm:
    selector = term.namespace_selector
    if selector.nothing or selector.empty:
        return term
    chosen = {name for name, labels in handle.snapshot.namespaces.items() if selector.matches(labels)}
    left = NOTHING if handle.version.namespace_selector_is_resolved else selector
    return replace(term, namespaces=term.namespaces | chosen, namespace_selector=left)


_NO_LABELS: Labels = {}


def matched_by_incoming(term: PodAffinityTerm, other: PodTemplate) -> bool:
    return term.matches(other.namespace, other.labels, _NO_LABELS)


def with_matching_pods(
    handle: Handle, pod: Pod, kinds: tuple[str, ...], *, together: bool = False
) -> tuple[tuple[Term, PodCounter], ...]:
    """The incoming pod's terms with the pods that match each of them, or all `together`."""

    def make() -> tuple[tuple[Term, PodCounter], ...]:
        terms = incoming_terms(handle, pod, kinds)
        everyone = tuple(t.term for t in terms)
        return tuple(
            (t, _pods_matched(handle, everyone if together else (t.term,), t.term.topology_key))
            for t in terms
        )

    return handle.keep(("matching pods", pod.template, kinds), make)


def _pods_matched(handle: Handle, terms: tuple[PodAffinityTerm, ...], topology_key: str) -> PodCounter:
    def matches(template: PodTemplate) -> bool:
        return all(matched_by_incoming(term, template) for term in terms)

    return handle.snapshot.counter(("affinity", terms, topology_key), matches, topology_key)


def existing_terms(handle: Handle, kinds: tuple[str, ...]) -> list[Term]:
    """The distinct terms of the pods that run."""
    found: dict[Term, None] = {}
    for template in handle.snapshot.placed:
        if template.affinity.pod or template.affinity.pod_anti:
            found.update((replace(t, index=0), None) for t in terms_of(template) if t.kind in kinds)
    return list(found)


@dataclass(slots=True)
class _Matching:
    """`terms` is what it says while no class of pods appears or disappears."""

    version: int = -1
    terms: tuple[tuple[Term, PodCounter], ...] = ()


def existing_terms_on(
    handle: Handle, pod: Pod, kinds: tuple[str, ...]
) -> tuple[tuple[Term, PodCounter], ...]:
    """The terms of running pods that match the incoming pod, with the pods that have them."""
    known = handle.keep(("existing terms", pod.template, kinds), _Matching)
    if known.version != handle.snapshot.classes_version:
        known.version = handle.snapshot.classes_version
        known.terms = tuple(
            (t, pods_with(handle, t))
            for t in existing_terms(handle, kinds)
            if matches_incoming(handle, t, pod)
        )
    return known.terms


def pods_with(handle: Handle, term: Term) -> PodCounter:
    """How often running pods have this term, per node and per value of its key."""

    return handle.snapshot.counter(
        ("with term", term), lambda template: times_in(template, term), term.term.topology_key
    )


def times_in(template: PodTemplate, term: Term) -> int:
    """How often a pod of the class has this term."""
    return sum(replace(t, index=0) == term for t in terms_of(template))


def matches_incoming(handle: Handle, term: Term, pod: Pod) -> bool:
    """Whether a running pod's term matches the incoming pod."""
    namespace_labels = handle.snapshot.namespaces.get(pod.namespace, _NO_LABELS)
    return term.term.matches(pod.namespace, pod.template.labels, namespace_labels)
