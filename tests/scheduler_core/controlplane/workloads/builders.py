"""Builders of workload manifests, and readers of the pods that a scenario creates for them."""

from __future__ import annotations

from typing import Any

from scheduler_core import Scenario
from scheduler_core.controlplane.workloads.workload import API_VERSIONS
from scheduler_core.kubernetes.objects.pod import Pod
from tests.builders import Manifest, make_pod


def make_workload(
    kind: str, name: str, *, app: str = "web", pod: Manifest | None = None, **spec: Any
) -> Manifest:
    """Return a workload whose pods have the label `app`; `pod` are more fields of their spec."""
    template = {"metadata": {"labels": {"app": app}}, "spec": {**make_pod("p")["spec"], **(pod or {})}}
    selector: Manifest = {"app": app} if kind == "ReplicationController" else {"matchLabels": {"app": app}}
    selected = {} if kind == "Job" else {"selector": selector}
    return {
        "apiVersion": API_VERSIONS[kind],
        "kind": kind,
        "metadata": {"name": name, "uid": f"uid-of-{name}"},
        "spec": {"template": template, **selected, **spec},
    }


def owned(pod: Manifest, kind: str, name: str) -> Manifest:
    """Return the pod with a controller."""
    owner = {
        "apiVersion": API_VERSIONS[kind],
        "kind": kind,
        "name": name,
        "uid": f"uid-of-{name}",
        "controller": True,
    }
    return {**pod, "metadata": {**pod["metadata"], "ownerReferences": [owner]}}


def scenario_of(*manifests: Manifest) -> Scenario:
    return Scenario.from_content({"objects": list(manifests), "config": None})


def pods_of(*manifests: Manifest) -> list[Pod]:
    return scenario_of(*manifests).objects.pods


def names_of(*manifests: Manifest) -> list[str]:
    return [pod.name for pod in pods_of(*manifests)]


def default_class(name: str, **fields: Any) -> Manifest:
    """Return the default StorageClass."""
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": name, "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
        "provisioner": "example.com/disk",
        **fields,
    }
