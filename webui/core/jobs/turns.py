"""Which job is done next, of all kinds that wait in the queue of tasks: see webui.ground.lib.turns."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from webui.core.jobs.models import Job
from webui.ground.lib.database import retry
from webui.ground.lib.turns import Turns

# What does the jobs of each kind.
EXECUTE: dict[type[Job], Callable[[Any], None]] = {}

_turns = Turns()


def claim_next(message_job: uuid.UUID, *, owner: str) -> Job | None:
    """Claim the job whose turn it is, for a message that was sent for `message_job`; None if there is none."""
    queues = retry(lambda: {kind: kind.queue() for kind in EXECUTE})
    kind_of = {job.pk: kind for kind, jobs in queues.items() for job in jobs}
    return _turns.claim(
        sorted(
            (job for jobs in queues.values() for job in jobs), key=lambda job: (not job.urgent, job.created)
        ),
        lambda pk: kind_of[pk].claim(pk, owner=owner),
        sent_for=message_job,
        owner=owner,
    )
