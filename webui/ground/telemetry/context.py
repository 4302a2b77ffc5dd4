"""The request and the task at hand, for log lines."""

from __future__ import annotations

import logging
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
run_id: ContextVar[str] = ContextVar("run_id", default="")


def add_context(record: logging.LogRecord) -> bool:
    """Add the ids to a log record, empty outside of requests and tasks. A logging filter that lets all pass."""
    record.request_id = request_id.get()
    record.run_id = run_id.get()
    return True
