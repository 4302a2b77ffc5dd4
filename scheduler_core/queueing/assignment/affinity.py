"""Whether a flavor's node labels suit a pod, as far as its own label keys go.

Mirrors flavorSelector of pkg/scheduler/flavorassigner/flavorassigner.go @ v0.19.2.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.labels import Labels, Requirement
from scheduler_core.queueing.objects.pod_spec import PodSpec


def suits(spec: PodSpec, labels: Labels) -> bool:
    """Return whether the pod's selector and required affinity match, looking at keys alone that the labels have.

    A term without any such key makes the whole affinity match: terms are alternatives.
    """
    if any(labels[key] != value for key, value in spec.node_selector.items() if key in labels):
        return False
    terms = _relevant_terms(spec, labels)
    return not terms or any(all(r.matches(labels) for r in term) for term in terms)


def _relevant_terms(spec: PodSpec, labels: Labels) -> list[list[Requirement]]:
    required = spec.affinity.required
    terms = [[r for r in term.expressions if r.key in labels] for term in required.terms] if required else []
    return terms if all(terms) else []
