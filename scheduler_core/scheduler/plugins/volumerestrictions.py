"""Mirrors pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go @ v1.34.1."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, Self

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.storage import ClaimKey
from scheduler_core.kubernetes.objects.volumes import Disk
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Verdicts, unresolvable, unschedulable

from .volumehelper import locality_of_volumes, not_found

_NO_DISK = unschedulable("node(s) had no available disk")
_ONCE_POD = "ReadWriteOncePod"


class VolumeConflictStep(TypedDict):
    """A disk or ReadWriteOncePod claim of the pod, and the pod that already uses it."""

    kind: Literal["volume_conflict"]
    volume: str
    """The volume's name in the pod."""
    claim: str | None
    """The ReadWriteOncePod claim, namespace/name; None for a disk."""
    pod: str | None
    """The pod that already uses it, None if there is none."""
    ok: bool


@dataclass(slots=True)
class _OncePod:
    """The names of the pod's ReadWriteOncePod claims, and the number of conflicting uses."""

    claims: frozenset[str]
    conflicts: int

    def clone(self) -> Self:
        return replace(self)


class VolumeRestrictions:
    """Rejects nodes where the pod would share a disk, and pods whose ReadWriteOncePod claim is in use."""

    name = "VolumeRestrictions"
    missing_pre_filter = 'cannot read "PreFilterVolumeRestrictions" from cycleState'
    pre_filter_locality = staticmethod(locality_of_volumes)
    signed_fields = ("volumes",)

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self._users: Counter[ClaimKey] = Counter()
        if any(_ONCE_POD in claim.access_modes for claim in handle.objects.storage.claims.values()):
            handle.snapshot.watch_volumes(self._update_users)

    def _update_users(self, pod: Pod, node: int, sign: int) -> None:
        for volume in pod.template.volumes:
            if volume.claim:
                self._users[pod.namespace, volume.claim] += sign

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        if not self.handle.version.once_pod_is_enforced:
            state.write(_OncePod(frozenset(), 0))
            return PreFilterResult(SUCCESS if _disks(pod.template) else SKIP)
        once_pod_claims = set()
        for volume in pod.template.volumes:
            if not volume.claim:
                continue
            claim = self.handle.objects.storage.claims.get((pod.namespace, volume.claim))
            if claim is None:
                return PreFilterResult(unresolvable(not_found("persistentvolumeclaim", volume.claim)))
            if _ONCE_POD in claim.access_modes:
                once_pod_claims.add(volume.claim)
        conflicts = sum(self._users[pod.namespace, name] > 0 for name in once_pod_claims)
        state.write(_OncePod(frozenset(once_pod_claims), conflicts))
        return PreFilterResult(SUCCESS if conflicts or _disks(pod.template) else SKIP)

    def add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None:
        once = state.read(_OncePod)
        once.conflicts += _uses(once.claims, added)

    def remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None:
        once = state.read(_OncePod)
        once.conflicts -= _uses(once.claims, removed)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        disks, snapshot = _disks(pod.template), self.handle.snapshot
        verdicts = Verdicts(len(snapshot.pod_count[rows]))
        if disks:
            conflict_counts = snapshot.counter(
                ("disks", disks), lambda other: _conflict(disks, other)
            ).by_node[rows]
            verdicts.reject(conflict_counts > 0, _NO_DISK)
        once = state.get(_OncePod)
        if once is not None and once.conflicts > 0:
            verdicts.reject(verdicts.passed, unschedulable(self.handle.version.once_pod_reason))
        return verdicts

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Queue if the deleted pod used one of the pod's disks or claims (isSchedulableAfterPodDeleted)."""
        if event.kind is not EventKind.AssignedPodDelete or event.pod is None:
            return None
        claims = frozenset(volume.claim for volume in pod.template.volumes if volume.claim)
        frees = _conflict(_disks(pod.template), event.pod.template) or _uses(claims, event.pod) > 0
        return Hint.Queue if frees else Hint.QueueSkip

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[VolumeConflictStep]:
        snapshot, once = self.handle.snapshot, state.get(_OncePod) or _OncePod(frozenset(), 0)
        steps = []
        for volume in pod.template.volumes:
            if volume.disk is not None:
                disk = (volume.disk,)
                holders = (p.key for p in snapshot.pods_on(node) if _conflict(disk, p.template))
                steps.append(_step(volume.name, None, next(holders, None)))
            elif volume.claim in once.claims:
                users = (p.key for p, _ in snapshot.pods() if _has_claim(p, pod.namespace, volume.claim))
                user = next(users, None) if once.conflicts > 0 else None
                steps.append(_step(volume.name, f"{pod.namespace}/{volume.claim}", user))
        return steps


def _step(volume: str, claim: str | None, holder: str | None) -> VolumeConflictStep:
    return {
        "kind": "volume_conflict",
        "volume": volume,
        "claim": claim,
        "pod": holder,
        "ok": holder is None,
    }


def _disks(template: PodTemplate) -> tuple[Disk, ...]:
    return tuple(volume.disk for volume in template.volumes if volume.disk is not None)


def _conflict(disks: tuple[Disk, ...], other: PodTemplate) -> bool:
    """Return whether both use the same disk and not both read-only (isVolumeConflict)."""
    return any(
        a.kind == b.kind
        and a.identity == b.identity
        and (a.kind != "rbd" or bool(a.monitors & b.monitors))
        and not (a.read_only and b.read_only)
        for a in disks
        for b in _disks(other)
    )


def _uses(claims: frozenset[str], pod: Pod) -> int:
    """Return how often a pod uses these claims. As upstream, namespaces are not compared.

    Follows conflictingPVCRefCountForPod.
    """
    return sum(volume.claim in claims for volume in pod.template.volumes if volume.claim)


def _has_claim(pod: Pod, namespace: str, claim: str) -> bool:
    return pod.namespace == namespace and any(volume.claim == claim for volume in pod.template.volumes)
