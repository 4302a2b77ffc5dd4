from __future__ import annotations

from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from scheduler_core.contract import LintReport
from webui.lib.fields import Text, Unchecked


class LintIn(Schema, extra="forbid"):
    source: Text
    on: Text = Field(default="", description="A sample cluster for a workload without nodes")
    name: Text = Field(default="", description="What `printed` calls the source", max_length=200)
    output: Literal["", "text", "json", "sarif"] = Field(
        default="", description="Also print the findings as the command does"
    )


class LintOut(Schema):
    """The findings of a source, and the same as the command prints them if that is asked for."""

    report: Annotated[LintReport, Unchecked()]
    printed: str
