"""What a run and its readers may take. Where it matters to an operator the value is a setting."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

BATCH_EVENTS = 500
BATCH_SECONDS = 0.1
PAGE_EVENTS = 5_000  # of one answer of the API
MESSAGE_EVENTS = 500  # of one message on the socket
CHECK_SECONDS = 5.0  # within which the seeds and controls of expectations may begin
POLL_SECONDS = 2.0  # how late a viewer is when an announcement was lost


def run_time() -> timedelta:
    """How long a run may compute."""
    return timedelta(seconds=settings.RUN_TIME_LIMIT)


def lease() -> timedelta:
    """How long a worker may be silent before its run counts as abandoned."""
    return timedelta(seconds=settings.RUN_LEASE)
