"""Questions about a finished run that a worker answers: what places pods, how many more fit, what a change does."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, Protocol, cast

import orjson
from django.utils.translation import gettext
from ninja import Schema
from pydantic import Field
from typing_extensions import TypedDict

from scheduler_core import (
    DEFAULT_COSTS,
    CapacityInquiry,
    InvalidInput,
    Limits,
    QueueInquiry,
    Recording,
    RemovalInquiry,
    RunInquiry,
    Trying,
    queue_cures,
    remedied_operations,
    waiting_workload,
    with_template,
    worded,
)
from scheduler_core import Inquiry as Question
from scheduler_core.contract import (
    MixedPod,
    MoreCapacity,
    QueueAnswer,
    QueueCures,
    RemedyChange,
    Removal,
    RepairOperation,
    TriedChange,
    WaitingWorkload,
    WhatIf,
    WholeRun,
)
from webui.core.accounts.quotas import Requester
from webui.core.jobs.execute import CANNOT_RUN, Watch
from webui.core.jobs.kinds import JobKind, JobOut, JobProgress, JobRequest, register
from webui.core.runs import cycles
from webui.core.runs.models import Run
from webui.features.whatif.models import Inquiry
from webui.ground.lib.errors import engine_refusals, invalid
from webui.ground.lib.fields import Unchecked

MOST_COPIES = 10_000
ZONE = "topology.kubernetes.io/zone"

Cost = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
ClusterInquiryKind = Literal["run", "capacity", "removal"]


class StepwiseQuestion(Protocol):
    """A question that is answered step by step."""

    def steps(self) -> Iterator[None]: ...

    def answer(self) -> WholeRun | MoreCapacity | Removal | TriedChange: ...


class AskedOut(JobOut):
    """What all kinds of inquiries have in common."""

    run: uuid.UUID

    @classmethod
    def about(cls, job: Inquiry) -> dict[str, Any]:
        names = {"pod": job.pod, "workload": job.pod, "node": job.node}
        return {"run": job.run_id, **names, "progress": cls.progress_of(job), "answer": job.answer}

    @staticmethod
    def progress_of(job: Inquiry) -> JobProgress | None:
        """Return how many steps are done, of the kinds that count them."""
        answer = job.answer or {}
        return {"done": answer["done"], "total": answer["total"]} if "total" in answer else None


class InquiryKind(JobKind[Inquiry]):
    model = Inquiry
    task = "webui.repairing.tasks.answer_inquiry"
    tag = "repairs"
    about_run = True
    advice = worded("Try it with fewer pods or nodes.")
    invalid = worded("The question cannot be answered")

    def request(self, run: Run, *, question: Mapping[str, Any] | None = None, **fields: str) -> JobRequest:
        """Return what somebody asks about a run; `question` is what it has besides pod, node and costs."""
        text = orjson.dumps(question, option=orjson.OPT_SORT_KEYS).decode() if question else ""
        digest = hashlib.sha256(text.encode()).hexdigest() if text else ""
        asked = {"pod": "", "node": "", "costs": "{}", "question": text, "digest": digest, **fields}
        return JobRequest(costs={"inquiries": 1}, question={"run": run, "kind": self.name, **asked})


def costs_text(costs: Mapping[str, float]) -> str:
    """Return the costs that differ from those of the engine as canonical JSON. Raise Problem (422) for others."""
    defaults: dict[str, float] = {str(kind): cost for kind, cost in DEFAULT_COSTS.items()}
    if unknown := sorted(costs.keys() - defaults.keys()):
        message = gettext("must be by %(names)s; got %(name)s")
        raise invalid("costs", message % {"names": ", ".join(defaults), "name": unknown[0]})
    own = {kind: cost for kind, cost in costs.items() if cost != defaults[kind]}
    return orjson.dumps(own, option=orjson.OPT_SORT_KEYS).decode()


def _costs_of(job: Inquiry) -> dict[Any, float]:
    return {**DEFAULT_COSTS, **orjson.loads(job.costs)}


def _answer_stepwise(question: StepwiseQuestion, job: Inquiry, watch: Watch) -> None:
    for _ in question.steps():
        if watch.look():
            job.answer = question.answer()
            watch.save(answer=job.answer)
    job.answer = question.answer()


# ---- a pending pod -----------------------------------------------------------------------------------------


class InquiryIn(Schema, extra="forbid"):
    kind: Literal["pod"] = "pod"
    pod: Annotated[str, Field(max_length=512, description='A pending pod as "namespace/name"')]
    node: Annotated[str, Field(max_length=253, description="The node to place it on; empty: any")] = ""
    costs: Annotated[
        dict[str, Cost],
        Field(max_length=20, description=f"By kind of change; default: {DEFAULT_COSTS}"),
    ] = Field(default_factory=dict)


class InquiryOut(AskedOut):
    """`answer` grows while the inquiry runs; it is null before the first repair."""

    pod: str
    node: str
    answer: Annotated[WhatIf | None, Unchecked()]


class PodKind(InquiryKind):
    """Ask what it would take to place a pod that is pending at the end of a run."""

    name = "pod"
    start_path = "/runs/{uuid:run_id}/inquiries"
    path = "/inquiries/{uuid:inquiry_id}"
    question = InquiryIn
    answer = InquiryOut
    invalid = CANNOT_RUN

    def ask(self, about: Run, question: InquiryIn, requester: Requester) -> JobRequest:
        return self.request(about, pod=question.pod, node=question.node, costs=costs_text(question.costs))

    def work(self, job: Inquiry, watch: Watch) -> None:
        recording = cycles.recording(job.run)
        for answer in Question(recording, job.pod, _costs_of(job), node=job.node or None).answers():
            job.answer = answer
            if watch.look():
                watch.save(answer=answer)


# ---- the whole cluster -------------------------------------------------------------------------------------


class MixedPodIn(Schema, extra="forbid"):
    pod: Annotated[str, Field(max_length=512, description='A pod of the input as "namespace/name"')]
    times: Annotated[int, Field(ge=1, le=1000, description="The copies of each turn")] = 1


class ClusterInquiryIn(Schema, extra="forbid"):
    """`run`: what places most pending pods. `capacity`: how many more pods fit. `removal`: which nodes could go."""

    kind: ClusterInquiryKind
    costs: Annotated[
        dict[str, Cost], Field(max_length=20, description="By kind of change, of a question of kind run")
    ] = Field(default_factory=dict)
    mix: Annotated[
        list[MixedPodIn], Field(max_length=10, description="The pods to replicate in turn, for capacity")
    ] = Field(default_factory=list)
    template: Annotated[
        str, Field(max_length=50_000, description="Manifests whose pods are replicated too, for capacity")
    ] = ""
    count: Annotated[
        int, Field(ge=0, le=MOST_COPIES, description="How many copies should fit; 0: as many as possible")
    ] = 0
    key: Annotated[str, Field(max_length=317, description="The topology key by which copies are counted")] = (
        ZONE
    )


class WholeRunIn(ClusterInquiryIn, extra="forbid"):
    kind: Literal["run"]


class CapacityIn(ClusterInquiryIn, extra="forbid"):
    kind: Literal["capacity"]


class RemovalIn(ClusterInquiryIn, extra="forbid"):
    kind: Literal["removal"]


class ClusterInquiryOut(AskedOut):
    """The answer is in the field of the kind; it grows while the inquiry runs, and is null before."""

    kind: ClusterInquiryKind
    whole_run: Annotated[WholeRun | None, Unchecked()]
    capacity: Annotated[MoreCapacity | None, Unchecked()]
    removal: Annotated[Removal | None, Unchecked()]

    @classmethod
    def about(cls, job: Inquiry) -> dict[str, Any]:
        field = "whole_run" if job.kind == "run" else job.kind
        nothing: dict[str, Any] = dict.fromkeys(("whole_run", "capacity", "removal"))
        return {**nothing, "run": job.run_id, "progress": cls.progress_of(job), field: job.answer}


class ClusterKind(InquiryKind):
    """Ask what places most pending pods of a run, how many more pods fit, or which nodes could go."""

    start_path = "/runs/{uuid:run_id}/cluster-inquiries"
    path = "/cluster-inquiries/{uuid:inquiry_id}"
    answer = ClusterInquiryOut


class WholeRunKind(ClusterKind):
    name = "run"
    question = WholeRunIn

    def ask(self, about: Run, question: WholeRunIn, requester: Requester) -> JobRequest:
        return self.request(about, costs=costs_text(question.costs))

    def work(self, job: Inquiry, watch: Watch) -> None:
        _answer_stepwise(RunInquiry(cycles.recording(job.run), _costs_of(job)), job, watch)


class CapacityKind(ClusterKind):
    name = "capacity"
    question = CapacityIn

    def ask(self, about: Run, question: CapacityIn, requester: Requester) -> JobRequest:
        if not question.mix and not question.template:
            raise invalid("mix", gettext("must name a pod, or there must be a template"))
        asked = question.model_dump(mode="json", include={"mix", "template", "count", "key"})
        return self.request(about, question=asked)

    def work(self, job: Inquiry, watch: Watch) -> None:
        _answer_stepwise(_capacity(cycles.recording(job.run), orjson.loads(job.question)), job, watch)


def _capacity(recording: Recording, asked: dict[str, Any]) -> CapacityInquiry:
    mix, count, key = cast("list[MixedPod]", asked["mix"]), asked["count"], asked["key"]
    if not asked["template"]:
        return CapacityInquiry(recording, mix, count, key=key)
    recording, templates = with_template(recording, asked["template"], Limits())
    mix = [*mix, *(MixedPod(pod=pod.key, times=1) for pod in templates)]
    return CapacityInquiry(recording, mix, count, key=key, templates=templates)


class RemovalKind(ClusterKind):
    name = "removal"
    question = RemovalIn

    def ask(self, about: Run, question: RemovalIn, requester: Requester) -> JobRequest:
        return self.request(about)

    def work(self, job: Inquiry, watch: Watch) -> None:
        _answer_stepwise(RemovalInquiry(cycles.recording(job.run)), job, watch)


# ---- Kueue -------------------------------------------------------------------------------------------------


class CuresIn(Schema, extra="forbid"):
    kind: Literal["admit"] = "admit"
    workload: Annotated[str, Field(max_length=512, description='A Workload of Kueue as "namespace/name"')]


class CuresOut(AskedOut):
    """`answer` is null until the changes were tried."""

    workload: str
    answer: Annotated[QueueCures | None, Unchecked()]


class CuresKind(InquiryKind):
    """Ask which changes would let Kueue admit a workload that waits; each is made, and both halves are run."""

    name = "admit"
    start_path = "/runs/{uuid:run_id}/cures"
    path = "/cures/{uuid:inquiry_id}"
    question = CuresIn
    answer = CuresOut
    invalid = CANNOT_RUN

    def ask(self, about: Run, question: CuresIn, requester: Requester) -> JobRequest:
        cycles.waiting(about, question.workload)
        return self.request(about, pod=question.workload)

    def work(self, job: Inquiry, watch: Watch) -> None:
        job.answer = queue_cures(cycles.scenario(job.run), job.pod, seed=job.run.snapshot.seed)


class QueueAskedIn(Schema, extra="forbid"):
    kind: Literal["queue"] = "queue"
    workload: Annotated[
        str,
        Field(max_length=512, description='A Workload that waits as "namespace/name"; empty: all of them'),
    ] = ""


class QueueFound(TypedDict):
    """What a worker knows by now: how many waiting workloads it has looked at, and at the end what was asked for."""

    done: NotRequired[int]
    total: NotRequired[int]
    queue: NotRequired[QueueAnswer]
    workload: NotRequired[WaitingWorkload]


class QueueAskedOut(AskedOut):
    """The answer before the scheduler, where it takes longer than a request may take; null at first."""

    workload: str
    answer: Annotated[QueueFound | None, Unchecked()]


class QueueKind(InquiryKind):
    """Ask a worker what Kueue decided, or why one workload is not admitted; a GET answers at once if that is quick."""

    name = "queue"
    start_path = "/runs/{uuid:run_id}/queues"
    path = "/queues/{uuid:inquiry_id}"
    question = QueueAskedIn
    answer = QueueAskedOut

    def ask(self, about: Run, question: QueueAskedIn, requester: Requester) -> JobRequest:
        if not about.snapshot.summary.get("queued"):
            raise invalid("run", gettext("must be of a cluster with Kueue queues"))
        return self.request(about, pod=question.workload)

    def work(self, job: Inquiry, watch: Watch) -> None:
        scenario = cycles.scenario(job.run)
        if job.pod:
            try:
                job.answer = {"workload": waiting_workload(scenario, job.pod)}
            except KeyError:
                raise InvalidInput.of("workload", worded("must be pending")) from None
            return
        question = QueueInquiry(scenario)
        for _ in question.steps():
            if watch.look():
                watch.save(answer={"done": question.done, "total": question.total})
        job.answer = {"done": question.done, "total": question.total, "queue": question.answer()}


# ---- a change that is tried --------------------------------------------------------------------------------


class ChangeTrialIn(Schema, extra="forbid"):
    kind: Literal["trial"] = "trial"
    pod: Annotated[str, Field(max_length=512, description='A pod as "namespace/name"')]
    change: Annotated[RemedyChange, Field(description="One of the fact `remedies`, without its outcome")]


class TriedOut(AskedOut):
    """A change that is tried. `answer` is null at first; it has an `end` when the run with the change is over."""

    answer: Annotated[TriedChange | None, Unchecked()]


class TrialKind(InquiryKind):
    """Run the scenario with one change of a pod, as the fact `remedies` has them. Nothing is stored but the answer."""

    name = "trial"
    start_path = "/runs/{uuid:run_id}/changes/try"
    path = "/trials/{uuid:trial_id}"
    question = ChangeTrialIn
    answer = TriedOut

    def ask(self, about: Run, question: ChangeTrialIn, requester: Requester) -> JobRequest:
        with engine_refusals():
            operations = remedied_operations(cycles.scenario(about), question.pod, question.change)
        return self.of_operations(about, question.pod.partition("/")[2], operations)

    def of_operations(self, run: Run, what: str, operations: Sequence[RepairOperation]) -> JobRequest:
        """Return what somebody asks for who tries operations; `what` names them for a reader."""
        return self.request(run, question={"what": what, "operations": operations})

    def work(self, job: Inquiry, watch: Watch) -> None:
        operations = orjson.loads(job.question)["operations"]
        _answer_stepwise(Trying(cycles.recording(job.run), operations), job, watch)


POD = register(PodKind())
WHOLE_RUN = register(WholeRunKind())
CAPACITY = register(CapacityKind())
REMOVAL = register(RemovalKind())
CURES = register(CuresKind())
QUEUE = register(QueueKind())
TRIAL = register(TrialKind())
INQUIRIES = (POD, WHOLE_RUN, CAPACITY, REMOVAL, CURES, QUEUE, TRIAL)
