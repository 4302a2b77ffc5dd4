"""Volume claims that fewer pods can use than do."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Rule
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.source import value_at

_ONE_POD = "ReadWriteOncePod"


def _shared_by_replicas(linted: LintInput) -> Iterator[Finding]:
    of_one_pod = {
        (
            str((m.get("metadata") or {}).get("namespace") or "default"),
            str((m.get("metadata") or {}).get("name")),
        )
        for m in linted.manifests
        if kind_of(m) == "PersistentVolumeClaim" and _ONE_POD in (value_at(m, ("spec", "accessModes")) or ())
    }
    for workload in linted.workloads:
        if len(workload.pods) < 2:
            continue
        for i, volume in enumerate(workload.spec.get("volumes") or ()):
            claim = value_at(volume, ("persistentVolumeClaim", "claimName"))
            if (workload.namespace, claim) in of_one_pod:
                yield Finding(
                    workload.object,
                    workload.path("volumes", i, "persistentVolumeClaim", "claimName"),
                    {"claim": str(claim), "n": len(workload.pods) - 1},
                    pods=len(workload.pods),
                    consequence=linted.runs.consequence(workload),
                )


RULES = (
    Rule(
        "one-pod-claim-shared",
        "error",
        "Replicas share a claim for one pod",
        (
            "The claim {claim} is ReadWriteOncePod: {n} other replica stays pending.",
            "The claim {claim} is ReadWriteOncePod: {n} other replicas stay pending.",
        ),
        "A ReadWriteOncePod volume can be used by a single pod in the cluster at a time. For a volume per "
        "replica, use a StatefulSet's volumeClaimTemplates.",
        _shared_by_replicas,
    ),
)
