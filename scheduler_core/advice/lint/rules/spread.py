"""Topology spread constraints: selectors that miss, domains that do not exist or take no pod."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler_core import allowance
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Rule
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.pod import TopologySpreadConstraint
from scheduler_core.kubernetes.source import Operation

_FIELD = "topologySpreadConstraints"
_HARD = "DoNotSchedule"

Row = tuple[LintedWorkload, int, TopologySpreadConstraint, Any]


def constraints(linted: LintInput) -> Iterator[Row]:
    """Yield the constraints of all workloads: their number, as read, and as written."""
    for workload in linted.workloads:
        written = workload.spec.get(_FIELD) or []
        if len(written) == len(workload.template.spread):
            for i, (constraint, manifest) in enumerate(zip(workload.template.spread, written, strict=True)):
                allowance.check()
                yield workload, i, constraint, manifest


def _counted(linted: LintInput, workload: LintedWorkload, selector: Selector) -> int:
    """Return the number of pods of the namespace that a selector matches."""
    return sum(
        pod.namespace == workload.namespace and selector.matches(pod.template.labels)
        for pod in linted.scenario.objects.pods
        if not pod.finished and not pod.template.terminating
    )


def _misses(linted: LintInput) -> Iterator[tuple[Row, int]]:
    for row in constraints(linted):
        workload, _, constraint, _ = row
        selector = constraint.selector
        if selector.requirements and not selector.matches(workload.template.labels):
            yield row, _counted(linted, workload, selector)


def _selector_misses_own_pods(linted: LintInput) -> Iterator[Finding]:
    for (workload, i, constraint, written), count in _misses(linted):
        if count:
            continue
        operations, value, path = selector_change(workload, (_FIELD, i), written)
        yield Finding(
            workload.object,
            workload.path(*path),
            {"key": constraint.topology_key, "selector": str(constraint.selector)},
            pods=len(workload.pods),
            fix=Fix(operations, {"value": value}),
            consequence=linted.runs.consequence(workload, operations, key=constraint.topology_key),
        )


def _selector_counts_others(linted: LintInput) -> Iterator[Finding]:
    for (workload, i, constraint, written), count in _misses(linted):
        if count:
            operations, value, path = selector_change(workload, (_FIELD, i), written)
            yield Finding(
                workload.object,
                workload.path(*path),
                {
                    "key": constraint.topology_key,
                    "selector": str(constraint.selector),
                    "n": count,
                },
                pods=len(workload.pods),
                fix=Fix(operations, {"value": value}),
                consequence=linted.runs.consequence(workload, operations, key=constraint.topology_key),
            )


def selector_change(
    workload: LintedWorkload, at: tuple[str | int, ...], written: Any
) -> tuple[tuple[Operation, ...], str, tuple[str | int, ...]]:
    """Return operations that let a selector match the workload's own pods, what they write, and its place."""
    selector, labels = written.get("labelSelector") or {}, workload.template.labels
    wrong = {k: v for k, v in (selector.get("matchLabels") or {}).items() if labels.get(k) != v}
    if wrong and not selector.get("matchExpressions") and all(key in labels for key in wrong):
        operations = tuple(
            operation
            for key in wrong
            for operation in workload.operations(
                "set", (*at, "labelSelector", "matchLabels", key), labels[key]
            )
        )
        path = (*at, "labelSelector", "matchLabels", next(iter(wrong)))
        return operations, ", ".join(f"{key}: {labels[key]}" for key in wrong), path
    own = workload.own_labels()
    operations = workload.operations("set", (*at, "labelSelector"), {"matchLabels": own})
    return operations, ", ".join(f"{k}: {v}" for k, v in own.items()), (*at, "labelSelector")


def _spread_selector_missing(linted: LintInput) -> Iterator[Finding]:
    for workload, i, constraint, written in constraints(linted):
        if constraint.selector.nothing:
            yield _without_selector(linted, workload, i, constraint, written)


def _spread_selector_empty(linted: LintInput) -> Iterator[Finding]:
    if linted.scenario.version.empty_spread_selector_counts:
        return
    for workload, i, constraint, written in constraints(linted):
        if constraint.selector.empty:
            yield _without_selector(linted, workload, i, constraint, written)


def _without_selector(
    linted: LintInput, workload: LintedWorkload, i: int, constraint: TopologySpreadConstraint, written: Any
) -> Finding:
    operations, value, path = selector_change(workload, (_FIELD, i), written)
    return Finding(
        workload.object,
        workload.path(*path),
        {"key": constraint.topology_key},
        pods=len(workload.pods),
        fix=Fix(operations, {"value": value}) if value else None,
        consequence=linted.runs.consequence(workload, operations, key=constraint.topology_key),
    )


def _min_domains_too_many(linted: LintInput) -> Iterator[Finding]:
    for workload, i, constraint, _ in constraints(linted):
        wanted, key = constraint.min_domains, constraint.topology_key
        if wanted is None:
            continue
        domains = len(linted.nodes.domains(key, linted.nodes.counted(workload.template, constraint)))
        if not 0 < domains < wanted:
            continue
        operations = workload.operations("set", (_FIELD, i, "minDomains"), domains)
        consequence = linted.runs.consequence(workload, operations, key=key)
        waits = consequence is not None and consequence["written"]["pending"] > 0
        yield Finding(
            workload.object,
            workload.path(_FIELD, i, "minDomains"),
            {"key": key, "wanted": wanted, "domains": domains},
            None if waits else "note",
            len(workload.pods),
            Fix(operations, {"domains": domains}),
            consequence,
        )


def _tainted_domain_counted(linted: LintInput) -> Iterator[Finding]:
    nodes = linted.nodes
    for workload, i, constraint, _ in constraints(linted):
        if constraint.when_unsatisfiable != _HARD or constraint.node_taints_policy == "Honor":
            continue
        template, key = workload.template, constraint.topology_key
        counted = nodes.counted(template, constraint)
        open_nodes = counted & nodes.open(template.tolerations)
        closed = nodes.domains(key, counted) - nodes.domains(key, open_nodes)
        if not closed or not open_nodes.any():
            continue
        operations = workload.operations("set", (_FIELD, i, "nodeTaintsPolicy"), "Honor")
        consequence = linted.runs.consequence(workload, operations, key=key)
        if consequence is None or consequence["fixed"] is None:
            continue
        helps = consequence["fixed"]["placed"] > consequence["written"]["placed"]
        if not helps and not _one_more_waits(linted, workload, operations):
            continue
        yield Finding(
            workload.object,
            workload.path(_FIELD, i, "topologyKey"),
            {"key": key, "count": len(closed), "domain": min(closed)},
            None if helps else "note",
            len(workload.pods),
            Fix(operations),
            consequence,
        )


def _one_more_waits(linted: LintInput, workload: LintedWorkload, operations: tuple[Operation, ...]) -> bool:
    """Return whether one more replica would wait as written, and not with the operations."""
    written = linted.runs.create(workload, more=1)
    fixed = linted.runs.create(workload, operations, more=1)
    return bool(written and fixed and written["pending"] > fixed["pending"])


def _nodes_without_the_key(linted: LintInput) -> Iterator[Finding]:
    nodes = linted.nodes
    for workload, i, constraint, _ in constraints(linted):
        usable, key = nodes.usable(workload.template), constraint.topology_key
        lacking, count = nodes.lacking(key, usable), int(usable.sum())
        if constraint.when_unsatisfiable == _HARD and 0 < lacking < count:
            yield Finding(
                workload.object,
                workload.path(_FIELD, i, "topologyKey"),
                {"key": key, "lacking": lacking, "count": count},
                pods=len(workload.pods),
            )


RULES = (
    Rule(
        "selector-misses-own-pods",
        "warning",
        "This constraint can never fail",
        "Its selector {selector} matches no pod in the input, not even its own, so nothing is spread over "
        "{key}.",
        "A topology spread constraint compares how many pods its selector matches in each domain. If it "
        "does not match the pods with the constraint, a new pod does not change any count, so every node "
        "passes.",
        _selector_misses_own_pods,
        "Change to {value}",
    ),
    Rule(
        "selector-counts-others",
        "note",
        "This constraint counts other pods, not its own",
        (
            "Its selector {selector} matches {n} pod, but not its own pods, which are therefore not "
            "spread over {key}.",
            "Its selector {selector} matches {n} pods, but not its own, which are therefore not spread "
            "over {key}.",
        ),
        "Spreading against another workload's pods is possible, but rarely intended: the pods themselves "
        "may all land in one domain.",
        _selector_counts_others,
        "Change to {value}",
    ),
    Rule(
        "spread-selector-missing",
        "warning",
        "This constraint counts nothing",
        "It has no labelSelector, and a missing one matches no pod, so nothing is spread over {key}.",
        "A missing labelSelector matches nothing. A constraint without one never fails and never scores.",
        _spread_selector_missing,
        "Select {value}",
    ),
    Rule(
        "spread-selector-empty",
        "warning",
        "An empty selector counts nothing",
        "labelSelector: {} counts no pod in this version of Kubernetes, so nothing is spread over {key}.",
        "Kubernetes 1.27 to 1.37 counts no pod for an empty selector of a topology spread constraint; older versions,"
        "and 1.38, count every pod of the namespace. List the labels, so that every version behaves the "
        "same.",
        _spread_selector_empty,
        "Select {value}",
    ),
    Rule(
        "min-domains-too-many",
        "error",
        "minDomains is larger than the cluster",
        "minDomains is {wanted}, but fewer domains of {key} count for these pods ({domains}), so the global "
        "minimum is treated as 0.",
        "With fewer domains than minDomains the global minimum is treated as 0, so no domain may have "
        "more than maxSkew pods. A note if all pods fit anyway.",
        _min_domains_too_many,
        "minDomains: {domains}",
        needs_nodes=True,
    ),
    Rule(
        "tainted-domain-counted",
        "error",
        "Unusable nodes count as an empty domain",
        "{domain} has only tainted or cordoned nodes, and counts as an empty domain of {key} ({count} in "
        "total).",
        "nodeTaintsPolicy is Ignore by default: nodes whose taints the pods do not tolerate remain "
        "domains with 0 pods. That keeps the minimum at 0, so other domains may have no more than "
        "maxSkew pods. A note if the limit takes effect only with the next replica, as in a rolling "
        "update.",
        _tainted_domain_counted,
        "nodeTaintsPolicy: Honor",
        needs_nodes=True,
    ),
    Rule(
        "nodes-without-topology-key",
        "note",
        "Some nodes lack the topology key",
        "The label {key} is missing on {lacking} of {count} otherwise eligible nodes: they never get "
        "these pods.",
        "A node without the topology key of a DoNotSchedule constraint belongs to no domain, and is never "
        "used.",
        _nodes_without_the_key,
        needs_nodes=True,
    ),
)
