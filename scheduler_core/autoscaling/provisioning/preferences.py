"""What is given up, step by step, for a pod that finds no node.

Mirrors pkg/controllers/provisioning/scheduling/preferences.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from scheduler_core.autoscaling.objects.pod import Pod, PodTerms
from scheduler_core.autoscaling.objects.texts import concise
from scheduler_core.kubernetes.objects.pod import Toleration

_PREFER = "PreferNoSchedule"
TOLERATE_PREFERRED = Toleration("", "Exists", "", _PREFER)


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A constraint at `path` that a pod gave up; without one it tolerates PreferNoSchedule taints from then on."""

    path: str = ""
    constraint: Any = None

    def __str__(self) -> str:
        if not self.path:
            return "adding: toleration for PreferNoSchedule taints"
        return f"removing: spec.{self.path}{concise(self.constraint)}"


_Relaxed = tuple[Pod, Relaxation]


def relax(pod: Pod, *, tolerates_preferred: bool) -> _Relaxed | None:
    """Return the pod with the first constraint given up that can be, and which it was (Relax)."""
    steps: list[Callable[[Pod], _Relaxed | None]] = [
        relax_required_node_affinity,
        _relax_pod_affinity,
        _relax_pod_anti_affinity,
        _relax_preferred_node_affinity,
        _relax_spread,
    ]
    if tolerates_preferred:
        steps.append(tolerate_preferred)
    return next(filter(None, (step(pod) for step in steps)), None)


def relax_required_node_affinity(pod: Pod) -> _Relaxed | None:
    """Give up the first of several required terms, which are alternatives."""
    if len(pod.required_terms) < 2:
        return None
    first, *rest = pod.required_terms
    path = "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]="
    return replace(pod, required_terms=tuple(rest)), Relaxation(path, first.manifest)


def _relax_preferred_node_affinity(pod: Pod) -> _Relaxed | None:
    if not pod.preferred_terms:
        return None
    first, *rest = sorted(pod.preferred_terms, key=lambda term: -term.weight)
    path = "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]="
    return replace(pod, preferred_terms=tuple(rest)), Relaxation(path, first.manifest)


def _relax_pod_affinity(pod: Pod) -> _Relaxed | None:
    if not pod.affinity.preferred:
        return None
    terms, relaxation = _without_heaviest(pod.affinity, "podAffinity")
    return replace(pod, affinity=terms), relaxation


def _relax_pod_anti_affinity(pod: Pod) -> _Relaxed | None:
    if not pod.anti_affinity.preferred:
        return None
    terms, relaxation = _without_heaviest(pod.anti_affinity, "podAntiAffinity")
    return replace(pod, anti_affinity=terms), relaxation


def _without_heaviest(terms: PodTerms, name: str) -> tuple[PodTerms, Relaxation]:
    first, *rest = sorted(terms.preferred, key=lambda term: -term.weight)
    path = f"affinity.{name}.preferredDuringSchedulingIgnoredDuringExecution[0]="
    return replace(terms, preferred=tuple(rest)), Relaxation(path, first.manifest)


def _relax_spread(pod: Pod) -> _Relaxed | None:
    """Give up the first soft constraint; the last one takes its place."""
    spread = list(pod.spread)
    soft = next((i for i, constraint in enumerate(spread) if constraint.soft), None)
    if soft is None:
        return None
    given_up = spread[soft]
    spread[soft] = spread[-1]
    path = "topologySpreadConstraints = "
    return replace(pod, spread=tuple(spread[:-1])), Relaxation(path, given_up.manifest)


def tolerate_preferred(pod: Pod) -> _Relaxed | None:
    """Make the pod tolerate all PreferNoSchedule taints, if it does not yet."""
    if TOLERATE_PREFERRED in pod.tolerations:
        return None
    return replace(pod, tolerations=(*pod.tolerations, TOLERATE_PREFERRED)), Relaxation()
