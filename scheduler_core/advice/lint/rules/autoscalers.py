"""HorizontalPodAutoscalers without a target, or with more replicas than the cluster takes."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.lint.autoscaled import Autoscaler, autoscalers
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.source import Operation

_SCALED = ("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController")
_NAME = ("spec", "scaleTargetRef", "name")


def _target(linted: LintInput, scaler: Autoscaler) -> LintedWorkload | None:
    return next((w for w in linted.workloads if scaler.scales(w.manifest)), None)


def _without_target(linted: LintInput) -> Iterator[Finding]:
    refused = {error.object for error in linted.errors}
    for scaler in autoscalers(linted.manifests):
        if scaler.kind not in _SCALED or any(scaler.scales(m) for m in linted.manifests):
            continue
        names = {
            str((m.get("metadata") or {}).get("name"))
            for m in linted.manifests
            if kind_of(m) == scaler.kind and (m["metadata"].get("namespace") or "default") == scaler.namespace
        }
        meant = similar(scaler.name, names) if not refused else None
        yield Finding(
            scaler.object,
            _NAME,
            {"target": f"{scaler.kind} {scaler.name}", "namespace": scaler.namespace},
            None if meant or linted.has_own_nodes else "note",
            fix=Fix((Operation("set", scaler.object, _NAME, meant),), {"meant": meant}) if meant else None,
        )


def _beyond_the_cluster(linted: LintInput) -> Iterator[Finding]:
    for scaler in autoscalers(linted.manifests):
        workload = _target(linted, scaler)
        if workload is None or not workload.pods or not scaler.most or scaler.most <= len(workload.pods):
            continue
        now = linted.runs.create(workload)
        most = linted.runs.create(workload, more=scaler.most - len(workload.pods))
        if now is None or most is None or now["pending"] or not most["pending"]:
            continue
        yield Finding(
            scaler.object,
            ("spec", scaler.most_field),
            {"most": scaler.most, "n": most["pending"]},
            None if linted.has_own_nodes else "note",
            pods=scaler.most,
            consequence={
                "situation": "create",
                "pods": scaler.most,
                "key": "",
                "written": most,
                "fixed": None,
            },
        )


RULES = (
    Rule(
        "autoscaler-without-target",
        "warning",
        "This autoscaler has nothing to scale",
        "Namespace {namespace} has no {target} in the input.",
        "scaleTargetRef names a workload in the autoscaler's own namespace. A note if the workload may be "
        "in another file; a warning if a similar name exists, or if the input is a whole cluster.",
        _without_target,
        "Change to {meant}",
    ),
    Rule(
        "autoscaler-beyond-cluster",
        "warning",
        "The cluster has no room for that many replicas",
        (
            "At maxReplicas {most}, {n} pod fits on no node.",
            "At maxReplicas {most}, {n} pods fit on no node.",
        ),
        "Proven by a run with maxReplicas: pods that do not fit stay pending, unless nodes are added. A "
        "note on a sample cluster.",
        _beyond_the_cluster,
        needs_nodes=True,
    ),
)
