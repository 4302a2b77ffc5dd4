"""The kinds of jobs: what somebody asks for, what it costs, how a worker does it, and what it answers.

The module `job` of a feature registers its kinds. The API finds them here by name, the workers by their jobs.
"""

from __future__ import annotations

import logging
import uuid
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Self, TypeVar

import orjson
from celery import shared_task
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from ninja import Schema
from typing_extensions import TypedDict

from scheduler_core import RECORDING_FORMAT, Sentence
from webui.config.publishing import NotSent, publisher
from webui.config.worker import recovery
from webui.core.accounts.quotas import Quota, Requester, spend
from webui.core.accounts.room import require_room
from webui.core.jobs.execute import CANNOT_RUN, Watch, execute
from webui.core.jobs.models import Job
from webui.core.runs.schemas import RunStatus
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.database import one_at_a_time, retry
from webui.ground.lib.fields import Unchecked
from webui.ground.lib.turns import Turns
from webui.ground.lib.work import kept_lease

if TYPE_CHECKING:
    from celery import Task

logger = logging.getLogger(__name__)
AnyJob = TypeVar("AnyJob", bound=Job)


@dataclass(frozen=True, slots=True)
class JobRequest:
    """What somebody asks for: the fields by which a job is found, and those that a new one has besides.

    A new one costs so much of each quota; of the first of them, the limit of unfinished jobs counts too.
    """

    costs: Mapping[Quota, int]
    question: Mapping[str, Any]
    material: Mapping[str, Any] = field(default_factory=dict)


class JobProgress(TypedDict):
    """How many parts of a job are done, of how many."""

    done: int
    total: int


class JobOut(Schema):
    """What the answers about all kinds of jobs have in common."""

    id: uuid.UUID
    kind: str
    status: RunStatus
    error: str | None
    progress: Annotated[JobProgress | None, Unchecked()]
    """Null where nobody knows."""

    @classmethod
    def of(cls, job: Any) -> Self:
        common = {"id": job.pk, "kind": kind_of(job).name, "status": job.status, "error": job.problem or None}
        return cls.model_validate({**common, "progress": None, **cls.about(job)})

    @classmethod
    def about(cls, job: Any) -> dict[str, Any]:
        """Return the fields of this kind."""
        raise NotImplementedError


class JobKind(ABC, Generic[AnyJob]):
    """A kind of job. The docstring of a subclass describes in the API how to start one.

    `start_path` and `path` are addresses that it had before there were those of all kinds; `tag` groups them.
    """

    name: ClassVar[str]
    model: type[AnyJob]
    task: ClassVar[str] = ""  # "" where other tasks do the work of a job in parts
    tag: ClassVar[str] = ""
    start_path: ClassVar[str] = ""
    path: ClassVar[str] = ""
    about_run: ClassVar[bool] = False  # the question is about the finished run of a link
    question: ClassVar[type[Schema]]
    answer: ClassVar[type[JobOut]]
    results: ClassVar[tuple[str, ...]] = ("answer",)  # the fields that the work sets
    advice: ClassVar[Sentence]  # what to do if it takes too long
    invalid: ClassVar[Sentence] = CANNOT_RUN

    @abstractmethod
    def ask(self, about: Any, question: Any, requester: Requester) -> JobRequest:
        """Return what a question about a snapshot, or a run, asks for. Raise Problem for what cannot be asked."""

    def work(self, job: AnyJob, watch: Watch) -> None:
        """Do the work of a job: set its results."""
        raise NotImplementedError

    def tag_of(self, job: AnyJob) -> str:
        """Return an ETag of the answer, where one is known without the answer."""
        return ""

    def body(self, job: AnyJob) -> bytes:
        """Return the answer about a job as JSON."""
        return orjson.dumps(self.answer.of(job).model_dump())

    def when_cancelled(self, job: AnyJob) -> None:
        """Delete what a job that was cancelled no longer needs."""

    def send(self, job: AnyJob) -> None:
        """Send the job to a worker."""
        send(_tasks[self.model], job)

    def same(self, asked: JobRequest) -> QuerySet[AnyJob]:
        """Return the jobs of a question that have neither failed nor been cancelled. There is at most one."""
        jobs = self.model.shown().exclude(status__in=Job.STOPPED)
        return jobs.filter(**asked.question, engine=str(RECORDING_FORMAT))

    def start(self, asked: JobRequest, requester: Requester) -> AnyJob:
        """Return the job of a question that has neither failed nor been cancelled, or start a new one.

        Raise TooMany if a new one exceeds a limit.
        """
        job = self.same(asked).first()
        if job is not None and not job.is_abandoned():
            return job
        if job is None:
            job = self._create(asked, requester)
        transaction.on_commit(partial(self.send, job))
        return job

    @transaction.atomic
    def _create(self, asked: JobRequest, requester: Requester) -> AnyJob:
        """Create a job, or return the one that another request has created at the same moment."""
        one_at_a_time(self.model.__name__)
        if (job := self.same(asked).first()) is not None:
            return job
        require_room(self.model, next(iter(asked.costs)), requester)
        for quota, cost in asked.costs.items():
            spend(requester, quota, cost)
        by = {"starter": requester.person, "network": requester.network, "engine": str(RECORDING_FORMAT)}
        return self.model._default_manager.create(**asked.question, **asked.material, **by)


KINDS: dict[str, JobKind[Any]] = {}
_tasks: dict[type[Job], Task[Any, None]] = {}
_turns = Turns()

Kind = TypeVar("Kind", bound=JobKind[Any])


def register(kind: Kind) -> Kind:
    """Make a kind known to the API and to the workers. Kinds of one model have the same task."""
    KINDS[kind.name] = kind
    if kind.task and kind.model not in _tasks:
        _tasks[kind.model] = _new_task(kind.task, kind.model)
    return kind


def _new_task(name: str, model: type[Job]) -> Task[Any, None]:
    """Return the Celery task of a model. It may be delivered any number of times: whoever claims a job does it.

    Its message says that there is one more job to do, of this model or of another: the one whose turn it is.
    """

    @shared_task(name=name, bind=True)
    def compute(self: Task[Any, None], job_id: str) -> None:
        sent_for = uuid.UUID(job_id)
        job = claim_next(sent_for, owner=self.request.id or "")
        if job is not None:
            with kept_lease(job):
                for passed_over in model.passed_over(sent_for, job):
                    send(compute, passed_over)
                perform(job)

    return compute


def kind_of(job: Job) -> JobKind[Any]:
    """Return the kind of a job. Models of several kinds have a field with its name."""
    kinds = (kind for kind in KINDS.values() if kind.model is type(job))
    return next(kind for kind in kinds if kind.name == getattr(job, "kind", kind.name))


def link_of(job: Job) -> Snapshot | None:
    """Return the link that a job is about."""
    link: Snapshot | None = attrgetter(job.LINK.replace("__", "."))(job) if job.LINK else None
    return link


def end(job: Job) -> None:
    """Cancel the job, if it goes on, whoever asks. Its worker looks within a second."""
    unfinished = type(job)._default_manager.filter(pk=job.pk, status__in=Job.UNFINISHED)
    if unfinished.update(status=Job.Status.CANCELLED):
        kind_of(job).when_cancelled(job)


def send(task: Task[Any, None], job: Job) -> None:
    """Send the job to a worker. Without a broker it stays queued, and the next recovery of a worker sends it."""
    try:
        publisher.send(task, str(job.pk))
    except NotSent as error:
        logger.error("%s %s stays queued because the broker does not answer: %s", task.name, job.pk, error)
        job.leave_to_recovery()


def perform(job: Job) -> None:
    """Do the work of a job that was claimed, and end it as finished, failed or cancelled."""
    kind = kind_of(job)
    execute(job, partial(kind.work, job), results=kind.results, advice=kind.advice, invalid=kind.invalid)


def claim_next(message_job: uuid.UUID, *, owner: str) -> Job | None:
    """Claim the job whose turn it is, for a message that was sent for `message_job`; None if there is none.

    Jobs of all kinds take turns, see webui.ground.lib.turns.
    """
    queues = retry(lambda: {model: model.queue() for model in _tasks})
    model_of = {job.pk: model for model, jobs in queues.items() for job in jobs}
    return _turns.claim(
        sorted(
            (job for jobs in queues.values() for job in jobs), key=lambda job: (not job.urgent, job.created)
        ),
        lambda pk: model_of[pk].claim(pk, owner=owner),
        sent_for=message_job,
        owner=owner,
    )


@receiver(recovery)
def send_abandoned(resend_after: timedelta, **_: object) -> None:
    """Send the jobs again whose worker is gone, or whose message seems to be."""
    for model, task in _tasks.items():
        for job in model.take_abandoned(resend_after=resend_after):
            send(task, job)
