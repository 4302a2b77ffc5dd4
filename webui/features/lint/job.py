"""A source that takes longer to lint than a request may take, and that a worker lints."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import orjson
from ninja import Schema
from pydantic import Field

from scheduler_core import LINT_RULES, worded
from scheduler_core.contract import LintReport
from webui.core.accounts.quotas import Requester
from webui.core.jobs.execute import Watch
from webui.core.jobs.kinds import JobKind, JobOut, JobRequest, register
from webui.core.snapshots.models import Snapshot
from webui.features.lint.check import checked, cluster_for
from webui.features.lint.models import Lint
from webui.ground.lib.fields import Unchecked


class LintJobIn(Schema, extra="forbid"):
    kind: Literal["lint"] = "lint"
    on: str = Field(default="", description="A sample cluster for a workload without nodes")


class LintTaskOut(JobOut):
    """A source that a worker lints; `report` is null until it is finished. `done` counts the rules applied so far."""

    done: int
    rules: int
    report: Annotated[LintReport | None, Unchecked()]

    @classmethod
    def about(cls, job: Lint) -> dict[str, Any]:
        report = report_of(job) if job.status == Lint.Status.FINISHED else None
        progress = {"done": job.done, "total": len(LINT_RULES)}
        return {"done": job.done, "rules": len(LINT_RULES), "progress": progress, "report": report}


class LintKind(JobKind[Lint]):
    """Lint the source of a link."""

    name = "lint"
    model = Lint
    task = "webui.linting.tasks.compute_lint"
    tag = "lint"
    path = "/lints/{uuid:lint_id}"
    question = LintJobIn
    answer = LintTaskOut
    results = ("report", "done", "source")
    advice = worded("Run python -m scheduler_core lint.")
    invalid = worded("It cannot be linted")

    def ask(self, about: Snapshot, question: LintJobIn, requester: Requester) -> JobRequest:
        cluster_for(about.source, question.on)  # a worker could only fail
        return request_for(about.source, question.on)

    def work(self, job: Lint, watch: Watch) -> None:
        source, job.source = job.source, ""

        def report(done: int) -> None:
            job.done = done
            if watch.look():
                watch.save(done=done)

        job.report = orjson.dumps(checked(source, job.on, report)).decode()

    def when_cancelled(self, job: Lint) -> None:
        Lint.objects.filter(pk=job.pk).update(source="")


LINT = register(LintKind())


def request_for(source: str, on: str) -> JobRequest:
    """Return what somebody asks for who wants a worker to lint a source."""
    digest = hashlib.sha256(f"{on}\0{source}".encode()).hexdigest()
    return JobRequest(costs={"lints": 1}, question={"digest": digest}, material={"source": source, "on": on})


def report_of(lint: Lint) -> LintReport:
    """Return the report of a finished task."""
    report: LintReport = orjson.loads(lint.report)
    return report
