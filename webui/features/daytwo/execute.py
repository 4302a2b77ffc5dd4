"""Play the steps of a reader."""

from __future__ import annotations

import time
from typing import Any

import orjson

from scheduler_core import Play as EnginePlay
from scheduler_core import (
    Scenario,
    Start,
    descheduling_of,
    end_states,
    moment_content,
    prepare,
    verdicts,
    worded,
)
from scheduler_core import play as played
from scheduler_core.contract import ScenarioContent
from webui.core.jobs import execute as jobs
from webui.core.jobs.execute import Watch
from webui.core.snapshots.models import Snapshot
from webui.features.daytwo.models import Play

ADVICE = worded("Try fewer steps, pods or nodes.")
SAVED_EVERY = 0.3  # seconds
INVALID = worded("The steps cannot be played")


def execute(play: Play) -> None:
    """Play, and end the play as finished, failed or cancelled."""

    def work(watch: Watch) -> None:
        play.answer = _end_states(play, watch) if play.seeds else _timeline(play)

    jobs.execute(play, work, results=("answer",), advice=ADVICE, invalid=INVALID)


def moment(play: Play, number: int) -> ScenarioContent:
    """Return the cluster at a moment of a play as the content of a scenario; raise InvalidInput."""
    return moment_content(_play(play), number)


def _play(play: Play) -> EnginePlay:
    return played(_start(play), seed=play.seed)


def _start(play: Play) -> Start:
    """Return the scenario with the steps of the play."""
    snapshot = play.snapshot
    content = {**snapshot.content, "steps": orjson.loads(play.steps)}
    return prepare(Scenario.from_content(content, version=snapshot.scenario().version))


def _timeline(play: Play) -> dict[str, object]:
    result = _play(play)
    return {
        "timeline": result.timeline(),
        "verdicts": verdicts(result),
        "constraints": _constraints(play.snapshot),
        "descheduling": descheduling_of(result),
    }


def _end_states(play: Play, watch: Watch) -> dict[str, object]:
    saved = time.monotonic()

    def report(done: int) -> None:
        nonlocal saved
        play.done = done
        if time.monotonic() - saved > SAVED_EVERY or done == play.seeds:
            watch.check()
            watch.save(done=done)
            saved = time.monotonic()

    return {"end_states": end_states(_start(play), seeds=play.seeds, report=report)}


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
