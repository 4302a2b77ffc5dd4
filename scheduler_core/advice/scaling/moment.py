"""The cluster at the end of a run, as manifests that an autoscaler reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.autoscaling.dumps.dump import Dump, read_dump
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.parsing import Manifest

_UNSCHEDULABLE = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}


def dump_of(recording: Recording, more: Sequence[Manifest] = ()) -> Dump:
    """Return the cluster as Karpenter sees it; manifests of other objects may take the place of those in the input."""
    machines = recording.scenario.machines
    return read_dump([*manifests_of(recording), *more], machines.types, machines.prices)


def manifests_of(recording: Recording) -> Iterator[Manifest]:
    """Yield the objects at the end of a run: pods that were placed run, others that were tried are unschedulable."""
    scenario = recording.scenario
    for (kind, key), manifest in scenario.objects.manifests.items():
        if kind != "Pod":
            yield manifest
        elif (node := recording.placements.get(key)) is not None:
            yield {**manifest, "spec": {**manifest["spec"], "nodeName": node}}
        else:
            yield unschedulable(manifest) if recording.attempts(key) else manifest
    yield from (m for m in scenario.manifests if m.get("kind") not in ("Pod", "Node"))


def unschedulable(manifest: Manifest) -> Manifest:
    """Return a pod as it is when no node took it."""
    status = {k: v for k, v in (manifest.get("status") or {}).items() if k != "nominatedNodeName"}
    others = [c for c in status.get("conditions") or () if c.get("type") != "PodScheduled"]
    return {**manifest, "status": {**status, "conditions": [*others, _UNSCHEDULABLE]}}
