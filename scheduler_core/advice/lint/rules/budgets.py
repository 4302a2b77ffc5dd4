"""Disruption budgets that forbid every eviction, select nothing, or overlap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scheduler_core import allowance
from scheduler_core.advice.lint.contract import LintConsequence, LintRun
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.controlplane.controllers.amounts import scaled_value
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.selectors import read_label_selector
from scheduler_core.kubernetes.source import Operation, object_name, value_at


@dataclass(frozen=True, slots=True)
class _Budget:
    """A budget of the texts with the pods that it selects."""

    object: str
    namespace: str
    spec: Manifest
    selector: Selector
    pods: tuple[Pod, ...]

    @property
    def expected(self) -> int:
        return len(self.pods)

    def allowed(self, *, unavailable: Any, available: Any) -> int:
        """Return how many pods may be evicted while all are healthy (disruption.go @ v1.34.1)."""
        if unavailable is not None:
            return min(scaled_value(unavailable, self.expected, round_up=True), self.expected)
        return max(self.expected - scaled_value(available, self.expected, round_up=True), 0)


def _budgets(linted: LintInput) -> Iterator[_Budget]:
    running = [p for p in linted.scenario.objects.pods if not p.finished and not p.template.terminating]
    for manifest in linted.manifests:
        spec = manifest.get("spec")
        if kind_of(manifest) != "PodDisruptionBudget" or not isinstance(spec, dict):
            continue
        allowance.check()
        selector = read_label_selector(ManifestField(spec, "", Problems()), "selector")
        namespace = str((manifest.get("metadata") or {}).get("namespace") or "default")
        pods = [p for p in running if p.namespace == namespace and selector.matches(p.template.labels)]
        yield _Budget(object_name(manifest), namespace, spec, selector, tuple(pods))


def _allows_nothing(linted: LintInput) -> Iterator[Finding]:
    for budget in _budgets(linted):
        unavailable, available = budget.spec.get("maxUnavailable"), budget.spec.get("minAvailable")
        both = unavailable is not None and available is not None
        neither = unavailable is None and available is None
        if both or neither or not budget.pods:
            continue
        if budget.allowed(unavailable=unavailable, available=available):
            continue
        field = "maxUnavailable" if unavailable is not None else "minAvailable"
        yield Finding(
            budget.object,
            ("spec", field),
            {"bound": f"{field}: {budget.spec[field]}", "pods": budget.expected},
            pods=budget.expected,
            fix=Fix(_loosened(budget)),
            consequence=_evictions(budget, 0, 1),
        )


def _loosened(budget: _Budget) -> tuple[Operation, ...]:
    """Return operations that let one pod be evicted at a time."""
    operations = [Operation("set", budget.object, ("spec", "maxUnavailable"), 1)]
    if budget.spec.get("minAvailable") is not None:
        operations.append(Operation("remove", budget.object, ("spec", "minAvailable")))
    return tuple(operations)


def _evictions(budget: _Budget, written: int, fixed: int) -> LintConsequence:
    def run(allowed: int) -> LintRun:
        return {"placed": allowed, "pending": budget.expected - allowed, "old": 0, "domains": {}}

    return {
        "situation": "evict",
        "pods": budget.expected,
        "key": "",
        "written": run(written),
        "fixed": run(fixed),
    }


def _selects_nothing(linted: LintInput) -> Iterator[Finding]:
    for budget in _budgets(linted):
        if budget.pods or budget.selector.empty:
            continue
        labels = [w.template.labels for w in linted.workloads if w.namespace == budget.namespace]
        if any(budget.selector.matches(of_pod) for of_pod in labels):  # a workload without pods
            continue
        written = (budget.spec.get("selector") or {}).get("matchLabels") or {}
        meant = next(
            (
                (key, other)
                for key, value in written.items()
                if (other := similar(str(value), {of_pod[key] for of_pod in labels if key in of_pod}))
            ),
            None,
        )
        if meant is None and not linted.has_nodes:
            continue
        path = ("spec", "selector", "matchLabels", meant[0]) if meant else ("spec", "selector")
        yield Finding(
            budget.object,
            path,
            {"selector": str(budget.selector), "namespace": budget.namespace},
            None if meant or linted.has_own_nodes else "note",
            fix=Fix((Operation("set", budget.object, path, meant[1]),), {"value": meant[1]})
            if meant
            else None,
        )


def _overlap(linted: LintInput) -> Iterator[Finding]:
    first: dict[str, _Budget] = {}
    for budget in _budgets(linted):
        shared = [first[pod.key] for pod in budget.pods if pod.key in first]
        if shared:
            yield Finding(
                budget.object,
                ("spec", "selector"),
                {"other": shared[0].object, "n": len(shared)},
                pods=len(shared),
            )
        for pod in budget.pods:
            first.setdefault(pod.key, budget)


def _keeps_unready_pods(linted: LintInput) -> Iterator[Finding]:
    """Yield budgets that are undercut already, so that not even their unready pods may be evicted."""
    unready = {
        f"{(m.get('metadata') or {}).get('namespace') or 'default'}/{(m.get('metadata') or {}).get('name')}"
        for m in linted.manifests
        if kind_of(m) == "Pod" and any(map(_is_unready, value_at(m, ("status", "conditions")) or ()))
    }
    for budget in _budgets(linted) if unready else ():
        if budget.spec.get("unhealthyPodEvictionPolicy") == "AlwaysAllow":
            continue
        unavailable, available = budget.spec.get("maxUnavailable"), budget.spec.get("minAvailable")
        if (unavailable is None) == (available is None):
            continue
        desired = budget.expected - budget.allowed(unavailable=unavailable, available=available)
        held = sum(pod.key in unready for pod in budget.pods)
        healthy = budget.expected - held
        if held and healthy < desired:
            field = ("spec", "unhealthyPodEvictionPolicy")
            yield Finding(
                budget.object,
                field if field[1] in budget.spec else ("spec",),
                {"n": held, "healthy": healthy, "desired": desired},
                pods=budget.expected,
                fix=Fix((Operation("set", budget.object, field, "AlwaysAllow"),)),
            )


def _is_unready(condition: Any) -> bool:
    return isinstance(condition, dict) and (condition.get("type"), condition.get("status")) == (
        "Ready",
        "False",
    )


def _two_bounds(linted: LintInput) -> Iterator[Finding]:
    for budget in _budgets(linted):
        if budget.spec.get("maxUnavailable") is not None and budget.spec.get("minAvailable") is not None:
            yield Finding(
                budget.object,
                ("spec", "minAvailable"),
                pods=budget.expected,
                fix=Fix((Operation("remove", budget.object, ("spec", "minAvailable")),)),
            )


RULES = (
    Rule(
        "budget-allows-nothing",
        "warning",
        "This budget blocks every drain",
        "{bound} lets none of its pods ({pods}) be evicted, even if all are healthy.",
        "The eviction API refuses each eviction that would violate the budget. kubectl drain, node "
        "upgrades and autoscalers then wait forever. Computed from the replicas in the input.",
        _allows_nothing,
        "maxUnavailable: 1",
    ),
    Rule(
        "budget-selects-nothing",
        "warning",
        "This budget protects no pod",
        "No pod in namespace {namespace} has {selector}.",
        "A budget selects pods by their labels, within its namespace. Without nodes in the input it is "
        "reported only if a similar label exists; on a sample cluster it is then a note, because the "
        "pods may be in another file.",
        _selects_nothing,
        "Change to {value}",
    ),
    Rule(
        "budgets-overlap",
        "warning",
        "Two budgets select the same pods",
        (
            "{n} pod also belongs to {other}: the API server refuses to evict a pod with two budgets.",
            "{n} pods also belong to {other}: the API server refuses to evict a pod with two budgets.",
        ),
        "The eviction API returns an error for a pod with more than one budget, whatever these allow.",
        _overlap,
    ),
    Rule(
        "budget-keeps-unready-pods",
        "warning",
        "Not even unready pods may be evicted",
        (
            "Healthy pods: {healthy}, required: {desired}. {n} unready pod blocks a drain too.",
            "Healthy pods: {healthy}, required: {desired}. {n} unready pods block a drain too.",
        ),
        "By default, IfHealthyBudget, an unready pod is protected like a healthy one while the budget is "
        "not met, so a pod that keeps crashing prevents its node from being drained. AlwaysAllow lets "
        "unready pods be evicted.",
        _keeps_unready_pods,
        "unhealthyPodEvictionPolicy: AlwaysAllow",
    ),
    Rule(
        "budget-with-two-bounds",
        "error",
        "The API server rejects this budget",
        "minAvailable and maxUnavailable exclude each other, but it has both.",
        "A PodDisruptionBudget may have only one of the two.",
        _two_bounds,
        "Keep only maxUnavailable",
    ),
)
