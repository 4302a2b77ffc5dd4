"""Cycles of a run, recomputed from its log: the engine is deterministic, so nothing else is stored."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

import orjson
from django.utils.translation import gettext, gettext_lazy

from scheduler_core import (
    READABLE_FORMATS,
    Cycle,
    InvalidInput,
    Recording,
    Scenario,
    UnreadableLog,
    check_run,
    compare_event,
    kueue_walk,
    queue_answer,
    waiting_workload,
)
from scheduler_core import causes as engine_causes
from scheduler_core import overview as engine_overview
from scheduler_core.contract import (
    AdmissionReport,
    Causes,
    CycleView,
    EventComparison,
    ExpectationResult,
    GangView,
    KueueWalk,
    OrderView,
    Overview,
    QueueAnswer,
    WaitingWorkload,
)
from webui.core.runs import limits, log
from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.body import Body
from webui.ground.lib.errors import Problem, engine_refusals, not_found
from webui.ground.lib.exclusive import Exclusive

logger = logging.getLogger(__name__)

OTHER_ENGINE = gettext_lazy(
    "was recorded by a version of the engine that this one cannot read: run the scenario again"
)


@contextmanager
def cycle(run: Run, n: int) -> Iterator[Cycle]:
    """Give a cycle to read. One thread at a time has it: to explain a verdict, its cluster moves and moves back."""
    if not 0 <= n < run.cycles:
        raise not_found("cycle")
    with _read(run), _cycle(run.pk, run.snapshot_id, n).held() as recomputed:
        yield recomputed


def cycle_once(run: Run, n: int) -> Cycle:
    """Return a cycle that is the caller's own: nothing of the run is kept."""
    if not 0 <= n < run.cycles:
        raise not_found("cycle")
    with _read(run):
        return _recording(run.pk, run.snapshot_id, n + 1).cycle(n)


def every_cycle(run: Run) -> Iterator[Cycle]:
    """Yield all cycles in order, each to be read before the next is requested: cheaper than one by one."""
    with _read(run):
        yield from _recording(run.pk, run.snapshot_id).cycles()


def view(run: Run, n: int) -> Body:
    """Return what the panels of a cycle show, as JSON."""
    if not 0 <= n < run.cycles:
        raise not_found("cycle")
    with _read(run):
        return _view(run.pk, run.snapshot_id, n)


def view_read(run: Run, n: int) -> CycleView:
    """Return the same as values, which are the caller's own."""
    read: CycleView = orjson.loads(view(run, n).plain)
    return read


def gang_starts(run: Run) -> list[int]:
    """Return the first cycle of each cycle of a pod group."""
    with _read(run):
        finished = _recording(run.pk, run.snapshot_id).finished
    return [n for n, event in enumerate(finished) if "gang" in event and event["gang"]["first"]]


def gang(run: Run, n: int) -> GangView:
    """Return the cycle of the pod group of which cycle `n` is a part."""
    with _read(run):
        answer = _gang_log(run, n).gang(n)
    if answer is None:
        raise not_found("pod group")
    return answer


def another_order(run: Run, n: int) -> OrderView:
    """Return a search over orders of the members of that pod group."""
    with _read(run):
        answer = _gang_log(run, n).another_order(n)
    if answer is None:
        raise not_found("pod group")
    return answer


def _gang_log(run: Run, n: int) -> Recording:
    """Return the recording; 404 without cycle `n`, 409 if the cycles of its group are not all there yet."""
    if not 0 <= n < run.cycles:
        raise not_found("cycle")
    recorded = _recording(run.pk, run.snapshot_id)
    part = recorded.finished[n].get("gang")
    if part is not None and not any(
        event.get("gang", part)["last"] for event in recorded.finished[n:] if "gang" in event
    ):
        require_ended(run)
    return recorded


def columns(run: Run, n: int) -> bytes:
    """Return the view as the page reads it: arrays by node, as bytes."""
    with cycle(run, n) as recomputed:
        return recomputed.columns()


def cluster(run: Run) -> Body:
    """The state before the first cycle, as JSON."""
    with _read(run):
        return _cluster(run.snapshot_id)


def scenario(run: Run) -> Scenario:
    """Return what was run, as this process keeps it: nobody changes it."""
    with _read(run):
        return _scenario(run.snapshot_id)


def admission(run: Run) -> AdmissionReport:
    """Return what was filled in before the first cycle, and what would not exist."""
    with _read(run):
        return _scenario(run.snapshot_id).admitted.json()


def overview(run: Run) -> Body:
    """Return constraints and nodes before the run and after it, as JSON."""
    require_ended(run)
    with _read(run):
        return _overview(run.pk, run.snapshot_id)


def causes(run: Run) -> Body:
    """Return the pending pods by cause, as JSON."""
    require_ended(run)
    with _read(run):
        return _causes(run.pk, run.snapshot_id)


def queue(run: Run) -> Body:
    """Return what Kueue decided before the first cycle, as JSON; its `answer` is null if the input has no queues."""
    with _read(run):
        return _queue(run.snapshot_id)


def waiting(run: Run, workload: str) -> WaitingWorkload:
    """Return a workload (`namespace/name`) that Kueue has not admitted; 404 if none of that name waits."""
    with _read(run):
        read = _scenario(run.snapshot_id)
        try:
            return waiting_workload(read, workload)
        except KeyError as error:
            raise not_found("workload") from error


def kueue(run: Run, pod: str) -> KueueWalk | None:
    """Return what Kueue did with the workload of a pod (`namespace/name`); None if it has none."""
    with _read(run):
        return kueue_walk(_scenario(run.snapshot_id), pod)


def pods_of_workloads(run: Run) -> list[str]:
    """Return the pods that Kueue may have decided about, in the order of their first cycles; none without Kueue."""
    with _read(run):
        if _scenario(run.snapshot_id).queued is None:
            return []
        finished = _recording(run.pk, run.snapshot_id).finished
    return list(dict.fromkeys(event["pod"] for event in finished))


def recording(run: Run) -> Recording:
    """Return the recording of an ended run."""
    require_ended(run)
    with _read(run):
        return _recording(run.pk, run.snapshot_id)


@contextmanager
def reading(run: Run) -> Iterator[Recording]:
    """Give the recording of an ended run to read cycles from; what cannot be read is refused (409)."""
    require_ended(run)
    with _read(run):
        yield _recording(run.pk, run.snapshot_id)


def require_ended(run: Run) -> None:
    """Raise Problem (409) while the run goes on."""
    if run.status in Run.UNFINISHED:
        raise Problem(409, [{"path": "run", "message": gettext("is not finished: try again when it is")}])


def expectations(run: Run) -> Body:
    """Return what the scenario expects of its run, and whether that holds, as JSON."""
    with _read(run):
        return _expectations(run.pk, run.snapshot_id)


def compare(run: Run, n: int, text: str) -> EventComparison:
    """A pasted FailedScheduling message against a cycle."""
    cycle_view = view_read(run, n)
    trace = cycle_view["trace"]
    with engine_refusals():
        return compare_event(
            text,
            clauses=cycle_view["clauses"],
            message=trace.get("fitError"),
            node=trace.get("selected"),
            nodes=len(cycle_view["node_order"]),
        )


@contextmanager
def _read(run: Run) -> Iterator[None]:
    """Refuse (409) what this engine cannot read: another format, or content that it does not take any more."""
    if run.recording_format is not None and run.recording_format not in READABLE_FORMATS:
        raise _other_engine()
    try:
        yield
    except (UnreadableLog, InvalidInput) as error:
        if run.recording_format is not None:
            logger.exception("run %s: its log should be readable", run.pk)
        raise _other_engine() from error


def _other_engine() -> Problem:
    return Problem(409, [{"path": "run", "message": str(OTHER_ENGINE)}])


@lru_cache(maxsize=16)
def _cycle(run_id: uuid.UUID, snapshot_id: str, n: int) -> Exclusive[Cycle]:
    return Exclusive(lambda: _recording(run_id, snapshot_id, n + 1).cycle(n))


@lru_cache(maxsize=8)
def _overview(run_id: uuid.UUID, snapshot_id: str) -> Body:
    answer: Overview = engine_overview(_recording(run_id, snapshot_id))
    return Body(orjson.dumps(answer))


@lru_cache(maxsize=8)
def _causes(run_id: uuid.UUID, snapshot_id: str) -> Body:
    answer: Causes = engine_causes(_recording(run_id, snapshot_id))
    return Body(orjson.dumps(answer))


@lru_cache(maxsize=8)
def _queue(snapshot_id: str) -> Body:
    answer: QueueAnswer | None = queue_answer(_scenario(snapshot_id))
    return Body(orjson.dumps({"answer": answer}))


@lru_cache(maxsize=32)
def _expectations(run_id: uuid.UUID, snapshot_id: str) -> Body:
    results: list[ExpectationResult] = []
    if _scenario(snapshot_id).expectations:
        results = check_run(_recording(run_id, snapshot_id), seconds=limits.CHECK_SECONDS)
    return Body(orjson.dumps({"expectations": results}))


def _recording(run_id: uuid.UUID, snapshot_id: str, cycles: int | None = None) -> Recording:
    """The run, up to so many cycles. Made anew by each call, as a recording that moves on takes its cycles along."""
    seed = Snapshot.objects.values_list("seed", flat=True).get(pk=snapshot_id)
    finished = list(islice(log.finished_cycles(run_id), cycles))
    return Recording(_scenario(snapshot_id), finished, seed=seed)


@lru_cache(maxsize=16)
def _view(run_id: uuid.UUID, snapshot_id: str, n: int) -> Body:
    with _cycle(run_id, snapshot_id, n).held() as recomputed:
        return Body(orjson.dumps(recomputed.view()))


@lru_cache(maxsize=8)
def _cluster(snapshot_id: str) -> Body:
    return Body(orjson.dumps(_scenario(snapshot_id).cluster()))


@lru_cache(maxsize=8)
def _scenario(snapshot_id: str) -> Scenario:
    return Snapshot.objects.get(pk=snapshot_id).scenario()
