"""Start a play of a snapshot, or find the one that exists."""

from __future__ import annotations

import hashlib

import orjson

from scheduler_core import Scenario
from webui.core.accounts.quotas import Quota, Requester
from webui.core.jobs import start as jobs
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.models import Play
from webui.features.daytwo.tasks import enqueue
from webui.ground.lib.errors import engine_refusals

SEEDS_PER_PLAY = 100  # that cost as much of the quota as one timeline


def start(
    snapshot: Snapshot, steps: list[dict[str, object]] | None, seed: int, seeds: int, requester: Requester
) -> Play:
    """Return the play of these steps that has not failed, or enqueue a new one.

    Without steps they are those of the scenario. Raise Problem (422) for steps that cannot be read, and TooMany.
    """
    content = snapshot.content
    chosen = content.get("steps", []) if steps is None else steps
    check_steps(chosen)
    text = orjson.dumps(chosen, option=orjson.OPT_SORT_KEYS).decode()
    digest = hashlib.sha256(text.encode()).hexdigest()
    question = {"digest": digest, "seed": seed, "seeds": seeds}
    costs: dict[Quota, int] = {"plays": 1 + seeds // SEEDS_PER_PLAY}
    return jobs.start(Play, enqueue, requester, costs, snapshot=snapshot, steps=text, **question)


def check_steps(steps: list[dict[str, object]]) -> None:
    """Raise Problem (422) with the errors of the steps."""
    with engine_refusals():
        Scenario.from_content({"objects": [], "config": None, "steps": steps})
