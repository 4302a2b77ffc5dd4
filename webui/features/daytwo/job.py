"""A play, which a worker computes: the timeline of one seed, or how many seeds end in which way."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import orjson
from ninja import Schema
from pydantic import Field

from scheduler_core import (
    Scenario,
    Start,
    descheduling_of,
    end_states,
    play,
    prepare,
    verdicts,
    worded,
)
from scheduler_core.contract import ActionVerdict, EndStates, PlayDescheduling, Timeline
from webui.core.accounts.quotas import Requester
from webui.core.jobs.execute import Watch
from webui.core.jobs.kinds import JobKind, JobOut, JobRequest, register
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.models import Play
from webui.ground.lib.errors import engine_refusals
from webui.ground.lib.fields import Seed, Unchecked

MOST_STEPS = 200
MOST_SEEDS = 1_000
SEEDS_PER_PLAY = 100  # that cost as much of the quota as one timeline

Manifest = dict[str, Any]


class PlayIn(Schema, extra="forbid"):
    kind: Literal["play"] = "play"
    steps: Annotated[list[Manifest] | None, Field(max_length=MOST_STEPS)] = None
    """As in a document `steps:`; null: those of the scenario."""
    seed: Seed = 1
    seeds: Annotated[int, Field(strict=True, ge=0, le=MOST_SEEDS)] = 0
    """0: the timeline of `seed`. Otherwise in which ways the plays of this many seeds end, from seed 1 on."""


class PlayOut(JobOut):
    """`timeline` and `verdicts`, or `end_states`, are null until the play is finished."""

    snapshot: str
    steps: list[Manifest]
    seed: int
    seeds: int
    done: int
    """How many seeds are played."""
    timeline: Annotated[Timeline | None, Unchecked()]
    verdicts: Annotated[list[ActionVerdict] | None, Unchecked()]
    constraints: Annotated[dict[str, list[Manifest]], Unchecked()]
    """The topologySpreadConstraints as written, by workload."""
    end_states: Annotated[EndStates | None, Unchecked()]
    descheduling: Annotated[PlayDescheduling | None, Unchecked()]
    """What the descheduler would do, approximately; null in answers of former versions."""

    @classmethod
    def about(cls, job: Play) -> dict[str, Any]:
        answer = job.answer or {}
        return {
            "snapshot": job.snapshot_id,
            "steps": orjson.loads(job.steps),
            "seed": job.seed,
            "seeds": job.seeds,
            "done": job.done,
            "progress": {"done": job.done, "total": job.seeds} if job.seeds else None,
            "constraints": answer.get("constraints", {}),
            **{name: answer.get(name) for name in ("timeline", "verdicts", "end_states", "descheduling")},
        }


class PlayKind(JobKind[Play]):
    """Play steps on a simulated clock after the run, with the scheduler's own decisions."""

    name = "play"
    model = Play
    task = "webui.daytwo.tasks.compute_play"
    tag = "day two"
    start_path = "/snapshots/{snapshot_id}/plays"
    path = "/plays/{uuid:play_id}"
    question = PlayIn
    answer = PlayOut
    results = ("answer", "done")
    advice = worded("Try fewer steps, pods or nodes.")
    invalid = worded("The steps cannot be played")

    def ask(self, about: Snapshot, question: PlayIn, requester: Requester) -> JobRequest:
        steps = about.content.get("steps", []) if question.steps is None else question.steps
        with engine_refusals():
            Scenario.from_content({"objects": [], "config": None, "steps": steps})
        text = orjson.dumps(steps, option=orjson.OPT_SORT_KEYS).decode()
        digest = hashlib.sha256(text.encode()).hexdigest()
        return JobRequest(
            costs={"plays": 1 + question.seeds // SEEDS_PER_PLAY},
            question={"snapshot": about, "digest": digest, "seed": question.seed, "seeds": question.seeds},
            material={"steps": text},
        )

    def work(self, job: Play, watch: Watch) -> None:
        if not job.seeds:
            job.answer = _timeline(job)
            return

        def report(done: int) -> None:
            job.done = done
            if watch.look():
                watch.save(done=done)

        job.answer = {"end_states": end_states(start_of(job), seeds=job.seeds, report=report)}


PLAY = register(PlayKind())


def start_of(job: Play) -> Start:
    """Return the scenario with the steps of the play."""
    snapshot = job.snapshot
    content = {**snapshot.content, "steps": orjson.loads(job.steps)}
    return prepare(Scenario.from_content(content, version=snapshot.scenario().version))


def _timeline(job: Play) -> dict[str, object]:
    played = play(start_of(job), seed=job.seed)
    return {
        "timeline": played.timeline(),
        "verdicts": verdicts(played),
        "constraints": _constraints(job.snapshot),
        "descheduling": descheduling_of(played),
    }


def _constraints(snapshot: Snapshot) -> dict[str, list[Any]]:
    """Return the topologySpreadConstraints of workloads as written, for changes of them."""
    constraints: dict[str, list[Any]] = {}
    for manifest in snapshot.content["objects"]:
        spec = manifest.get("spec") or {}
        pod_spec = ((spec.get("template") or {}).get("spec") or {}) if "template" in spec else {}
        if written := pod_spec.get("topologySpreadConstraints"):
            meta = manifest["metadata"]
            name = f"{manifest['kind']} {meta.get('namespace') or 'default'}/{meta['name']}"
            constraints[name] = written
    return constraints
