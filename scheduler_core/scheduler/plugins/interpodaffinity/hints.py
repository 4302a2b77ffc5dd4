"""Which pods that come or leave make another attempt worthwhile.

Mirrors isSchedulableAfterPodChange of pkg/scheduler/framework/plugins/interpodaffinity/plugin.go @ v1.34.1.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.scheduler.framework.handle import Handle

from .common import REQUIRED, REQUIRED_ANTI, incoming_terms, matched_by_incoming, matches_incoming, terms_of


def queueing_hint(handle: Handle, pod: Pod, event: ClusterEvent) -> Hint | None:
    """Queue if a pod that came matches all affinity terms, or one that left all anti-affinity terms.

    Up to v1.34.1 it does not help that a pod leaves whose own anti-affinity repelled this one
    (kubernetes/kubernetes#134393), or whose departure makes this the first pod of its group (#141354).
    """
    if event.pod is None:
        return None
    other = event.pod.template
    kind = REQUIRED if event.kind is EventKind.AssignedPodAdd else REQUIRED_ANTI
    terms = [t.term for t in incoming_terms(handle, pod, (kind,))]
    helps = bool(terms) and all(matched_by_incoming(term, other) for term in terms)
    if event.kind is EventKind.AssignedPodDelete and handle.version.leaving_anti_affinity_requeues:
        helps = helps or _is_repelled(handle, pod, other)
    return Hint.Queue if helps else Hint.QueueSkip


def _is_repelled(handle: Handle, pod: Pod, other: PodTemplate) -> bool:
    """Return whether a required anti-affinity term of the other pod matches this one."""
    return any(t.kind == REQUIRED_ANTI and matches_incoming(handle, t, pod) for t in terms_of(other))
