"""Two sets of NodePools: where the pods of Karpenter's nodes would be with each, if all were made anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from scheduler_core.autoscaling.dumps.dump import Dump, read_dump
from scheduler_core.autoscaling.objects.labels import NODEPOOL
from scheduler_core.autoscaling.provisioning.creation import cheapest
from scheduler_core.autoscaling.provisioning.provisioner import schedule
from scheduler_core.autoscaling.provisioning.scheduler import Progress
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.parsing import Manifest

from .contract import MovedPod, PoolComparison, PoolsOutcome
from .moment import manifests_of

_UNSCHEDULABLE = {"PodScheduled": ("False", "Unschedulable")}
_EXISTING = ""  # a node that is not Karpenter's


def compare_pools(
    recording: Recording, nodepools: Sequence[Manifest], progress: Progress | None = None
) -> PoolComparison:
    """Return what changes if these NodePools take the place of those in the input."""
    manifests = list(manifests_of(recording))
    machines = recording.scenario.machines
    former = [manifest for manifest in manifests if manifest.get("kind") == "NodePool"]
    others = [manifest for manifest in manifests if manifest.get("kind") != "NodePool"]
    dumps = [read_dump([*others, *pools], machines.types, machines.prices) for pools in (former, nodepools)]
    names = {manifest["metadata"]["name"] for manifest in nodepools}
    before = _outcome(_anew(dumps[0]), progress)
    after = _outcome(_anew(dumps[1], names), progress)
    moved: list[MovedPod] = [
        {"pod": pod, "before": before["placed"].get(pod), "after": after["placed"].get(pod)}
        for pod in sorted(before["placed"].keys() | after["placed"].keys())
        if before["placed"].get(pod) != after["placed"].get(pod)
    ]
    basis = dumps[1].basis
    return {
        "before": before,
        "after": after,
        "moved": moved,
        "unused": sorted(names - after["nodes"].keys()),
        "basis": {"seen": list(basis.seen), "given": basis.given, "priced": basis.priced},
        "notes": [str(note) for note in dumps[1].notes],
    }


def _anew(dump: Dump, names: Collection[str] | None = None) -> Dump:
    """Return the dump with the NodePools of these names, or all, but without Karpenter's nodes: their pods wait."""
    objects = dump.cluster.objects
    gone = {node.name for node in objects.nodes if NODEPOOL in node.labels}
    pods = [
        replace(pod, node_name="", nominated_node_name="", conditions=_UNSCHEDULABLE)
        if pod.node_name in gone
        else pod
        for pod in objects.pods
        if pod.node_name not in gone or pod.reschedulable
    ]
    left = replace(
        objects,
        pods=pods,
        nodes=[node for node in objects.nodes if node.name not in gone],
        nodeclaims=[],
        nodepools=[pool for pool in objects.nodepools if names is None or pool.name in names],
    )
    return replace(dump, cluster=replace(dump.cluster, objects=left))


def _outcome(dump: Dump, progress: Progress | None) -> PoolsOutcome:
    recorder = Recorder()
    results = schedule(dump.cluster, recorder, progress)
    claims = results.new_nodeclaims if results else []
    launched = [cheapest(claim) for claim in claims]
    prices = [offer[1].price for offer in launched if offer is not None]
    placed = {pod.key: claim.nodepool for claim in claims for pod in claim.pods}
    for existing in results.existing_nodes if results else ():
        placed |= {pod.key: _EXISTING for pod in existing.pods}
    refused = {pod.key: str(error) for pod, error in results.pod_errors.items()} if results else {}
    waiting = [pod.key for pod in dump.cluster.objects.pods if pod.provisionable]
    return {
        "nodes": dict(Counter(claim.nodepool for claim in claims)),
        "price": sum(prices) if dump.basis.priced and len(prices) == len(claims) else None,
        "placed": placed,
        "refused": {key: refused.get(key, "") for key in waiting if key not in placed},
    }
