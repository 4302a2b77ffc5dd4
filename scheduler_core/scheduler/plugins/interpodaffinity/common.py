"""The terms of the incoming pod and of running pods, and the pods they match.

Equal terms of running pods are one `Term`, however many pods have it, so that its pods are counted once per node
and per topology value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from scheduler_core.kubernetes.objects.affinity import PodAffinityTerm
from scheduler_core.kubernetes.objects.labels import NOTHING, Labels
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.handle import Handle

from .contract import TermKind

REQUIRED: Final = "required affinity"
REQUIRED_ANTI: Final = "required anti-affinity"
PREFERRED: Final = "preferred affinity"
PREFERRED_ANTI: Final = "preferred anti-affinity"


@dataclass(frozen=True, slots=True)
class Args:
    """InterPodAffinityArgs."""

    hard_pod_affinity_weight: int = 1
    ignore_preferred_terms_of_existing_pods: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A term with its kind, its index in the spec, and its signed weight (0 for required terms)."""

    kind: TermKind
    term: PodAffinityTerm
    weight: int = 0
    index: int = 0


def terms_of(template: PodTemplate) -> Iterator[Term]:
    """Yield all terms of a pod class; weights of preferred anti-affinity are negative."""
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
    """Return the pod's terms of these kinds, with namespaceSelectors resolved to namespaces.

    Follows mergeAffinityTermNamespacesIfNotEmpty: in v1.34 the selector stays on the term and is later evaluated
    against empty namespace labels, so that NotIn and DoesNotExist match the pods of every namespace
    (kubernetes/kubernetes#141526).
    """

    def compute() -> tuple[Term, ...]:
        terms = terms_of(pod.template)
        return tuple(replace(t, term=_resolved(handle, t.term)) for t in terms if t.kind in kinds)

    return handle.cached(("incoming terms", pod.template, kinds), compute)


def _resolved(handle: Handle, term: PodAffinityTerm) -> PodAffinityTerm:
    selector = term.namespace_selector
    if selector.nothing or selector.empty:
        return term
    selected = {name for name, labels in handle.snapshot.namespaces.items() if selector.matches(labels)}
    selector_left = NOTHING if handle.version.namespace_selector_is_resolved else selector
    return replace(term, namespaces=term.namespaces | selected, namespace_selector=selector_left)


_NO_LABELS: Labels = {}


def matched_by_incoming(term: PodAffinityTerm, other: PodTemplate) -> bool:
    return term.matches(other.namespace, other.labels, _NO_LABELS)


def with_matching_pods(
    handle: Handle, pod: Pod, kinds: tuple[str, ...], *, together: bool = False
) -> tuple[tuple[Term, PodCounter], ...]:
    """Return the incoming pod's terms, each with a counter of the pods that match it; with `together`, match all."""

    def compute() -> tuple[tuple[Term, PodCounter], ...]:
        terms = incoming_terms(handle, pod, kinds)
        all_terms = tuple(t.term for t in terms)
        return tuple(
            (t, _pods_matched(handle, all_terms if together else (t.term,), t.term.topology_key))
            for t in terms
        )

    return handle.cached(("matching pods", pod.template, kinds), compute)


def _pods_matched(handle: Handle, terms: tuple[PodAffinityTerm, ...], topology_key: str) -> PodCounter:
    def matches(template: PodTemplate) -> bool:
        return all(matched_by_incoming(term, template) for term in terms)

    return handle.snapshot.counter(("affinity", terms, topology_key), matches, topology_key)


def existing_terms(handle: Handle, kinds: tuple[str, ...]) -> list[Term]:
    """Return the distinct terms of running pods."""
    terms: dict[Term, None] = {}
    for template in handle.snapshot.nodes_by_class:
        if template.affinity.pod or template.affinity.pod_anti:
            terms.update((replace(t, index=0), None) for t in terms_of(template) if t.kind in kinds)
    return list(terms)


@dataclass(slots=True)
class _MatchingTerms:
    """The terms of `existing_terms_on`, valid for one `affinity_version` of the snapshot."""

    version: int = -1
    terms: tuple[tuple[Term, PodCounter], ...] = ()


def existing_terms_on(
    handle: Handle, pod: Pod, kinds: tuple[str, ...]
) -> tuple[tuple[Term, PodCounter], ...]:
    """Return the terms of running pods that match the incoming pod, each with a counter of the pods that have it."""
    matching = handle.cached(("existing terms", pod.template, kinds), _MatchingTerms)
    if matching.version != handle.snapshot.affinity_version:
        matching.version = handle.snapshot.affinity_version
        matching.terms = tuple(
            (t, pods_with(handle, t))
            for t in existing_terms(handle, kinds)
            if matches_incoming(handle, t, pod)
        )
    return matching.terms


def unseen_pods(handle: Handle, term: Term, *, required_anti: bool) -> Iterator[tuple[int, int]]:
    """Yield nodes, and how often pods there have the term, which the scheduler does not see in this cycle."""
    for pod, name in handle.pod_groups.unseen(required_anti=required_anti):
        node = handle.snapshot.index.get(name)
        if node is not None and (times := times_in(pod.template, term)):
            yield node, times


def pods_with(handle: Handle, term: Term) -> PodCounter:
    """Return the counter of how often running pods have this term, per node and per value of its key."""

    return handle.snapshot.counter(
        ("with term", term), lambda template: times_in(template, term), term.term.topology_key
    )


def times_in(template: PodTemplate, term: Term) -> int:
    """Return how often a pod of the class has this term."""
    same = term.kind, term.weight, term.term
    return sum((t.kind, t.weight, t.term) == same for t in terms_of(template))


def matches_incoming(handle: Handle, term: Term, pod: Pod) -> bool:
    """Return whether a running pod's term matches the incoming pod."""
    namespace_labels = handle.snapshot.namespaces.get(pod.namespace, _NO_LABELS)
    return term.term.matches(pod.namespace, pod.template.labels, namespace_labels)
