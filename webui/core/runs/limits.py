"""Limits of runs and their readers. Those that matter to an operator are settings."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

BATCH_EVENTS = 500
BATCH_SECONDS = 0.1
PAGE_EVENTS = 5_000  # per response of the API
MESSAGE_EVENTS = 500  # per message on the socket
CHECK_SECONDS = 0.8  # within which the other runs that expectations need may start
VIEWER_SECONDS = 0.0004  # between two batches for each viewer: sending takes a bit less
SLOW_VIEWER_SECONDS = 30.0  # in which a viewer has to take a message
FEED_BYTES = 4_000_000  # of the newest events of a run that is watched
STORED_BYTES = 32_000_000  # of older events, of all runs
POLL_SECONDS = 2.0  # delay of a viewer when an announcement was lost


def run_time() -> timedelta:
    """Return how long a run may compute."""
    return timedelta(seconds=settings.RUN_TIME_LIMIT)
