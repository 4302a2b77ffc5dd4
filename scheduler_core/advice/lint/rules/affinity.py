"""Terms of pod affinity and anti-affinity: what they select, and whether they can ever be met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from scheduler_core import allowance
from scheduler_core.advice.lint.contract import Severity
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Path, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.kubernetes.objects.affinity import PodAffinityTerm
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.source import Operation

from .spread import selector_change

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_PREFERENCE = 100


@dataclass(frozen=True, slots=True)
class Term:
    """A term with its place in the pod's spec and as written."""

    kind: Literal["podAffinity", "podAntiAffinity"]
    listed: str
    path: Path
    term: PodAffinityTerm
    written: Any

    @property
    def is_required_affinity(self) -> bool:
        return self.kind == "podAffinity" and self.listed == REQUIRED


def terms(workload: LintedWorkload) -> Iterator[Term]:
    """Yield the terms of a workload."""
    affinity = workload.template.affinity
    written = workload.spec.get("affinity") or {}
    kinds: tuple[tuple[Literal["podAffinity", "podAntiAffinity"], Any], ...] = (
        ("podAffinity", affinity.pod),
        ("podAntiAffinity", affinity.pod_anti),
    )
    for kind, read in kinds:
        lists = written.get(kind) or {}
        rows = [(REQUIRED, i, term) for i, term in enumerate(read.required)]
        rows += [(PREFERRED, i, preferred.term) for i, preferred in enumerate(read.preferred)]
        for listed, i, term in rows:
            entries = lists.get(listed) or []
            if i < len(entries):
                inner = () if listed == REQUIRED else ("podAffinityTerm",)
                entry = entries[i] if listed == REQUIRED else entries[i].get("podAffinityTerm") or {}
                yield Term(kind, listed, ("affinity", kind, listed, i, *inner), term, entry)


def all_terms(linted: LintInput) -> Iterator[tuple[LintedWorkload, Term]]:
    for workload in linted.workloads:
        for term in terms(workload):
            yield workload, term


def _classes(linted: LintInput) -> dict[PodTemplate, int]:
    """Return the classes of pods that count, with the numbers of their pods."""
    counts: dict[PodTemplate, int] = {}
    for pod in linted.scenario.objects.pods:
        if not pod.finished and not pod.template.terminating:
            counts[pod.template] = counts.get(pod.template, 0) + 1
    for workload in linted.workloads:
        counts.setdefault(workload.template, 0)
    return counts


def _matches(linted: LintInput, term: PodAffinityTerm, template: PodTemplate) -> bool:
    allowance.check()
    namespaces = linted.scenario.objects.namespaces
    return term.matches(template.namespace, template.labels, namespaces.get(template.namespace, {}))


def _selector_missing(linted: LintInput) -> Iterator[Finding]:
    for workload, term in all_terms(linted):
        if not term.term.selector.nothing:
            continue
        operations, value, path = selector_change(workload, term.path, term.written)
        yield Finding(
            workload.object,
            workload.path(*path),
            {"kind": term.kind, "key": term.term.topology_key},
            "error" if term.is_required_affinity else None,
            len(workload.pods),
            Fix(operations, {"value": value}) if value else None,
            linted.runs.consequence(workload, operations),
        )


def _selector_misspelt(linted: LintInput) -> Iterator[Finding]:
    """Yield values of terms that no pod of the input has, where pods have a similar one."""
    classes = _classes(linted)
    for workload, term in all_terms(linted):
        if term.term.selector.nothing or any(_matches(linted, term.term, template) for template in classes):
            continue
        written = (term.written.get("labelSelector") or {}).get("matchLabels") or {}
        for key, value in written.items():
            values = {template.labels[key] for template in classes if key in template.labels}
            meant = None if value in values else similar(str(value), values)
            if meant is None:
                continue
            path = (*term.path, "labelSelector", "matchLabels", key)
            operations = workload.operations("set", path, meant)
            yield Finding(
                workload.object,
                workload.path(*path),
                {"kind": term.kind, "key": key, "value": value, "meant": meant},
                "error" if term.is_required_affinity and linted.has_own_nodes else None,
                len(workload.pods),
                Fix(operations, {"key": key, "meant": meant}),
                linted.runs.consequence(workload, operations),
            )
            break


def _other_namespace(linted: LintInput) -> Iterator[Finding]:
    classes = _classes(linted)
    for workload, term in all_terms(linted):
        if term.term.selector.nothing or any(_matches(linted, term.term, template) for template in classes):
            continue
        if not term.is_required_affinity and {"namespaces", "namespaceSelector"} & term.written.keys():
            continue  # somebody has thought of namespaces
        elsewhere = sorted({c.namespace for c in classes if term.term.selector.matches(c.labels)})
        if not elsewhere:
            continue
        listed = sorted({*term.term.namespaces, *elsewhere})
        operations = workload.operations("set", (*term.path, "namespaces"), listed)
        yield Finding(
            workload.object,
            workload.path(*term.path, "namespaces" if "namespaces" in term.written else "labelSelector"),
            {
                "kind": term.kind,
                "selector": str(term.term.selector),
                "namespaces": ", ".join(sorted(term.term.namespaces)) or "none",
                "elsewhere": ", ".join(elsewhere),
            },
            _severity(linted, term),
            len(workload.pods),
            Fix(operations, {"namespaces": ", ".join(listed)}),
            linted.runs.consequence(workload, operations),
        )


def _severity(linted: LintInput, term: Term) -> Severity:
    if not term.is_required_affinity:
        return "note"
    return "error" if linted.has_own_nodes else "warning"


def _affinity_to_nobody(linted: LintInput) -> Iterator[Finding]:
    classes = _classes(linted)
    for workload, term in all_terms(linted):
        selector = term.term.selector
        if not term.is_required_affinity or selector.nothing:
            continue
        if any(selector.matches(template.labels) for template in classes) or _is_misspelt(term, classes):
            continue
        yield Finding(
            workload.object,
            workload.path(*term.path, "labelSelector"),
            {"selector": str(selector)},
            None if linted.has_own_nodes else "note",
            pods=len(workload.pods),
            consequence=linted.runs.consequence(workload),
        )


def _is_misspelt(term: Term, classes: dict[PodTemplate, int]) -> bool:
    """Return whether another rule names what was probably meant."""
    written = (term.written.get("labelSelector") or {}).get("matchLabels") or {}
    return any(
        similar(str(value), {template.labels[key] for template in classes if key in template.labels})
        for key, value in written.items()
    )


def _first_pod_has_no_place(linted: LintInput) -> Iterator[Finding]:
    """Yield several required terms of which each has pods, but no pod meets all, the pod itself included."""
    classes = _classes(linted)
    for workload in linted.workloads:
        required = [term for term in terms(workload) if term.is_required_affinity]
        if len(required) < 2:
            continue
        matched = [[_matches(linted, term.term, c) for term in required] for c in classes]
        if any(map(all, matched)):
            continue
        if all(any(column) for column in zip(*matched, strict=True)):
            yield Finding(
                workload.object,
                workload.path("affinity", "podAffinity", REQUIRED),
                {"count": len(required)},
                pods=len(workload.pods),
                consequence=linted.runs.consequence(workload),
            )


def _repels_itself(linted: LintInput, workload: LintedWorkload) -> Iterator[Term]:
    for term in terms(workload):
        required = term.kind == "podAntiAffinity" and term.listed == REQUIRED
        if required and _matches(linted, term.term, workload.template):
            yield term


def _affinity_against_anti_affinity(linted: LintInput) -> Iterator[Finding]:
    for workload in linted.workloads:
        wanted = [term for term in terms(workload) if term.is_required_affinity]
        for term in (t for t in terms(workload) if t.kind == "podAntiAffinity" and t.listed == REQUIRED):
            same = (term.term.topology_key, term.term.selector, term.term.namespaces)
            for other in wanted:
                if same == (other.term.topology_key, other.term.selector, other.term.namespaces):
                    yield Finding(
                        workload.object,
                        workload.path(*term.path),
                        {"key": term.term.topology_key, "selector": str(term.term.selector)},
                        pods=len(workload.pods),
                        consequence=linted.runs.consequence(workload),
                    )


def _more_replicas_than_domains(linted: LintInput) -> Iterator[Finding]:
    nodes = linted.nodes
    for workload in linted.workloads:
        usable = nodes.usable(workload.template)
        for term in _repels_itself(linted, workload):
            key = term.term.topology_key
            domains = len(nodes.domains(key, usable))
            if nodes.lacking(key, usable) or not 0 < domains < len(workload.pods):
                continue
            operations = preferred_instead(workload, term)
            yield Finding(
                workload.object,
                workload.path(*term.path),
                {"key": key, "replicas": len(workload.pods), "domains": domains},
                pods=len(workload.pods),
                fix=Fix(operations),
                consequence=linted.runs.consequence(workload, operations),
            )


def preferred_instead(workload: LintedWorkload, term: Term) -> tuple[Operation, ...]:
    """Return operations that make a required term a preferred one."""
    lists = ("affinity", term.kind)
    added = {"weight": _PREFERENCE, "podAffinityTerm": term.written}
    index = term.path[3]
    return (
        *workload.operations("add", (*lists, PREFERRED), added),
        *workload.operations("remove", (*lists, REQUIRED, index)),
    )


RULES = (
    Rule(
        "affinity-selector-missing",
        "warning",
        "This term selects no pod",
        "The {kind} term over {key} has no labelSelector, and a missing one matches no pod.",
        "Required affinity to no pod keeps the pods pending, which is an error; any other term without a "
        "labelSelector has no effect.",
        _selector_missing,
        "Select {value}",
    ),
    Rule(
        "affinity-selector-misspelt",
        "warning",
        "No pod has this label, but a similar one",
        "The {kind} term selects {key}: {value}, which no pod in the input has; {key}: {meant} exists.",
        "A typing error in a selector is silent: the term matches nothing. An error if the affinity is "
        "required and the input is a whole cluster.",
        _selector_misspelt,
        "{key}: {meant}",
    ),
    Rule(
        "affinity-other-namespace",
        "warning",
        "The intended pods are in another namespace",
        "The {kind} term looks in {namespaces}; pods with {selector} are in {elsewhere}.",
        "Without namespaces and namespaceSelector a term applies only to the pod's own namespace. An "
        "error for required affinity if the input is a whole cluster, a note for preferred terms.",
        _other_namespace,
        "namespaces: {namespaces}",
    ),
    Rule(
        "affinity-to-nobody",
        "error",
        "There is no pod to be near",
        "Required pod affinity selects {selector}, which matches neither a pod in the input nor the pods "
        "themselves.",
        "The first pod of a group is accepted only if it matches its own terms. These match no pod, so "
        "the pods wait until such a pod exists. A note on a sample cluster: such pods may be in another "
        "file.",
        _affinity_to_nobody,
        needs_nodes=True,
    ),
    Rule(
        "first-pod-has-no-place",
        "error",
        "No single pod meets all terms",
        "{count} required affinity terms: each matches some pod, but no pod matches all of them, not even "
        "the pods themselves.",
        "Required terms are satisfied only by pods that match all of them. The exception for the first pod "
        "of a group needs a pod"
        " that matches all of its own terms.",
        _first_pod_has_no_place,
        needs_nodes=True,
    ),
    Rule(
        "affinity-against-anti-affinity",
        "error",
        "Two terms exclude each other",
        "Required affinity and required anti-affinity both select {selector} over {key}: a second pod never fits.",
        "The pods must share a domain with pods that they must also avoid.",
        _affinity_against_anti_affinity,
    ),
    Rule(
        "anti-affinity-more-replicas-than-domains",
        "error",
        "More replicas than domains",
        "{replicas} pods exclude each other over {key}, but its domains have room for only {domains}, one each.",
        "Required anti-affinity among replicas allows one of them per domain: the others stay pending.",
        _more_replicas_than_domains,
        "Prefer instead of require",
        needs_nodes=True,
    ),
)
