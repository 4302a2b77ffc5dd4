"""Rolling updates that can never make progress."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Rule
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.controlplane.controllers.deployment import Fenceposts, fenceposts
from scheduler_core.kubernetes.objects.affinity import Affinity
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.source import Operation, value_at

from .affinity import REQUIRED, terms

_STRATEGY = ("spec", "strategy", "rollingUpdate")
_DAEMON_STRATEGY = ("spec", "updateStrategy", "rollingUpdate")
_ZEROS = (0, "0%")
_HASH = "pod-template-hash"


def _rolling(linted: LintInput) -> Iterator[LintedWorkload]:
    for workload in linted.workloads:
        strategy = value_at(workload.manifest, ("spec", "strategy", "type"))
        if workload.kind == "Deployment" and strategy in (None, "RollingUpdate") and workload.pods:
            yield workload


def _one_by_one(workload: LintedWorkload) -> tuple[Operation, ...]:
    """Return the operation after which an old pod goes before a new one comes."""
    rolling = {"maxSurge": 0, "maxUnavailable": 1}
    return (Operation("set", workload.object, _STRATEGY, rolling),)


def _is_constrained(template: PodTemplate) -> bool:
    hard = any(constraint.when_unsatisfiable == "DoNotSchedule" for constraint in template.spread)
    return bool(hard or template.host_ports or template.affinity.pod_anti.required)


def _unconstrained(template: PodTemplate) -> PodTemplate:
    affinity = Affinity(template.affinity.node, template.affinity.pod)
    return replace(template, affinity=affinity, spread=(), host_ports=())


def _rollout_hangs(linted: LintInput) -> Iterator[Finding]:
    for workload in _rolling(linted):
        replicas = len(workload.pods)
        rolling = value_at(workload.manifest, _STRATEGY) or {}
        bounds = fenceposts(rolling.get("maxSurge"), rolling.get("maxUnavailable"), replicas)
        if bounds.unavailable or not _is_constrained(workload.template):
            continue
        written = linted.runs.rollout(workload, bounds)
        if written is None or not written["pending"]:
            continue
        free = linted.runs.rollout(workload, bounds, _unconstrained)
        fixed = linted.runs.rollout(workload, Fenceposts(0, 1))
        if free is None or free["pending"]:  # there is no room for one more pod
            continue
        operations = _one_by_one(workload)
        helps = fixed is not None and not fixed["pending"]
        yield Finding(
            workload.object,
            ("spec", "replicas"),
            {"n": replicas, "surge": bounds.surge},
            pods=replicas,
            fix=Fix(operations) if helps else None,
            consequence={
                "situation": "rollout",
                "pods": replicas,
                "key": "",
                "written": written,
                "fixed": fixed if helps else None,
            },
        )


def _old_pods_without_label_keys(linted: LintInput) -> Iterator[Finding]:
    for workload in _rolling(linted):
        for term in terms(workload):
            if term.kind != "podAntiAffinity" or term.listed != REQUIRED:
                continue
            if _HASH not in (term.written.get("matchLabelKeys") or ()):
                continue
            running = (pod for pod in workload.pods if pod.node_name)
            old = [pod for pod in running if _still_repels(linted, pod.template, workload)]
            if old:
                yield Finding(
                    workload.object,
                    workload.path(*term.path, "matchLabelKeys"),
                    {"n": len(old), "key": term.term.topology_key},
                    pods=len(workload.pods),
                    fix=Fix(_one_by_one(workload)),
                )


def _still_repels(linted: LintInput, old: PodTemplate, workload: LintedWorkload) -> bool:
    """Return whether a running pod's own term refuses the pods of the new revision."""
    labels = {**workload.template.labels, _HASH: "next"}
    namespace = workload.namespace
    of_namespace = linted.scenario.objects.namespaces.get(namespace, {})
    return any(term.matches(namespace, labels, of_namespace) for term in old.affinity.pod_anti.required)


def _neither_surge_nor_unavailable(linted: LintInput) -> Iterator[Finding]:
    for workload in linted.workloads:
        strategy = _STRATEGY if workload.kind == "Deployment" else _DAEMON_STRATEGY
        rolling = value_at(workload.manifest, strategy)
        if workload.kind not in ("Deployment", "DaemonSet") or not isinstance(rolling, dict):
            continue
        if workload.is_daemon:
            rolling = {"maxSurge": 0, "maxUnavailable": 1, **rolling}
        if all(rolling.get(field) in _ZEROS for field in ("maxSurge", "maxUnavailable")):
            path = (*strategy, "maxUnavailable")
            yield Finding(
                workload.object,
                path,
                pods=len(workload.pods),
                fix=Fix((Operation("set", workload.object, path, 1),)),
            )


RULES = (
    Rule(
        "rollout-without-a-step",
        "error",
        "The API server rejects this rollout",
        "maxSurge and maxUnavailable are both 0: no pod could be added or removed.",
        "One of the two must allow the rollout to take a step.",
        _neither_surge_nor_unavailable,
        "maxUnavailable: 1",
    ),
    Rule(
        "rollout-hangs",
        "error",
        "Every rollout hangs",
        (
            "{n} replica uses every place that the constraints allow, maxSurge is {surge} and "
            "maxUnavailable is 0: the first new pod fits on no node.",
            "{n} replicas use every place that the constraints allow, maxSurge is {surge} and "
            "maxUnavailable is 0: the first new pod fits on no node.",
        ),
        "A rolling update with maxSurge creates a new pod before it deletes an old one. If each domain "
        "allows one pod and has one, the new pod waits for room that only an old pod could free. The "
        "default strategy (25% and"
        " 25%) does the same below four replicas.",
        _rollout_hangs,
        "maxSurge: 0, maxUnavailable: 1",
        needs_nodes=True,
    ),
    Rule(
        "match-label-keys-too-late",
        "warning",
        "Running pods still repel the new ones",
        (
            "matchLabelKeys is new in this revision: the anti-affinity over {key} of {n} running pod "
            "still matches the new pods.",
            "matchLabelKeys is new in this revision: the anti-affinity over {key} of {n} running pods "
            "still matches the new pods.",
        ),
        "Anti-affinity is symmetric: terms of running pods count too. A rollout that adds matchLabelKeys "
        "hangs like earlier ones; only the next one does not.",
        _old_pods_without_label_keys,
        "maxSurge: 0, maxUnavailable: 1",
        needs_nodes=True,
    ),
)
