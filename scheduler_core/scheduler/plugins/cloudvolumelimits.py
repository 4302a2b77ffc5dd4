"""Mirrors pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go @ v1.30.1; gone since v1.32."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.storage import PersistentVolumeClaim
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Verdicts, failure, unschedulable

from .volumehelper import ForeignClaims, claim_problem, is_migrated

_REASON = unschedulable("node(s) exceed max volume count")
_INSTANCE_TYPES = ("beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type")
_NITRO = re.compile(r"^[cmr]5.*|t3|z1d")


@dataclass(frozen=True, slots=True)
class CloudDisk:
    """A cloud's disks: their in-tree plugin, the resource with a node's limit, and the limit of nodes without it."""

    plugin: str
    resource: str
    default_limit: Callable[[Labels], int]


def _ebs_limit(labels: Labels) -> int:
    """Return the limit for the node's instance type (getMaxEBSVolume)."""
    instance_type = next((labels[key] for key in _INSTANCE_TYPES if key in labels), "")
    return 25 if _NITRO.search(instance_type) else 39


EBS = CloudDisk("kubernetes.io/aws-ebs", "attachable-volumes-aws-ebs", _ebs_limit)
GCE_PD = CloudDisk("kubernetes.io/gce-pd", "attachable-volumes-gce-pd", lambda labels: 16)
AZURE_DISK = CloudDisk("kubernetes.io/azure-disk", "attachable-volumes-azure-disk", lambda labels: 16)


class CloudVolumeLimits:
    """EBSLimits, GCEPDLimits or AzureDiskLimits: counts the in-tree volumes of nodes without a CSINode.

    On nodes with one NodeVolumeLimits counts them, as volumes of a CSI driver.
    """

    pre_filter_locality = Locality.NODE

    def __init__(self, handle: Handle, name: str, disk: CloudDisk) -> None:
        self.handle = handle
        self.name = name
        self._disk = disk
        self._storage = handle.objects.storage
        nodes, csi_nodes = handle.snapshot.nodes, self._storage.csi_nodes
        migrated = [is_migrated(handle.version, disk.plugin, csi_nodes.get(node.name)) for node in nodes]
        self._counts = ~np.array(migrated, dtype=bool)
        limits = [node.allocatable.get(disk.resource, disk.default_limit(node.labels)) for node in nodes]
        self._limits = np.array(limits, dtype=np.int64)
        self._used = handle.snapshot.zeros()
        self._users: dict[str, Counter[int]] = {}
        self._foreign = ForeignClaims(self._storage.claims)
        if self._counts.any():
            handle.snapshot.watch_volumes(self._update_volumes)
            handle.snapshot.watch_volumes(self._foreign.update)

    def _update_volumes(self, pod: Pod, node: int, sign: int) -> None:
        """Update the number of distinct volumes of a node."""
        for volume in set(self._volumes(pod)):
            users = self._users.setdefault(volume, Counter())
            users[node] += sign
            if users[node] == (1 if sign > 0 else 0):
                self._used[node] += sign
            if not users[node]:
                del users[node]

    def _volumes(self, pod: Pod) -> Iterator[str]:
        """Yield the pod's volumes of this kind by a name of their own, without missing claims (filterVolumes)."""
        for volume in pod.template.volumes:
            if volume.in_tree is not None and volume.in_tree.plugin == self._disk.plugin:
                yield volume.in_tree.name
            if volume.ephemeral and not self.handle.version.ephemeral_volumes_have_claims:
                continue
            name = volume.claim_name(pod.name)
            claim = self._storage.claims.get((pod.namespace, name)) if name else None
            if claim is not None and (disk := self._disk_of(claim)) is not None:
                yield disk

    def _disk_of(self, claim: PersistentVolumeClaim) -> str | None:
        """Return the name of the claim's disk; a claim without a volume stands for one of its class."""
        volume = self._storage.volumes.get(claim.volume_name)
        if volume is not None:
            is_one = volume.in_tree is not None and volume.in_tree.plugin == self._disk.plugin
            return volume.in_tree.name if volume.in_tree is not None and is_one else None
        storage_class = self._storage.classes.get(claim.storage_class)
        if storage_class is None or storage_class.provisioner != self._disk.plugin:
            return None
        return f"claim {claim.meta.key}"

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        relevant = any(
            volume.claim
            or volume.ephemeral
            or (volume.in_tree is not None and volume.in_tree.plugin == self._disk.plugin)
            for volume in pod.template.volumes
        )
        return PreFilterResult(SUCCESS if relevant else SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        nodes = self.handle.snapshot.rows[rows]
        verdicts = Verdicts(len(nodes))
        problem, _ = claim_problem(pod, self._storage.claims)
        if problem and self.handle.version.limits_need_claims:
            verdicts.reject(verdicts.passed, failure(problem))
            return verdicts
        volumes = set(self._volumes(pod))
        if volumes:
            self._foreign.reject(verdicts, self._counts[rows], nodes)
            exceeded = self._counts & (self._used + self._new_volumes(volumes) > self._limits)
            verdicts.reject(exceeded[rows], _REASON)
        return verdicts

    def _new_volumes(self, volumes: set[str]) -> IntArray:
        """Return per node how many of the volumes no pod uses there yet."""
        new = np.full(len(self.handle.snapshot), len(volumes), dtype=np.int64)
        for volume in volumes:
            new[list(self._users.get(volume, ()))] -= 1
        return new
