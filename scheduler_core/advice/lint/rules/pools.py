"""Karpenter's NodePools: which make no nodes, which compete, and what pods leave open or share by accident."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from scheduler_core import allowance
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Rule
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.autoscaling.dumps.filled import is_of_karpenter
from scheduler_core.autoscaling.objects.labels import ARCH, OS
from scheduler_core.autoscaling.objects.nodepool import READY_CONDITIONS, NodePool, read_nodepool
from scheduler_core.autoscaling.objects.taints import untolerated
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.source import object_name, value_at


def _pools(linted: LintInput) -> Iterator[tuple[Manifest, NodePool]]:
    """Yield the NodePools that can be read, each with its manifest."""
    for manifest in linted.manifests:
        if is_of_karpenter(manifest, "NodePool"):
            problems = Problems()
            pool = read_nodepool(ManifestField(manifest, "", problems))
            if not problems.entries:
                yield manifest, pool


def _not_ready(linted: LintInput) -> Iterator[Finding]:
    for manifest, pool in _pools(linted):
        if not pool.conditions or pool.ready or pool.deleting:
            continue
        states = {kind: pool.conditions.get(kind, "missing") for kind in READY_CONDITIONS}
        unready = ", ".join(f"{kind} is {state}" for kind, state in states.items() if state != "True")
        yield Finding(object_name(manifest), ("status", "conditions"), {"conditions": unready})


def _equal_weight(linted: LintInput) -> Iterator[Finding]:
    usable = [(manifest, pool) for manifest, pool in _pools(linted) if pool.replicas is None]
    for (_, other), (manifest, pool) in combinations(sorted(usable, key=lambda entry: entry[1].name), 2):
        allowance.check()
        competes = pool.weight == other.weight and set(pool.taints) == set(other.taints)
        if competes and pool.labelled_requirements.disjoint(other.labelled_requirements) is None:
            path = ("spec", "weight") if value_at(manifest, ("spec", "weight")) is not None else ("spec",)
            yield Finding(object_name(manifest), path, {"other": other.name, "weight": pool.weight})


def _open_platform(linted: LintInput) -> Iterator[Finding]:
    pools = [pool for _, pool in _pools(linted)]
    for workload in linted.workloads if pools else ():
        for key in (ARCH, OS):
            values = {value for pool in pools if _takes(pool, workload) for value in _values(pool, key)}
            if len(values) > 1 and not _selects(workload, key):
                yield Finding(
                    workload.object, workload.path(), {"key": key, "values": ", ".join(sorted(values))}
                )


def _takes(pool: NodePool, workload: LintedWorkload) -> bool:
    return untolerated(pool.taints, workload.template.tolerations) is None


def _values(pool: NodePool, key: str) -> frozenset[str]:
    required = pool.labelled_requirements.of(key)
    return frozenset() if required.complement else frozenset(required.values)


def _selects(workload: LintedWorkload, key: str) -> bool:
    required = workload.template.affinity.node.required
    terms = required.terms if required is not None else ()
    of_terms = any(clause.key == key for term in terms for clause in term.expressions)
    return key in workload.template.node_selector or of_terms


def _merged_spreads(linted: LintInput) -> Iterator[Finding]:
    if not any(_pools(linted)):
        return
    first: dict[object, LintedWorkload] = {}
    for workload in linted.workloads:
        own = workload.template.node_selector
        for i, constraint in enumerate(workload.template.spread):
            other = first.setdefault((workload.namespace, frozenset(own), constraint), workload)
            differing = [key for key in sorted(own) if own[key] != other.template.node_selector[key]]
            if differing and constraint.node_affinity_policy == "Honor":
                path = workload.path("topologySpreadConstraints", i)
                yield Finding(workload.object, path, {"other": other.object, "keys": ", ".join(differing)})


RULES = (
    Rule(
        "nodepool-not-ready",
        "warning",
        "Karpenter makes no nodes of this NodePool",
        "It is not Ready: {conditions}.",
        "A NodePool is used only with all conditions that make it Ready: ValidationSucceeded and NodeClassReady. A "
        "condition that is missing counts like one that is not True.",
        _not_ready,
    ),
    Rule(
        "nodepools-of-equal-weight",
        "note",
        "Two NodePools may make a node for the same pod, and none comes first",
        "NodePool {other} has the weight {weight} too, and the same taints. Of equal ones Karpenter tries the last by "
        "name first.",
        "NodePools are tried by weight. Give them different weights, or requirements or taints that exclude each "
        "other; otherwise their names decide which machines are bought.",
        _equal_weight,
    ),
    Rule(
        "platform-left-open",
        "note",
        "The pod does not say which platform its image needs",
        "NodePools that take the pod make nodes with {key} {values}.",
        "Karpenter chooses the cheapest machine, whatever its processor or operating system. An image that is not "
        "built for all of them fails there. Select the label, or narrow the NodePool.",
        _open_platform,
    ),
    Rule(
        "spreads-that-karpenter-merges",
        "warning",
        "Karpenter counts two spreads as one",
        "{other} has the same constraint, and node selectors that differ in the value of {keys} only.",
        "Karpenter compares node selectors of equal spread constraints by their keys. The selector of the first pod "
        "decides which nodes count for both, so that it may make nodes in the wrong domains, or none. Use different "
        "label selectors, or one more label in one node selector.",
        _merged_spreads,
    ),
)
