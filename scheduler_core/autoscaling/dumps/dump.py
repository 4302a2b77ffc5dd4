"""Karpenter's view of the cluster of an input, with what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scheduler_core.autoscaling.disruption.conditions import CONSOLIDATABLE, reconciled
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.labels import NODEPOOL, WELL_KNOWN
from scheduler_core.autoscaling.objects.node import read_nodeclaim
from scheduler_core.autoscaling.objects.nodepool import NodePool, read_nodepool
from scheduler_core.autoscaling.objects.objects import Objects, read_objects
from scheduler_core.autoscaling.objects.pod import Pod, read_pod
from scheduler_core.autoscaling.objects.settings import Settings
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.times import seconds
from scheduler_core.sentences import Sentence, worded

from .filled import filled, is_of_karpenter, with_defaults
from .providers import provider_of
from .types import Basis, any_type, known_types


@dataclass(frozen=True)
class Dump:
    """An input as Karpenter would see it. `notes` say what is assumed of it."""

    cluster: Cluster
    basis: Basis
    notes: tuple[Sentence, ...] = ()
    failed_claims: dict[str, str] = field(default_factory=dict)
    """Why NodeClaims were not launched, by NodePool: the newest of each."""

    def changed(self, nodepools: Sequence[Manifest], pod: Manifest, *, most: int) -> Dump:
        """Return the dump with some NodePools and a pod as they are in other manifests.

        Of more than `most` pending pods, the others do not wait.
        """
        objects = self.cluster.objects
        changed = {pool.name: pool for pool in map(self._read_nodepool, nodepools)}
        own = read_pod(ManifestField(pod, "", Problems()), with_limits=True)
        is_many = sum(other.provisionable for other in objects.pods) > most
        pods = [p for p in objects.pods if p.key != own.key and not (is_many and p.provisionable)]
        pods = sorted([*pods, own], key=lambda p: (p.namespace, p.name))
        pools = [changed.get(pool.name, pool) for pool in objects.nodepools]
        return self._with(replace(objects, nodepools=pools, pods=pods))

    def _read_nodepool(self, manifest: Manifest) -> NodePool:
        name = manifest["metadata"]["name"]
        former = next(pool.node_class for pool in self.cluster.objects.nodepools if pool.name == name)
        node_class = {"group": former.group, "kind": former.kind, "name": former.name}
        return read_nodepool(ManifestField(with_defaults(manifest, node_class), "", Problems()))

    def _with(self, objects: Objects) -> Dump:
        return replace(self, cluster=replace(self.cluster, objects=objects))

    def alone(self, pod: Pod, nodepool: str) -> Cluster:
        """Return the cluster with one pod that waits, and one NodePool."""
        objects = self.cluster.objects
        pods = [other for other in objects.pods if other is pod or not other.provisionable]
        pools = [pool for pool in objects.nodepools if pool.name == nodepool]
        return self._with(replace(objects, nodepools=pools, pods=pods)).cluster

    def with_any_type(self, pod: Pod) -> Cluster:
        """Return the cluster with NodePools that could have whatever type the pod needs."""
        types = InstanceTypes([any_type(pod.requests)], self.cluster.settings.well_known)
        return replace(self.cluster, types=dict.fromkeys(self.cluster.types, types))


def concerns_karpenter(manifests: Iterable[Manifest]) -> bool:
    """Return whether Karpenter is there: it has a NodePool, or made a node."""
    return any(
        is_of_karpenter(m, "NodePool")
        or (m.get("kind") == "Node" and NODEPOOL in ((m.get("metadata") or {}).get("labels") or {}))
        for m in manifests
    )


@paused_collector()
def read_dump(
    manifests: Sequence[Manifest], given: Sequence[Manifest] = (), prices: Mapping[str, Any] = {}
) -> Dump:
    """Return what Karpenter would see. `given` are instance types in the form of the recordings, with prices by name.

    Pods have their node, or the condition Unschedulable, as they would at the API server.
    """
    readable, notes = _readable(manifests)
    complete, assumed = filled(readable)
    objects = read_objects(complete, Problems(), with_limits=True)
    providers = [provider_of(pool.node_class.group) for pool in objects.nodepools]
    well_known = WELL_KNOWN.union(*(provider.labels for provider in providers))
    reservation = next((p.reservation_label for p in providers if p.reservation_label), "")
    types, basis = known_types(objects, given, prices, _zones(objects, manifests), well_known)
    cluster = Cluster(
        now=_now(objects),
        settings=Settings(well_known=well_known, reservation_label=reservation),
        objects=objects,
        types=types,
    )
    if any(CONSOLIDATABLE not in claim.conditions for claim in objects.nodeclaims):
        cluster = reconciled(cluster, {})
    return Dump(cluster, basis, (*notes, *assumed), _failed_claims(objects))


def _readable(manifests: Iterable[Manifest]) -> tuple[list[Manifest], list[Sentence]]:
    """Return the manifests without those of Karpenter's that cannot be read, of which notes tell."""
    readable, notes = [], []
    for manifest in manifests:
        problems = Problems()
        at = ManifestField(manifest, "", problems)
        if is_of_karpenter(manifest, "NodePool"):
            read_nodepool(at)
        elif is_of_karpenter(manifest, "NodeClaim"):
            read_nodeclaim(at)
        if not problems.entries:
            readable.append(manifest)
            continue
        notes.append(
            worded(
                "{kind} {name} is left out, it cannot be read: {error}",
                kind=str(manifest["kind"]),
                name=str(
                    (manifest.get("metadata") or {}).get("name")
                    if isinstance(manifest.get("metadata"), dict)
                    else ""
                ),
                error=problems.errors()[0].sentence,
            )
        )
    return readable, notes


def _zones(objects: Objects, manifests: Iterable[Manifest]) -> list[str]:
    """Return the zones in which nodes can be made: those of NodeClasses' subnets, or of the nodes that are there."""
    of_classes = {zone for manifest in manifests for zone in _zones_of_class(manifest)}
    if of_classes:
        return sorted(of_classes)
    of_pools = (pool.requirements.of(ZONE) for pool in objects.nodepools)
    listed = {zone for required in of_pools if not required.complement for zone in required.values}
    return sorted(listed | {zone for node in objects.nodes if (zone := node.labels.get(ZONE))})


def _zones_of_class(manifest: Manifest) -> Iterator[str]:
    kind, status = manifest.get("kind"), manifest.get("status")
    if isinstance(kind, str) and kind.endswith("NodeClass") and isinstance(status, dict):
        for subnet in ManifestField(status, "", Problems()).children("subnets"):
            if zone := subnet.text("zone"):
                yield zone


def _now(objects: Objects) -> float:
    """Return the latest time that the input tells, when the dump was made at the earliest."""
    times = [
        *(pod.created for pod in objects.pods),
        *(pod.started for pod in objects.pods),
        *(claim.created for claim in objects.nodeclaims),
        *(claim.last_pod_event for claim in objects.nodeclaims),
        *(condition.changed for claim in objects.nodeclaims for condition in claim.conditions.values()),
    ]
    return max(map(seconds, filter(None, times)), default=0.0)


def _failed_claims(objects: Objects) -> dict[str, str]:
    """Return the reason and message of the condition Launched where it is not True, by NodePool."""
    failed: dict[str, str] = {}
    for claim in sorted(objects.nodeclaims, key=lambda c: seconds(c.created)):
        launched = claim.condition("Launched")
        if launched.status not in ("", "True") and launched.reason:
            text = launched.reason + (f": {launched.message}" if launched.message else "")
            failed[claim.labels.get(NODEPOOL, "")] = f"{claim.name}: {text}"
    return failed
