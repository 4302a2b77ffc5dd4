"""From the cycle of a pod group to the outcomes of its members, and what these do to the cluster together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.podgroups import PodGroup
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.contract import ReservedJson
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.assumed import VolumeDecisions
from scheduler_core.scheduler.framework.claims import ClaimWrite, ClaimWrites, allocation_from_json
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import SUCCESS
from scheduler_core.scheduler.gang.record import GangRecord, MemberResult, conclude
from scheduler_core.scheduler.plugins.dynamicresources.allocation import DeviceState

from .outcome import GangPart, Outcome


def outcomes_of(record: GangRecord, start_index: int) -> list[Outcome]:
    """Return the outcomes of the members in the order in which they were tried; those not tried come last.

    The victims of a member are those that no member before it has named; the last one has those of the group.
    """
    outcomes: list[Outcome] = []
    gone: set[str] = set()
    for pod in record.members:
        first, last = not outcomes, len(outcomes) == len(record.members) - 1
        result = record.result_of(pod.key)
        victims = [v.key for v in _victims(record, result, last=last) if v.key not in gone]
        gone.update(victims)
        start = start_index if result is None else result.record.start_index
        start_index = start if result is None else result.record.next_start_index
        outcomes.append(
            Outcome(
                pod.key,
                record.bound.get(pod.key),
                tuple(victims),
                _nomination(record, pod.key),
                tuple(result.record.post_filter.cleared)
                if result is not None and result.record.post_filter
                else (),
                start_index,
                result.record.state.get(VolumeDecisions) if result is not None else None,
                _claims(result),
                _part(record, pod, result, start, first=first, last=last),
            )
        )
    return outcomes


def _victims(record: GangRecord, result: MemberResult | None, *, last: bool) -> list[Pod]:
    own = result.record.post_filter.deleted if result is not None and result.record.post_filter else []
    return [*own, *(record.victims_by_group if last else ())]


def _nomination(record: GangRecord, pod_key: str) -> str | None:
    rejection = record.rejections.get(pod_key)
    return rejection.nominated_node if rejection is not None else None


def _claims(result: MemberResult | None) -> tuple[ClaimWrite, ...]:
    writes = result.record.state.get(ClaimWrites) if result is not None else None
    return tuple(writes.as_json()) if writes is not None else ()


def _part(
    record: GangRecord, pod: Pod, result: MemberResult | None, start: int, *, first: bool, last: bool
) -> GangPart:
    return GangPart(
        record.key,
        start,
        result.node_name if result is not None else None,
        first,
        result is None,
        pod.key in record.pre_bind_failures,
        record.chosen.name if record.chosen is not None else None,
        last,
        record.condition if last else None,
        tuple(_reserved(result)) if result is not None and result.node is not None else (),
    )


def _reserved(result: MemberResult) -> Iterator[ReservedJson]:
    """Yield the devices that the member reserved."""
    device_state = result.record.state.get(DeviceState)
    if device_state is None or result.node not in device_state.by_node:
        return
    for i, allocation in zip(
        device_state.to_allocate, device_state.by_node[result.node].allocations, strict=True
    ):
        yield {"claim": device_state.pending_key(i), "allocation": asdict(allocation)}


def member_record(record: GangRecord, pod: Pod) -> CycleRecord:
    """Return the cycle of a member with what became of it; that of one that was not tried is empty."""
    result, rejection = record.result_of(pod.key), record.rejections.get(pod.key)
    failure = record.pre_bind_failures.get(pod.key)
    status = failure or (rejection.status if rejection is not None else SUCCESS)
    if result is None:
        return untried_record(record.framework, pod, status.message)
    bound = pod.key in record.bound
    return conclude(result.record, bound=bound, status=status, pre_bind=failure is not None)


def untried_record(framework: Framework, pod: Pod, message: str) -> CycleRecord:
    """Return the cycle of a member whose group's cycle ended before it was tried."""
    return CycleRecord(pod, framework, CycleState(of_pod_group=True), fit_error=message)


def placement_of(group: PodGroup, name: str, snapshot: Snapshot) -> list[int]:
    """Return the nodes of a placement by its name."""
    nodes = enumerate(snapshot.nodes)
    return [i for i, node in nodes if node.labels.get(group.topology_key) == name]


class OpenGang:
    """The cycle of a pod group while the outcomes of its members are applied one after the other.

    Each is assumed as its outcome says, so that the cycle of the next one can be computed as it was. `close` takes all
    of that back.
    """

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._before = handle.begin_trial()
        self._assumed: list[Pod] = []
        self.outcomes: list[Outcome] = []

    def add(self, outcome: Outcome, pod: Pod) -> None:
        """Let the members after it see this one."""
        self.outcomes.append(outcome)
        part, handle = outcome.gang, self._handle
        if part is None or part.assumed is None:
            return
        assumed = replace(pod, node_name=part.assumed)
        handle.snapshot.assume(assumed, handle.snapshot.index[part.assumed])
        handle.pod_groups.assume(pod, part.assumed)
        handle.nominator.delete(pod.key)
        if outcome.volumes is not None:
            handle.volumes.assume(outcome.volumes)
        for reserved in part.reserved:
            handle.claims.reserve(reserved["claim"], allocation_from_json(reserved["allocation"]))
        self._assumed.append(assumed)

    def close(self) -> list[Outcome]:
        """Take all members from their nodes; return their outcomes, which take effect now."""
        for pod in reversed(self._assumed):
            self._handle.snapshot.forget(pod)
        self._handle.end_trial(self._before)
        return self.outcomes
