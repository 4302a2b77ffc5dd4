"""Kubeflow's training jobs: a pod set for each type of replicas that a job has, in the order of its framework.

Mirrors pkg/controller/jobs/kubeflow/kubeflowjob/kubeflowjob_controller.go, the folders beside it, and
pkg/controller/jobs/mpijob/mpijob_controller.go @ v0.19.2.
"""

from __future__ import annotations

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.templates import REPLICAS

from .integration import Integration, PodSetTemplate, number


def _integration(kind: str) -> Integration:
    field, types = REPLICAS[kind]

    def pod_sets(job: Manifest) -> list[PodSetTemplate]:
        replicas = mapping(job, "spec", field)
        return [
            PodSetTemplate(
                type_.lower(),
                number(mapping(replicas[type_]).get("replicas"), 1),
                ("spec", field, type_, "template"),
                replicas=("spec", field, type_, "replicas"),
            )
            for type_ in types
            if replicas.get(type_) is not None
        ]

    return Integration(
        kind,
        pod_sets,
        ("spec", "runPolicy", "suspend"),
        priority_class=_priority_class,
    )


def _priority_class(job: Manifest) -> str:
    """Return the PriorityClass that the job names for its pods as a whole, "" without one (PriorityClass)."""
    return str(mapping(job, "spec", "runPolicy", "schedulingPolicy").get("priorityClass") or "")


TRAINING_JOBS = tuple(map(_integration, REPLICAS))
