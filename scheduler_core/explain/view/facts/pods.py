"""A pod as the scheduler reads it: every field that affects scheduling, and its origin.

`origin` is "written", "default" (the API server's), "limits", "priority class", "matchLabelKeys", "namespace" (the
pod's own), "profile" or "default selector". `at` is its path in the source, where that differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler_core.kubernetes.objects.affinity import PodAffinityTerm
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import DEFAULT_SCHEDULER, Pod
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import unit
from scheduler_core.scheduler.plugins.podtopologyspread.filtering import PreFilterState
from scheduler_core.scheduler.plugins.podtopologyspread.scoring import PreScoreState

from .clauses import clause, merged_keys, spread_clauses
from .contract import Field, NamedFact, Origin, ResourceAmount, SourceObject
from .origins import items, part, pod_manifest, source_of, with_admission
from .resources import pod_of
from .spread import constraint_fields

_REQUIRED, _PREFERRED = (
    "requiredDuringSchedulingIgnoredDuringExecution",
    "preferredDuringSchedulingIgnoredDuringExecution",
)


class PodFact(NamedFact):
    """A pod as the scheduler reads it."""

    pod: str
    node: str | None
    incoming: bool
    """It is the pod of the cycle."""
    terminating: bool
    source: SourceObject
    fields: list[Field]
    amounts: list[ResourceAmount]
    """The pod's requests."""


def pod_fact(record: CycleRecord, key: str) -> PodFact:
    """Return the pod's effective fields with their paths and origins."""
    handle, pod = record.framework.handle, pod_of(record, key)
    node = handle.snapshot.node_of(key)
    return {
        "pod": key,
        "node": None if node is None else handle.snapshot.nodes[node].name,
        "incoming": key == record.pod.key,
        "terminating": pod.template.terminating,
        "source": source_of(handle, key),
        "fields": with_admission(_fields(record, pod, pod_manifest(handle, key)), handle, f"Pod {key}"),
        "amounts": [
            {"resource": name, "amount": amount, "unit": unit(name)}
            for name, amount in pod.template.requests.items()
        ],
    }


def _fields(record: CycleRecord, pod: Pod, manifest: Manifest) -> Iterator[Field]:
    meta, spec, template = part(manifest, "metadata"), part(manifest, "spec"), pod.template
    yield _simple("metadata.namespace", meta.get("namespace"), template.namespace)
    for key, value in template.labels.items():
        yield {"path": f"metadata.labels.{key}", "value": value, "origin": "written"}
    yield _simple(
        "spec.schedulerName", spec.get("schedulerName"), template.scheduler_name or DEFAULT_SCHEDULER
    )
    yield _priority(record.framework.handle, spec, pod)
    yield _policy(record.framework.handle, spec, pod)
    if pod.node_name and spec.get("nodeName"):
        yield {"path": "spec.nodeName", "value": pod.node_name, "origin": "written"}
    for key, value in template.node_selector.items():
        yield {"path": f"spec.nodeSelector.{key}", "value": value, "origin": "written"}
    yield from _tolerations(spec, pod)
    yield from _requests(spec, pod)
    yield from _node_affinity(pod)
    yield from _pod_affinity(spec, pod, "podAffinity")
    yield from _pod_affinity(spec, pod, "podAntiAffinity")
    yield from _spread(record, pod, spec)


def _simple(path: str, given: object, value: str) -> Field:
    return {"path": path, "value": value, "origin": "default" if given in (None, "") else "written"}


def _priority(handle: Handle, spec: Manifest, pod: Pod) -> Field:
    value, name = pod.template.priority, spec.get("priorityClassName")
    if spec.get("priority") is not None:
        return {"path": "spec.priority", "value": value, "origin": "written"}
    if name:
        return {"path": "spec.priority", "value": value, "origin": "priority class", "of": name}
    if handle.objects.default_priority.value:
        default = handle.objects.default_priority
        of = next(
            (n for n, priority in handle.objects.priorities.items() if priority == default), "globalDefault"
        )
        return {"path": "spec.priority", "value": value, "origin": "priority class", "of": of}
    return {"path": "spec.priority", "value": value, "origin": "default"}


def _policy(handle: Handle, spec: Manifest, pod: Pod) -> Field:
    policy = _simple("spec.preemptionPolicy", spec.get("preemptionPolicy"), pod.template.preemption_policy)
    priority_class = handle.objects.priorities.get(str(spec.get("priorityClassName")))
    if policy["origin"] == "default" and priority_class is not None and priority_class.preemption_policy:
        return {**policy, "origin": "priority class", "of": spec["priorityClassName"]}
    return policy


def _tolerations(spec: Manifest, pod: Pod) -> Iterator[Field]:
    manifests = items(spec, "tolerations")
    for i, toleration in enumerate(pod.template.tolerations):
        operator = manifests[i].get("operator") if i < len(manifests) else None
        parts = [toleration.key or "*", toleration.operator, toleration.value, toleration.effect or "*"]
        yield {
            "path": f"spec.tolerations[{i}]",
            "value": " ".join(p for p in parts if p),
            "origin": "written",
        }
        if operator is None:
            yield {
                "path": f"spec.tolerations[{i}].operator",
                "value": toleration.operator,
                "origin": "default",
            }


def _requests(spec: Manifest, pod: Pod) -> Iterator[Field]:
    """Yield each container's requests; a missing one comes from the limit, or for scores from a constant."""
    parts = pod.template.resources
    for key, listed in (("initContainers", parts.init_containers), ("containers", parts.containers)):
        manifests = items(spec, key)
        for i, container in enumerate(listed):
            resources = part(manifests[i], "resources") if i < len(manifests) else {}
            for name, amount in container.requests.items():
                limited = name not in part(resources, "requests")
                path = f"spec.{key}[{i}].resources"
                yield {
                    "path": f"{path}.requests.{name}",
                    "value": amount,
                    "unit": unit(name),
                    "origin": "limits" if limited else "written",
                    "at": f"{path}.{'limits' if limited else 'requests'}.{name}",
                }
    for name, amount in parts.overhead.items():
        yield {"path": f"spec.overhead.{name}", "value": amount, "unit": unit(name), "origin": "written"}
    for name, amount in parts.pod_level.items():
        origin: Origin = "written" if name in part(part(spec, "resources"), "requests") else "limits"
        path = f"spec.resources.requests.{name}"
        yield {"path": path, "value": amount, "unit": unit(name), "origin": origin}


def _node_affinity(pod: Pod) -> Iterator[Field]:
    affinity, path = pod.template.affinity.node, "spec.affinity.nodeAffinity"
    if affinity.required is not None:
        for i, term in enumerate(affinity.required.terms):
            for expression in (*term.expressions, *term.fields):
                yield {
                    "path": f"{path}.{_REQUIRED}.nodeSelectorTerms[{i}]",
                    "clause": clause(expression, "written"),
                    "origin": "written",
                }
    for i, preferred in enumerate(affinity.preferred):
        for expression in (*preferred.term.expressions, *preferred.term.fields):
            yield {
                "path": f"{path}.{_PREFERRED}[{i}]",
                "clause": clause(expression, "written"),
                "weight": preferred.weight,
                "origin": "written",
            }


def _pod_affinity(spec: Manifest, pod: Pod, kind: str) -> Iterator[Field]:
    affinity = pod.template.affinity.pod if kind == "podAffinity" else pod.template.affinity.pod_anti
    manifest = part(part(spec, "affinity"), kind)
    for i, term in enumerate(affinity.required):
        listed = items(manifest, _REQUIRED)
        path = f"spec.affinity.{kind}.{_REQUIRED}[{i}]"
        yield from _term(path, term, listed[i] if i < len(listed) else {}, pod)
    for i, weighted in enumerate(affinity.preferred):
        listed = items(manifest, _PREFERRED)
        path = f"spec.affinity.{kind}.{_PREFERRED}[{i}]"
        yield {"path": f"{path}.weight", "value": weighted.weight, "origin": "written"}
        own = part(listed[i], "podAffinityTerm") if i < len(listed) else {}
        yield from _term(f"{path}.podAffinityTerm", weighted.term, own, pod)


def _term(path: str, term: PodAffinityTerm, manifest: Manifest, pod: Pod) -> Iterator[Field]:
    yield {"path": f"{path}.topologyKey", "value": term.topology_key, "origin": "written"}
    requirements = term.selector.requirements
    merged = merged_keys(manifest, pod.template.labels)
    mismatched = [k for k in manifest.get("mismatchLabelKeys") or () if k in pod.template.labels]
    own = len(requirements) - len(merged) - len(mismatched)
    for i, requirement in enumerate(requirements):
        origin: Origin = (
            "written" if i < own else "matchLabelKeys" if i < own + len(merged) else "mismatchLabelKeys"
        )
        field = "labelSelector" if origin == "written" else origin
        yield {"path": f"{path}.{field}", "clause": clause(requirement, origin), "origin": origin}
    inherits = not manifest.get("namespaces") and manifest.get("namespaceSelector") is None
    for namespace in sorted(term.namespaces):
        yield {
            "path": f"{path}.namespaces",
            "value": namespace,
            "origin": "namespace" if inherits else "written",
        }
    if not term.namespace_selector.nothing:
        yield {
            "path": f"{path}.namespaceSelector",
            "value": str(term.namespace_selector),
            "origin": "written",
        }


def _spread(record: CycleRecord, pod: Pod, spec: Manifest) -> Iterator[Field]:
    """Yield the incoming pod's constraints as used, default ones included; of another pod its own."""
    if pod is record.pod:
        for state in (PreFilterState, PreScoreState):
            spread_state: Any = record.state.get(state)
            for counted in spread_state.constraints if spread_state else ():
                yield from constraint_fields(record, counted.constraint)
        return
    manifests = items(spec, "topologySpreadConstraints")
    for i, constraint in enumerate(pod.template.spread):
        path = f"spec.topologySpreadConstraints[{i}]"
        yield {"path": f"{path}.topologyKey", "value": constraint.topology_key, "origin": "written"}
        own = manifests[i] if i < len(manifests) else {}
        for each_clause in spread_clauses(constraint, pod.template, own):
            yield {
                "path": f"{path}.labelSelector",
                "clause": each_clause,
                "origin": each_clause["origin"],
            }
