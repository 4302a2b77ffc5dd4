"""Search what it would take to place pods, how many more fit, which nodes could go; and try a change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, cast

import orjson

from scheduler_core import (
    DEFAULT_COSTS,
    CapacityInquiry,
    InvalidInput,
    LeavingInquiry,
    Limits,
    QueueInquiry,
    Recording,
    RemovalInquiry,
    RunInquiry,
    Trying,
    queue_cures,
    waiting_workload,
    with_template,
    worded,
)
from scheduler_core import Inquiry as Question
from scheduler_core.contract import MixedPod, MoreCapacity, NodesLeaving, Removal, TriedChange, WholeRun
from webui.core.jobs import execute as jobs
from webui.core.jobs.execute import Watch
from webui.core.runs import cycles
from webui.features.whatif.models import Inquiry

ADVICE = worded("Try it with fewer pods or nodes.")
INVALID = worded("The question cannot be answered")
SAVED_EVERY = 0.3  # seconds: a reader sees what is found at once


class StepwiseQuestion(Protocol):
    """A question that is answered step by step."""

    def steps(self) -> Iterator[None]: ...

    def answer(self) -> WholeRun | MoreCapacity | Removal | NodesLeaving | TriedChange: ...


def execute(inquiry: Inquiry) -> None:
    """Search, and end the inquiry as finished, failed or cancelled; what was found until then stays."""
    jobs.execute(
        inquiry,
        lambda watch: _SEARCHES.get(inquiry.kind, _answer_stepwise)(inquiry, watch),
        results=("answer",),
        advice=ADVICE,
        invalid=jobs.CANNOT_RUN if inquiry.kind in _OF_THE_RUN else INVALID,
    )


def _search(inquiry: Inquiry, watch: Watch) -> None:
    costs = {**DEFAULT_COSTS, **orjson.loads(inquiry.costs)}
    question = Question(cycles.recording(inquiry.run), inquiry.pod, costs, node=inquiry.node or None)
    saved = time.monotonic()
    for answer in question.answers():
        inquiry.answer = answer
        if time.monotonic() - saved > SAVED_EVERY:
            watch.check()
            watch.save(answer=answer)
            saved = time.monotonic()


def _cure(inquiry: Inquiry, _: Watch) -> None:
    run = inquiry.run
    inquiry.answer = queue_cures(cycles.scenario(run), inquiry.pod, seed=run.snapshot.seed)


def _look(inquiry: Inquiry, watch: Watch) -> None:
    """Say why a workload is not admitted or, without one, what Kueue decided."""
    scenario = cycles.scenario(inquiry.run)
    if inquiry.pod:
        try:
            inquiry.answer = {"workload": waiting_workload(scenario, inquiry.pod)}
        except KeyError:
            raise InvalidInput.of("workload", worded("must be pending")) from None
        return
    question, saved = QueueInquiry(scenario), time.monotonic()
    for _ in question.steps():
        if time.monotonic() - saved > SAVED_EVERY:
            watch.check()
            watch.save(answer={"done": question.done, "total": question.total})
            saved = time.monotonic()
    inquiry.answer = {"done": question.done, "total": question.total, "queue": question.answer()}


_OF_THE_RUN = (Inquiry.Kind.POD, Inquiry.Kind.ADMIT)  # what they cannot answer is its scenario's fault
_SEARCHES: Mapping[str, Callable[[Inquiry, Watch], None]] = {
    Inquiry.Kind.POD: _search,
    Inquiry.Kind.ADMIT: _cure,
    Inquiry.Kind.QUEUE: _look,
}


def _answer_stepwise(inquiry: Inquiry, watch: Watch) -> None:
    question = _stepwise_question(inquiry, cycles.recording(inquiry.run))
    saved = time.monotonic()
    for _ in question.steps():
        if time.monotonic() - saved > SAVED_EVERY:
            watch.check()
            inquiry.answer = question.answer()
            watch.save(answer=inquiry.answer)
            saved = time.monotonic()
    inquiry.answer = question.answer()


def _stepwise_question(inquiry: Inquiry, recording: Recording) -> StepwiseQuestion:
    if inquiry.kind == Inquiry.Kind.RUN:
        return RunInquiry(recording, {**DEFAULT_COSTS, **orjson.loads(inquiry.costs)})
    if inquiry.kind == Inquiry.Kind.REMOVAL:
        return LeavingInquiry(recording) or RemovalInquiry(recording)
    question = orjson.loads(inquiry.question)
    if inquiry.kind == Inquiry.Kind.TRIAL:
        return Trying(recording, question["operations"])
    mix, count, key = cast("list[MixedPod]", question["mix"]), question["count"], question["key"]
    if not question["template"]:
        return CapacityInquiry(recording, mix, count, key=key)
    recording, templates = with_template(recording, question["template"], Limits())
    mix = [*mix, *(MixedPod(pod=pod.key, times=1) for pod in templates)]
    return CapacityInquiry(recording, mix, count, key=key, templates=templates)
