"""What Kueue writes into jobs and pods, for the report of what was filled in before the scheduler looked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scheduler_core.controlplane.admission.report import Cause, FillIn
from scheduler_core.controlplane.workloads.pods import labels_of, namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.loading import SourceManifest
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import path_text
from scheduler_core.queueing.workloads.integration import Path, items_at, mapping_at, value_at
from scheduler_core.queueing.workloads.names import QUEUE
from scheduler_core.queueing.workloads.registry import INTEGRATIONS

from .admitting import Queued
from .owners import workload_key
from .starting import Flavors
from .webhooks import object_name

_KUEUE = "Kueue"


def queueing_fill_ins(
    written: Sequence[Any], queued: Queued, sources: Sequence[SourceManifest]
) -> Iterator[tuple[FillIn, str]]:
    """Yield what Kueue's webhooks and an admission changed, with the object.

    `written` are the manifests of the input, `sources` what is read after Kueue.
    """
    for before, after in zip(written, queued.manifests, strict=True):
        if (
            before is not after
            and isinstance(before, dict)
            and (name := object_name(after)) in queued.owners.jobs
        ):
            yield from ((fill_in, name) for fill_in in _of_job(before, after, queued, name))
    for source in sources:
        if source.written is not None and workload_key(source.manifest) in queued.owners.pods:
            name = f"Pod {workload_key(source.manifest)}"
            yield from ((f, name) for f in _of_template(source.written, source.manifest, (), queued.flavors))


def _of_job(before: Manifest, after: Manifest, queued: Queued, name: str) -> Iterator[FillIn]:
    integration, queue = INTEGRATIONS[kind_of(after)], labels_of(after).get(QUEUE, "")
    if QUEUE not in labels_of(before) and queue:
        cause = Cause(_KUEUE, f"LocalQueue {namespace_of(after)}/{queue}")
        yield FillIn(f"metadata.labels.{QUEUE}", queue, cause)
    suspended = value_at(after, integration.suspend)
    if suspended != value_at(before, integration.suspend):
        workload = queued.admitted(queued.owners.jobs[name])
        admission = workload.admission if workload else None
        by = f"ClusterQueue {admission.cluster_queue}" if admission else f"LocalQueue {queue}"
        yield FillIn(path_text(integration.suspend), str(suspended).lower(), Cause(_KUEUE, by))
    for part in integration.pod_sets(after):
        templates = mapping_at(before, part.path), mapping_at(after, part.path)
        yield from _of_template(*templates, part.path, queued.flavors)


def _of_template(before: Manifest, after: Manifest, path: Path, flavors: Flavors) -> Iterator[FillIn]:
    """Yield what a pod template, or a pod, got: selectors, tolerations and gates."""
    old, new = mapping(before, "spec"), mapping(after, "spec")
    for key, value in mapping(new, "nodeSelector").items():
        if mapping(old, "nodeSelector").get(key) != value:
            cause = Cause(_KUEUE, _flavor_of(key, value, flavors))
            yield FillIn(path_text((*path, "spec", "nodeSelector")), f"{key}={value}", cause, added=True)
    for field in ("tolerations", "schedulingGates"):
        had = items_at(old, (field,))
        for item in map(mapping, items_at(new, (field,))):
            if item not in had:
                text = str(item.get("name") or ":".join(str(v) for v in item.values()))
                yield FillIn(path_text((*path, "spec", field)), text, Cause(_KUEUE), added=True)


def _flavor_of(key: str, value: object, flavors: Flavors) -> str:
    """Return the ResourceFlavor that a selector comes from, "" for that of a place in a topology."""
    matching = (n for n, flavor in flavors.items() if mapping(flavor, "spec", "nodeLabels").get(key) == value)
    return next((f"ResourceFlavor {name}" for name in matching), "")
