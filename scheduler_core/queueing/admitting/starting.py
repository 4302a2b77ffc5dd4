"""What an admission makes of a job: it runs, and its pods carry labels, tolerations and gates of their flavors.

Mirrors pkg/podset/podset.go and RunWithPodSetsInfo of the integrations @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.queueing.objects.workload import PodSetAdmission, Workload
from scheduler_core.queueing.workloads.integration import (
    Integration,
    NoSuchObject,
    Runtimes,
    items_at,
    with_value,
)
from scheduler_core.queueing.workloads.names import POD_SET, TOPOLOGY_GATE, WORKLOAD

Flavors = Mapping[str, Manifest]
"""The manifests of ResourceFlavors by name."""


def started(
    job: Manifest, integration: Integration, workload: Workload, flavors: Flavors, runtimes: Runtimes
) -> Manifest:
    """Return an admitted job that is not suspended, with what its pods get."""
    admission = workload.admission
    assert admission is not None, "only an admitted workload is started"
    pod_sets = {pod_set.name: pod_set for pod_set in integration.pod_sets(_whole(job, integration, runtimes))}
    for part in admission.pod_sets:
        if pod_set := pod_sets.get(part.name):
            change = partial(merged, part=part, workload=workload, flavors=flavors)
            job = integration.given(job, pod_set, change)
    first = admission.pod_sets[0]
    if first.count is not None:
        job = integration.resized(job, first.count)
    return with_value(job, integration.suspend, new=False)


def _whole(job: Manifest, integration: Integration, runtimes: Runtimes) -> Manifest:
    """Return the object with the pod templates of a job; the job itself where its runtime is gone by now."""
    try:
        return integration.spelled_out(job, runtimes)
    except NoSuchObject:
        return job


def merged(template: Manifest, part: PodSetAdmission, workload: Workload, flavors: Flavors) -> Manifest:
    """Return a pod template, or a pod, with what flavors and places ask for; what it has itself stays (Merge)."""
    spec, meta = mapping(template, "spec"), mapping(template, "metadata")
    specs = [mapping(flavors.get(name), "spec") for name in dict.fromkeys(part.flavors.values())]
    if selector := _first_kept(spec.get("nodeSelector"), *(flavor.get("nodeLabels") for flavor in specs)):
        spec = {**spec, "nodeSelector": selector}
    tolerations = [t for flavor in specs for t in items_at(flavor, ("tolerations",))]
    if tolerations:
        spec = {**spec, "tolerations": _joined(spec.get("tolerations"), tolerations)}
    if part.topology is not None:
        gates = _joined(spec.get("schedulingGates"), [{"name": TOPOLOGY_GATE}])
        spec = {**spec, "schedulingGates": gates}
        meta = {
            **meta,
            "labels": {**mapping(meta, "labels"), POD_SET: part.name},
            "annotations": {**mapping(meta, "annotations"), WORKLOAD: workload.name},
        }
    return {**template, "metadata": meta, "spec": spec}


def restored(job: Manifest, integration: Integration, workload: Manifest) -> Manifest:
    """Return an evicted job, suspended, with its pods as they were before its admission (RestorePodSetsInfo)."""
    written = {part.get("name"): part for part in map(mapping, items_at(workload, ("spec", "podSets")))}
    for pod_set in integration.pod_sets(job):
        spec = mapping(written.get(pod_set.name), "template", "spec")
        job = integration.given(job, pod_set, partial(_restored, spec=spec))
    return with_value(job, integration.suspend, new=True)


def _restored(template: Manifest, spec: Manifest) -> Manifest:
    """Return a template with what an admission changes as this specification has it."""
    before = {field: spec.get(field) for field in ("nodeSelector", "tolerations", "schedulingGates")}
    return {**template, "spec": {**mapping(template, "spec"), **before}}


def _first_kept(*mappings: Any) -> dict[str, str]:
    first: dict[str, str] = {}
    for entries in mappings:
        first = {**mapping(entries), **first}
    return first


def _joined(items: Any, more: list[Any]) -> list[Any]:
    joined = list(items) if isinstance(items, list) else []
    return joined + [item for item in more if item not in joined]
