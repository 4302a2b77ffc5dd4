"""Mirrors pkg/scheduler/framework/plugins/nodevolumelimits/csi.go @ v1.34.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha1
from typing import Literal

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.storage import PersistentVolumeClaim
from scheduler_core.kubernetes.objects.volumes import InTreeVolume, PodVolume
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import (
    SKIP,
    SUCCESS,
    Verdicts,
    failure,
    unresolvable,
    unschedulable,
)

from .volumehelper import MIGRATIONS, ForeignClaims, claim_problem, is_migrated

_REASON = unschedulable("node(s) exceed max volume count")
_LIMIT_PREFIX, _LONGEST_KEY = "attachable-volumes-csi-", 63
_NO_LIMIT = np.iinfo(np.int64).max


class VolumeLimitStep(TypedDict):
    """The volumes of a CSI driver on the node, those that the pod would add, and the node's limit."""

    kind: Literal["volume_limit"]
    driver: str
    used: int
    new: int
    limit: int | None
    """None if the node has no limit for this driver."""
    ok: bool


class DriverLimits(TypedDict):
    """A CSI driver with limits that the pod's volumes need, per node."""

    driver: str
    used: IntArray
    """The volumes that are attached, or that its pods use."""
    new: IntArray
    """Those that the pod would add."""
    limit: IntArray
    """-1 where there is none."""


class VolumeLimitOperands(TypedDict):
    """The volumes of nodes, by driver, against their limits."""

    kind: Literal["volume_limits"]
    drivers: list[DriverLimits]


@dataclass(frozen=True, slots=True)
class _Attachable:
    """A volume as its driver identifies it. `plugin` is the in-tree plugin that it was translated from, "" without."""

    driver: str
    handle: str
    plugin: str = field(default="", compare=False)


class MissingDriverStep(TypedDict):
    """A CSI driver without which nodes take no pod that needs it, and whether the node has it."""

    kind: Literal["missing_driver"]
    driver: str
    ok: bool


class NodeVolumeLimits:
    """Rejects nodes whose CSI drivers can't attach the pod's additional volumes.

    A volume that several pods of a node use counts once.
    """

    name = "NodeVolumeLimits"
    pre_filter_locality = Locality.NODE
    signed_fields = ("volumes",)

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self._limits = self._read_limits()
        self._used: dict[str, IntArray] = {driver: handle.snapshot.zeros() for driver in self._limits}
        self._users: dict[_Attachable, Counter[int]] = {}
        self._attached: set[tuple[str, str, int]] = set()
        self._limited = self._nodes_with_limits()
        self._foreign = ForeignClaims(handle.objects.storage.claims)
        if self._limits:
            if handle.version.attached_volumes_count:
                self._read_attachments()
            handle.snapshot.watch_volumes(self._update_volumes)
            handle.snapshot.watch_volumes(self._foreign.update)

    def _nodes_with_limits(self) -> BoolArray:
        limited = np.zeros(len(self.handle.snapshot), dtype=bool)
        for limits in self._limits.values():
            limited |= limits != _NO_LIMIT
        return limited

    def _read_limits(self) -> dict[str, IntArray]:
        """Return by driver the volume limit of each node: that of the CSINode, before it that of the Node's status."""
        snapshot = self.handle.snapshot
        limits = self._limits_of_status() if self.handle.version.node_status_has_volume_limits else {}
        for csi_node in self.handle.objects.storage.csi_nodes.values():
            node = snapshot.index.get(csi_node.name)
            for driver, limit in csi_node.limits.items() if node is not None else ():
                if limit is not None:
                    limits.setdefault(driver, np.full(len(snapshot), _NO_LIMIT, dtype=np.int64))[node] = limit
        return limits

    def _limits_of_status(self) -> dict[str, IntArray]:
        """Return the limits in status.allocatable, under `attachable-volumes-csi-` and the driver's name."""
        storage, snapshot = self.handle.objects.storage, self.handle.snapshot
        drivers = {v.csi_driver for v in storage.volumes.values()} | {
            c.provisioner for c in storage.classes.values()
        }
        limits: dict[str, IntArray] = {}
        for driver in sorted(drivers - {""}):
            key = _limit_key(driver)
            if any(key in node.allocatable for node in snapshot.nodes):
                listed = [node.allocatable.get(key, _NO_LIMIT) for node in snapshot.nodes]
                limits[driver] = np.array(listed, dtype=np.int64)
        return limits

    def _read_attachments(self) -> None:
        """Count attached volumes even if no pod uses them any more (getNodeVolumeAttachmentInfo)."""
        storage = self.handle.objects.storage
        for attachment in storage.attachments:
            volume = storage.volumes.get(attachment.volume)
            node = self.handle.snapshot.index.get(attachment.node_name)
            if node is None or volume is None or not volume.csi_driver or not attachment.attacher:
                continue
            key = (attachment.attacher, volume.csi_handle, node)
            if key not in self._attached and attachment.attacher in self._used:
                self._attached.add(key)
                self._used[attachment.attacher][node] += 1

    def _update_volumes(self, pod: Pod, node: int, sign: int) -> None:
        """Update the number of distinct volumes of a node."""
        for volume in set(self._volumes(pod)):
            if volume.driver not in self._used or not self._counts_on(volume, node):
                continue
            users = self._users.setdefault(volume, Counter())
            users[node] += sign
            if not users[node]:
                del users[node]
            changed = users[node] == (1 if sign > 0 else 0)
            if changed and (volume.driver, volume.handle, node) not in self._attached:
                self._used[volume.driver][node] += sign

    def _counts_on(self, volume: _Attachable, node: int) -> bool:
        """Return whether a volume counts there: a translated one only where there is a CSINode (isCSIMigrationOn)."""
        if not volume.plugin:
            return True
        csi_node = self.handle.objects.storage.csi_nodes.get(self.handle.snapshot.nodes[node].name)
        return is_migrated(self.handle.version, volume.plugin, csi_node)

    # -- volumes of a pod ---------------------------------------------------------------------------------

    def _volumes(self, pod: Pod) -> Iterator[_Attachable]:
        """Yield the pod's volumes that a CSI driver attaches, without missing claims (filterAttachableVolumes)."""
        version = self.handle.version
        for volume in pod.template.volumes:
            if volume.ephemeral and not version.ephemeral_volumes_have_claims:
                continue
            name = volume.claim_name(pod.name)
            claim = self.handle.objects.storage.claims.get((pod.namespace, name)) if name else None
            if claim is not None:
                attachable = self._of_claim(claim)
            elif volume.in_tree is not None and version.inline_volumes_migrate:
                attachable = _migrated(volume.in_tree)
            else:
                attachable = None
            if attachable is not None and attachable.driver and attachable.handle:
                yield attachable

    def _of_claim(self, claim: PersistentVolumeClaim) -> _Attachable | None:
        """Return the claim's volume, identified by the bound volume or else the storage class (getCSIDriverInfo)."""
        storage = self.handle.objects.storage
        volume = storage.volumes.get(claim.volume_name)
        if volume is not None:
            if volume.csi_driver:
                return _Attachable(volume.csi_driver, volume.csi_handle)
            return _migrated(volume.in_tree) if volume.in_tree else None
        storage_class = storage.classes.get(claim.storage_class)
        if storage_class is None:
            return None
        # There is no volume yet: the claim represents it, by a name that no volume has.
        handle = f"claim {claim.meta.key}"
        if storage_class.provisioner in MIGRATIONS:
            return _migrated(InTreeVolume(storage_class.provisioner, handle))
        return _Attachable(storage_class.provisioner, handle)

    # -- the framework's calls ----------------------------------------------------------------------------

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SUCCESS if any(map(_may_count, pod.template.volumes)) else SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        nodes = self.handle.snapshot.rows[rows]
        verdicts = Verdicts(len(nodes))
        version = self.handle.version
        problem, missing = claim_problem(pod, self.handle.objects.storage.claims)
        if problem and version.limits_need_claims:
            waits = missing and not version.missing_claim_is_error
            verdicts.reject(verdicts.passed, unresolvable(problem) if waits else failure(problem))
            return verdicts
        for driver, without in self._missing_drivers(pod).items():
            verdicts.reject(without[rows], unschedulable(f"{driver} CSI driver is not installed on the node"))
        self._foreign.reject(verdicts, self._looks_at_pods(pod)[rows], nodes)
        for driver, new in self._new_volumes(pod).items():
            exceeded = (new > 0) & (self._used[driver] > self._limits[driver] - new)
            verdicts.reject(exceeded[rows], _REASON)
        return verdicts

    def _looks_at_pods(self, pod: Pod) -> BoolArray:
        """Return per node whether the volumes of its pods are looked at: it has limits and the pod's volumes count."""
        counts = np.zeros(len(self.handle.snapshot), dtype=bool)
        for volume in dict.fromkeys(self._volumes(pod)):
            counts |= (
                [self._counts_on(volume, node) for node in range(len(counts))] if volume.plugin else True
            )
        return counts & self._limited

    def _missing_drivers(self, pod: Pod) -> dict[str, BoolArray]:
        """Return by driver without which nodes take no volume of it the nodes that lack it."""
        storage = self.handle.objects.storage
        if not (storage.required_drivers and self.handle.version.missing_drivers_reject):
            return {}
        csi_nodes = [storage.csi_nodes.get(node.name) for node in self.handle.snapshot.nodes]
        return {
            driver: np.array([node is None or driver not in node.limits for node in csi_nodes], dtype=bool)
            for driver in dict.fromkeys(volume.driver for volume in self._volumes(pod))
            if driver in storage.required_drivers
        }

    def _new_volumes(self, pod: Pod) -> dict[str, IntArray]:
        """Return by driver with limits the number of the pod's volumes that no pod on each node uses yet."""
        new: dict[str, IntArray] = {}
        for volume in dict.fromkeys(self._volumes(pod)):
            if volume.driver not in self._limits:
                continue
            more = new.setdefault(volume.driver, self.handle.snapshot.zeros())
            if volume.plugin:
                more += [self._counts_on(volume, node) for node in range(len(more))]
            else:
                more += 1
            users = self._users.get(volume)
            if users:
                more[list(users)] -= 1
        return new

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Queue if the deleted pod has volumes that may count (isSchedulableAfterPodDeleted)."""
        if event.kind is not EventKind.AssignedPodDelete or event.pod is None:
            return None
        return Hint.Queue if any(map(_may_count, event.pod.template.volumes)) else Hint.QueueSkip

    def filter_operands(self, state: CycleState, pod: Pod) -> VolumeLimitOperands:
        return {
            "kind": "volume_limits",
            "drivers": [
                {
                    "driver": driver,
                    "used": self._used[driver],
                    "new": new,
                    "limit": np.where(self._limits[driver] == _NO_LIMIT, -1, self._limits[driver]),
                }
                for driver, new in self._new_volumes(pod).items()
            ],
        }

    def explain_filter(
        self, state: CycleState, pod: Pod, node: int
    ) -> list[VolumeLimitStep | MissingDriverStep]:
        steps: list[VolumeLimitStep | MissingDriverStep] = [
            {"kind": "missing_driver", "driver": driver, "ok": not missing[node]}
            for driver, missing in self._missing_drivers(pod).items()
        ]
        for driver, per_node in self._new_volumes(pod).items():
            new, used, limit = (int(a[node]) for a in (per_node, self._used[driver], self._limits[driver]))
            steps.append(
                {
                    "kind": "volume_limit",
                    "driver": driver,
                    "used": used,
                    "new": new,
                    "limit": None if limit == _NO_LIMIT else limit,
                    "ok": not new or used + new <= limit,
                }
            )
        return steps


def _may_count(volume: PodVolume) -> bool:
    return bool(volume.claim) or volume.ephemeral or volume.in_tree is not None


def _migrated(volume: InTreeVolume) -> _Attachable | None:
    """Return the in-tree volume as one of its CSI driver, None if it has no limit."""
    migration = MIGRATIONS[volume.plugin]
    if not migration.has_limit:
        return None
    return _Attachable(migration.driver, volume.handle, volume.plugin)


def _limit_key(driver: str) -> str:
    """Return the resource under which a node's status has a driver's limit (GetCSIAttachLimitKey)."""
    if len(_LIMIT_PREFIX) + len(driver) < _LONGEST_KEY:
        return _LIMIT_PREFIX + driver
    return f"{_LIMIT_PREFIX}{driver[:23]}{sha1(driver.encode(), usedforsecurity=False).hexdigest()[:16]}"
