from __future__ import annotations

import uuid
from typing import Annotated, Literal, cast

from ninja import Schema
from pydantic import Field

from scheduler_core import LINT_RULES
from scheduler_core.contract import LintReport
from webui.core.runs.schemas import RunStatus
from webui.features.lint.models import Lint
from webui.ground.lib.fields import Unchecked


class LintIn(Schema, extra="forbid"):
    source: str
    on: str = Field(default="", description="A sample cluster for a workload without nodes")
    name: str = Field(default="", description="What `printed` calls the source", max_length=200)
    output: Literal["", "text", "json", "sarif", "gitlab"] = Field(
        default="", description="Also print the findings as the command does"
    )
    later: bool = Field(
        default=False, description="Let a worker compute it if it takes longer than a request may: 202"
    )


class LintOut(Schema):
    """The findings of a source, and the same as the command prints them if that is asked for."""

    report: Annotated[LintReport, Unchecked()]
    printed: str


class FindingsOut(Schema):
    findings: int | None


class LintTaskOut(Schema):
    """A source that a worker lints; `report` is null until it is finished. `done` counts the rules applied so far."""

    id: uuid.UUID
    status: RunStatus
    error: str | None
    done: int
    rules: int
    report: Annotated[LintReport | None, Unchecked()]

    @classmethod
    def of(cls, lint: Lint, report: LintReport | None = None) -> LintTaskOut:
        return cls(
            id=lint.pk,
            status=cast("RunStatus", lint.status),
            error=lint.problem or None,
            done=lint.done,
            rules=len(LINT_RULES),
            report=report,
        )
