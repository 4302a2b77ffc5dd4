"""Lint a source as a task."""

from __future__ import annotations

import time

import orjson

from scheduler_core import worded
from webui.core.jobs import execute as jobs
from webui.core.jobs.execute import Watch
from webui.features.lint.check import checked
from webui.features.lint.models import Lint

ADVICE = worded("Run python -m scheduler_core lint.")
SAVED_EVERY = 0.3  # seconds


def execute(lint: Lint) -> None:
    """Lint, and end the job as finished, failed or cancelled; the source is not kept."""

    def work(watch: Watch) -> None:
        source, lint.source = lint.source, ""
        saved = time.monotonic()

        def report(done: int) -> None:
            nonlocal saved
            lint.done = done
            if time.monotonic() - saved > SAVED_EVERY:
                watch.save(done=done)
                saved = time.monotonic()

        lint.report = orjson.dumps(checked(source, lint.on, report)).decode()

    jobs.execute(
        lint, work, results=("report", "done", "source"), advice=ADVICE, invalid=worded("It cannot be linted")
    )
