"""For whom a workload waits: those whose end leaves it the quota that it lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice

from scheduler_core.controlplane.workloads.pods import controller_of, namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.explain.queueing.bars import members
from scheduler_core.explain.queueing.contract import QueueSentence, WaitingWorkload
from scheduler_core.explain.queueing.desk import Desk
from scheduler_core.explain.queueing.flavors import nearest_sum
from scheduler_core.explain.queueing.phrases import COSTS, CURES, sentence
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import Operation, object_name
from scheduler_core.queueing.admitting.owners import workload_key
from scheduler_core.queueing.admitting.webhooks import object_name as job_name
from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

from .contract import QueueCureKind
from .offer import Offer

_MOST_ALONE, _MOST_TOGETHER = 2, 5
_MOST_TRIED = 200  # one by one


def ends(desk: Desk, workload: Workload, waiting: WaitingWorkload, idle: Collection[str]) -> Iterator[Offer]:
    """Yield the workloads after whose end quota or places suffice: single ones, or the largest together.

    Those that are `idle` have pods that no node takes, so they never end by themselves: they come first, to be stopped.
    """
    queue = desk.queue(workload)
    if queue is None:
        return
    holders = _holders(desk, queue, waiting)
    idle_first = sorted(holders, key=lambda info: info.key not in idle)
    suffices = (info for info in idle_first[:_MOST_TRIED] if _would_fit(desk, workload, [info]))
    alone = list(islice(suffices, _MOST_ALONE))
    for info in alone:
        yield _offer(desk, [info], idle)
    if not alone:
        together: list[WorkloadInfo] = []
        for info in reversed(holders[-_MOST_TOGETHER:]):
            together.append(info)
            if _would_fit(desk, workload, together):
                yield _offer(desk, together, idle)
                return


def _holders(desk: Desk, queue: QueueSnapshot, waiting: WaitingWorkload) -> list[WorkloadInfo]:
    """Return who holds the quota that is short, or places in the queue's topologies; who holds least comes first."""
    nearest = nearest_sum(waiting["pod_sets"])
    if nearest is not None:
        fr = nearest[0]["flavor"], nearest[1]["resource"]
        infos = (info for other in members(desk, queue, fr) for info in other.workloads.values())
        held = [(info.usage.quota.get(fr, 0), info.key, info) for info in infos]
    elif waiting["cause"]["kind"] == "topology":
        infos = (info for other in desk.snapshot.queues.values() for info in other.workloads.values())
        held = [(_pods_in(info, queue.topologies), info.key, info) for info in infos]
    else:
        held = []
    return [info for amount, _, info in sorted(held) if amount]


def _pods_in(info: WorkloadInfo, topologies: Collection[str]) -> int:
    """Return the pods of a workload with places in these topologies, which flavors name."""
    return sum(
        part.count for flavor, parts in info.usage.topology.items() if flavor in topologies for part in parts
    )


def _would_fit(desk: Desk, workload: Workload, gone: Sequence[WorkloadInfo]) -> bool:
    with desk.without(gone):
        nomination = desk.tried(workload)
    return nomination is not None and nomination.assignment.mode is Mode.FIT


def _offer(desk: Desk, gone: Sequence[WorkloadInfo], idle: Collection[str]) -> Offer:
    keys = tuple(info.key for info in gone)
    names = ", ".join(desk.names.get(key, key).rpartition("/")[2] for key in keys)
    operations = tuple(Operation("delete", name) for key in keys for name in _objects(desk, key))
    kind: QueueCureKind = "stop" if all(key in idle for key in keys) else "ends"
    return Offer(kind, sentence(CURES, kind, workloads=names, n=len(keys)), operations, ends=keys)


def _objects(desk: Desk, key: str) -> Iterator[str]:
    """Yield the names of the objects of the input that are gone when a Workload has ended."""
    job = desk.names.get(key, "")
    for manifest in desk.manifests:
        kind, owner = kind_of(manifest), controller_of(manifest)
        parent = f"{owner.get('kind')} {namespace_of(manifest)}/{owner.get('name')}" if owner else ""
        if kind == "Workload":
            is_gone = workload_key(manifest) == key
        elif kind == "Pod":
            is_gone = parent == job or desk.queued.owners.pods.get(workload_key(manifest), ("",))[0] == key
        else:
            is_gone = job in (parent, job_name(manifest)) and kind != "Node"
        if is_gone:
            yield object_name(manifest)


def known_ends(desk: Desk, keys: Sequence[str]) -> Iterator[QueueSentence]:
    """Yield until when Jobs end at the latest, where they say so and have begun."""
    for key in keys:
        job = next((m for m in desk.manifests if job_name(m) == desk.names.get(key, "")), None)
        if job is not None and (time := _latest_end(job)):
            yield sentence(COSTS, "by", workload=desk.names[key].rpartition("/")[2], time=time)


def _latest_end(job: Manifest) -> str:
    seconds, started = (
        mapping(job, "spec").get("activeDeadlineSeconds"),
        mapping(job, "status").get("startTime"),
    )
    if not isinstance(seconds, int) or not isinstance(started, str):
        return ""
    try:
        return (
            (datetime.fromisoformat(started) + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")
        )
    except (ValueError, OverflowError):
        return ""
