"""Answers about a run, recomputed from its log: the engine is deterministic, so nothing else is stored."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from itertools import islice
from threading import Lock
from typing import Concatenate, Generic, ParamSpec, TypeVar

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

P = ParamSpec("P")
A = TypeVar("A")
T = TypeVar("T")
Answer = Callable[Concatenate[Run, P], A]

MOST_PODS = 2_000  # in one answer: more than anybody chooses from
logger = logging.getLogger(__name__)

OTHER_ENGINE = gettext_lazy(
    "was recorded by a version of the engine that this one cannot read: run the scenario again"
)


@contextmanager
def readable(run: Run) -> Iterator[None]:
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


def answer(*, kept: int = 0) -> Callable[[Answer[P, A]], Answer[P, A]]:
    """Wrap a function of a run, so that it refuses unreadable runs, and that so many of its answers are kept.

    It gets a copy of the run without its snapshot, which is large, and is not called again for the same run: its
    answer may depend only on what never changes.
    """

    def wrap(compute: Answer[P, A]) -> Answer[P, A]:
        remembered = lru_cache(maxsize=kept)(compute) if kept else compute

        @wraps(compute)
        def answered(run: Run, /, *arguments: P.args, **named: P.kwargs) -> A:
            known = {name: getattr(run, name) for name in ("id", "snapshot_id", "status", "engine", "cycles")}
            alone = Run(**known)
            with readable(run):
                return remembered(alone, *arguments, **named)

        return answered

    return wrap


def require_ended(run: Run) -> None:
    """Raise Problem (409) while the run goes on."""
    if run.status in Run.UNFINISHED:
        raise Problem(409, [{"path": "run", "message": gettext("is not finished: try again when it is")}])


# ---- the input ---------------------------------------------------------------------------------------------


@answer()
def scenario(run: Run) -> Scenario:
    """Return what was run, as this process keeps it: nobody changes it."""
    return _scenario(run.snapshot_id)


@lru_cache(maxsize=8)
def _scenario(snapshot_id: str) -> Scenario:
    return Snapshot.objects.get(pk=snapshot_id).scenario()


@answer(kept=8)
def cluster(run: Run) -> Body:
    """Return the state before the first cycle, as JSON."""
    return Body(orjson.dumps(scenario(run).cluster()))


@answer()
def admission(run: Run) -> AdmissionReport:
    """Return what was filled in before the first cycle, and what would not exist."""
    return scenario(run).admitted.json()


# ---- Kueue -------------------------------------------------------------------------------------------------


@answer(kept=8)
def queue(run: Run) -> Body:
    """Return what Kueue decided before the first cycle, as JSON; its `answer` is null if the input has no queues."""
    decided: QueueAnswer | None = queue_answer(scenario(run))
    return Body(orjson.dumps({"answer": decided}))


@answer()
def waiting(run: Run, workload: str) -> WaitingWorkload:
    """Return a workload (`namespace/name`) that Kueue has not admitted; 404 if none of that name waits."""
    try:
        return waiting_workload(scenario(run), workload)
    except KeyError as error:
        raise not_found("workload") from error


@answer()
def kueue(run: Run, pod: str) -> KueueWalk | None:
    """Return what Kueue did with the workload of a pod (`namespace/name`); None if it has none."""
    return kueue_walk(scenario(run), pod)


@answer()
def pods_of_workloads(run: Run) -> list[str]:
    """Return the pods that Kueue may have decided about, in the order of their first cycles; none without Kueue."""
    if scenario(run).queued is None:
        return []
    return list(dict.fromkeys(event["pod"] for event in _recording(run).finished))


# ---- the run as a whole ------------------------------------------------------------------------------------


@answer()
def recording(run: Run) -> Recording:
    """Return the recording of an ended run."""
    require_ended(run)
    return _recording(run)


@contextmanager
def reading(run: Run) -> Iterator[Recording]:
    """Give the recording of an ended run to read cycles from; what cannot be read is refused (409)."""
    require_ended(run)
    with readable(run):
        yield _recording(run)


def _recording(run: Run, cycles: int | None = None) -> Recording:
    """Return the run, up to so many cycles. It is made anew by each call: one that moves on takes its cycles along."""
    seed = Snapshot.objects.values_list("seed", flat=True).get(pk=run.snapshot_id)
    finished = list(islice(log.finished_cycles(run.pk), cycles))
    return Recording(_scenario(run.snapshot_id), finished, seed=seed)


@answer(kept=8)
def overview(run: Run) -> Body:
    """Return the constraints and nodes before the run and after it, as JSON."""
    both: Overview = engine_overview(recording(run))
    return Body(orjson.dumps(both))


@answer(kept=8)
def causes(run: Run) -> Body:
    """Return the pending pods by cause, as JSON."""
    pending: Causes = engine_causes(recording(run))
    return Body(orjson.dumps(pending))


def pods(run: Run) -> Body:
    """Return how each pod of an ended run ended, as JSON; a log that is not recomputed may be of any format."""
    require_ended(run)
    return _pods(run.pk)


@lru_cache(maxsize=32)
def _pods(run_id: uuid.UUID) -> Body:
    nodes: dict[str, str | None] = {}
    for event in log.finished_cycles(run_id):
        nodes[event["pod"]] = event["node"]
        for victim in event.get("victims") or ():
            if victim in nodes:
                nodes[victim] = None
    listed = list(nodes.items())
    if len(listed) > MOST_PODS:
        listed = sorted(listed, key=lambda end: end[1] is not None)[:MOST_PODS]
    ends = [{"pod": pod, "node": node} for pod, node in listed]
    return Body(orjson.dumps({"pods": ends, "left_out": len(nodes) - len(ends)}))


@answer(kept=32)
def expectations(run: Run) -> Body:
    """Return what the scenario expects of its run, and whether that holds, as JSON."""
    results: list[ExpectationResult] = []
    if scenario(run).expectations:
        results = check_run(_recording(run), seconds=limits.CHECK_SECONDS)
    return Body(orjson.dumps({"expectations": results}))


# ---- a cycle -----------------------------------------------------------------------------------------------


class Exclusive(Generic[T]):
    """What moves while it is read: the first who asks makes it, and one thread at a time has it.

    Whoever has it leaves it as it was. If something is raised meanwhile, that is not certain: the next makes it anew.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: T | None = None
        self._lock = Lock()

    @contextmanager
    def held(self) -> Iterator[T]:
        """Wait for the others, and give it until the context is left."""
        with self._lock:
            made = self._make() if self._made is None else self._made
            self._made = None
            yield made
            self._made = made


@contextmanager
def cycle(run: Run, n: int) -> Iterator[Cycle]:
    """Give a cycle to read. One thread at a time has it: to explain a verdict, its cluster moves and moves back."""
    with readable(run), _cycle(run, n).held() as recomputed:
        yield recomputed


@answer(kept=16)
def _cycle(run: Run, n: int) -> Exclusive[Cycle]:
    _require_cycle(run, n)
    return Exclusive(lambda: _recording(run, n + 1).cycle(n))


@answer()
def cycle_once(run: Run, n: int) -> Cycle:
    """Return a cycle that is the caller's own: nothing of the run is kept."""
    _require_cycle(run, n)
    return _recording(run, n + 1).cycle(n)


def _require_cycle(run: Run, n: int) -> None:
    """Raise Problem (404) if the run has no cycle `n` yet."""
    if not 0 <= n < run.cycles:
        raise not_found("cycle")


def every_cycle(run: Run) -> Iterator[Cycle]:
    """Yield all cycles in order, each to be read before the next is requested: cheaper than one by one."""
    with readable(run):
        yield from _recording(run).cycles()


@answer(kept=16)
def view(run: Run, n: int) -> Body:
    """Return what the panels of a cycle show, as JSON."""
    with cycle(run, n) as recomputed:
        return Body(orjson.dumps(recomputed.view()))


def view_read(run: Run, n: int) -> CycleView:
    """Return the same as values, which are the caller's own."""
    read: CycleView = orjson.loads(view(run, n).plain)
    return read


def columns(run: Run, n: int) -> bytes:
    """Return the view as the page reads it: arrays by node, as bytes."""
    with cycle(run, n) as recomputed:
        return recomputed.columns()


def compare(run: Run, n: int, text: str) -> EventComparison:
    """Compare a pasted FailedScheduling message with a cycle."""
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


# ---- a pod group -------------------------------------------------------------------------------------------


@answer()
def gang_starts(run: Run) -> list[int]:
    """Return the first cycle of each cycle of a pod group."""
    return [
        n for n, event in enumerate(_recording(run).finished) if "gang" in event and event["gang"]["first"]
    ]


@answer()
def gang(run: Run, n: int) -> GangView:
    """Return the cycle of the pod group of which cycle `n` is a part."""
    found = _gang_log(run, n).gang(n)
    if found is None:
        raise not_found("pod group")
    return found


@answer()
def another_order(run: Run, n: int) -> OrderView:
    """Return a search over orders of the members of that pod group."""
    found = _gang_log(run, n).another_order(n)
    if found is None:
        raise not_found("pod group")
    return found


def _gang_log(run: Run, n: int) -> Recording:
    """Return the recording; 404 without cycle `n`, 409 if the cycles of its group are not all there yet."""
    _require_cycle(run, n)
    recorded = _recording(run)
    part = recorded.finished[n].get("gang")
    if part is not None and not any(
        event.get("gang", part)["last"] for event in recorded.finished[n:] if "gang" in event
    ):
        require_ended(run)
    return recorded
