"""Log lines of a worker name the run, inquiry or comparison that it computes."""

from __future__ import annotations

from typing import Any

from celery.signals import task_postrun, task_prerun

from webui.ground.telemetry.context import run_id


@task_prerun.connect
def enter(args: tuple[Any, ...] = (), **_: object) -> None:
    run_id.set(str(args[0]) if args else "")


@task_postrun.connect
def leave(**_: object) -> None:
    run_id.set("")
