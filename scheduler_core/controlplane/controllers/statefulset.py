"""StatefulSet: which numbered pod is created or deleted next.

Mirrors updateStatefulSet, processReplica, processCondemned and updateStatefulSetAfterInvariantEstablished of
pkg/controller/statefulset/stateful_set_control.go and stateful_set_utils.go @ v1.33.13 and v1.36.3. The number of
unavailable pods of an update counts where the gate MaxUnavailableStatefulSet is on; elsewhere it is 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .amounts import scaled_value
from .pod import ControlledPod

P = TypeVar("P", bound=ControlledPod)


@dataclass(frozen=True, slots=True)
class StatefulSetSpec:
    """What a StatefulSet asks for. Pods with an index below `partition` keep the current revision in an update.

    `parallel` is podManagementPolicy Parallel; `on_delete` is updateStrategy OnDelete; `most_unavailable` is None where
    an update waits for each pod: until it is available, or, without `waits_until_available`, until it is ready.
    """

    start: int
    replicas: int
    current: str
    update: str
    parallel: bool = False
    on_delete: bool = False
    partition: int = 0
    most_unavailable: int | None = None
    min_ready_seconds: float = 0
    waits_until_available: bool = True

    def revision_of(self, ordinal: int) -> str:
        """Return the revision of a pod that is created now (newVersionedStatefulSetPod)."""
        return self.current if not self.on_delete and ordinal < self.start + self.partition else self.update

    def is_healthy(self, pod: ControlledPod, now: float) -> bool:
        """Return whether an update goes on behind a pod (isUnavailable, up to v1.33 isHealthy)."""
        seconds = self.min_ready_seconds if self.waits_until_available else 0
        return pod.running and pod.available(now, seconds) and not pod.deleting


@dataclass(slots=True)
class Plan(Generic[P]):
    """The ordinals to create with their revisions, and the pods to delete with the reason."""

    creates: list[tuple[int, str]] = field(default_factory=list)
    deletes: list[tuple[P, str]] = field(default_factory=list)


def most_unavailable(value: object, replicas: int) -> int:
    """Return rollingUpdate.maxUnavailable as a number, at least 1 (getStatefulSetMaxUnavailable)."""
    return max(scaled_value(1 if value is None else value, replicas, round_up=False, default=1), 1)


def next_plan(spec: StatefulSetSpec, pods: Mapping[int, P], now: float) -> Plan[P]:
    """Return what is done now, given the pods by ordinal; unless parallel, at most one thing at a time."""
    plan: Plan[P] = Plan()
    ordinals = range(spec.start, spec.start + spec.replicas)
    if not _replace_missing(spec, ordinals, pods, now, plan):
        return plan
    if not _remove_condemned(spec, {o: p for o, p in pods.items() if o not in ordinals}, now, plan):
        return plan
    if not spec.on_delete and not plan.creates:
        _update(spec, [pods.get(ordinal) for ordinal in ordinals], now, plan)
    return plan


def _replace_missing(
    spec: StatefulSetSpec, ordinals: range, pods: Mapping[int, P], now: float, plan: Plan[P]
) -> bool:
    """Create the pods that are missing, from the lowest; return whether to go on."""
    for ordinal in ordinals:
        pod = pods.get(ordinal)
        if pod is None:
            plan.creates.append((ordinal, spec.revision_of(ordinal)))
        elif pod.finished:
            plan.deletes.append((pod, "finished"))
        if spec.parallel:
            continue
        if pod is None or pod.finished or pod.deleting or not pod.available(now, spec.min_ready_seconds):
            return False
    return True


def _remove_condemned(spec: StatefulSetSpec, condemned: Mapping[int, P], now: float, plan: Plan[P]) -> bool:
    """Delete the pods above the replicas, from the highest; return whether to go on."""
    unhealthy = min((o for o, pod in condemned.items() if not spec.is_healthy(pod, now)), default=None)
    for ordinal in sorted(condemned, reverse=True):
        pod = condemned[ordinal]
        if pod.deleting:
            if not spec.parallel:
                return False
            continue
        if not spec.parallel and not pod.available(now, spec.min_ready_seconds) and ordinal != unhealthy:
            return False
        plan.deletes.append((pod, "scaled down"))
        if not spec.parallel:
            return False
    return True


def _update(spec: StatefulSetSpec, replicas: list[P | None], now: float, plan: Plan[P]) -> None:
    """Delete pods of another revision, from the highest ordinal down to the partition."""
    targets = [pod for pod in reversed(replicas[spec.partition :]) if pod is not None]
    if spec.most_unavailable is None:
        for pod in targets:
            if pod.revision != spec.update and not pod.deleting:
                plan.deletes.append((pod, "updated"))
                return
            if not spec.is_healthy(pod, now):
                return
        return
    unavailable = sum(
        pod is None or pod.deleting or not pod.available(now, spec.min_ready_seconds) for pod in replicas
    )
    for pod in targets:
        if unavailable >= spec.most_unavailable:
            return
        if pod.revision != spec.update and not pod.deleting:
            plan.deletes.append((pod, "updated"))
            unavailable += 1
