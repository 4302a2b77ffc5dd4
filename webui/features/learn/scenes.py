"""A lesson under each of its settings: every one is a run.

A run moves while it is read, so each scene has its own. What is kept for everybody is the scene as bytes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import lru_cache

import orjson
import yaml

from scheduler_core import Recording, Scenario
from webui.features.learn.lessons import Change, Header, Lesson
from webui.features.learn.pictures import affinity, dots, gang, nodes, scores, spread, victims
from webui.features.learn.pictures.rollout import Rollout, uneven
from webui.features.learn.scene import Scene
from webui.features.learn.turn import Turn
from webui.features.learn.world import (
    Settings,
    all_settings,
    key_of,
    pod_of,
    scenario_of,
    source_of,
)
from webui.ground.lib.kept import Kept

SEED = "seed"  # the handle that chooses among rollouts
MOST_LINES = 16  # of YAML beside the picture
_scenes = Kept(most_bytes=16_000_000)


def scenes(lesson: Lesson) -> dict[str, Scene]:
    """Return the lesson under all settings, by `key_of`."""
    return {key_of(lesson, settings): _kept(lesson, settings) for settings in all_settings(lesson)}


def some_scenes(lesson: Lesson, begin: int, seconds: float) -> tuple[dict[str, Scene], int | None]:
    """Return the lesson under settings from number `begin` on, and the number of the first that is left, or None.

    One is always among them, further ones as long as they take fewer `seconds` of the processor in all.
    """
    started = time.thread_time()
    made: dict[str, Scene] = {}
    for number, settings in enumerate(all_settings(lesson)):
        if number < begin:
            continue
        if made and time.thread_time() - started > seconds:
            return made, number
        made[key_of(lesson, settings)] = _kept(lesson, settings)
    return made, None


def _kept(lesson: Lesson, settings: Settings) -> Scene:
    key = (lesson, key_of(lesson, settings))
    kept: Scene = orjson.loads(_scenes.get(key, lambda: orjson.dumps(scene(lesson, settings))))
    return kept


def scene(
    lesson: Lesson, settings: Settings, changes: Iterable[Change] = (), *, counted: bool = True
) -> Scene:
    """Run the lesson under settings, with changes after them; raise InvalidInput if they do not go together.

    Of a rollout many are `counted`, which takes a second; without that its scene lacks those figures.
    """
    source = source_of(lesson, settings, changes)
    if lesson.header.picture == "rollout":
        return _rollout(lesson.header, source, int(settings[SEED]), counted=counted)
    return _still(lesson.header, _recording(lesson.header.release, source), pod_of(lesson, settings))


def recording_of(lesson: Lesson, settings: Settings) -> Recording:
    """Return a run of a lesson under settings."""
    return _recording(lesson.header.release, source_of(lesson, settings))


def _recording(release: str, source: str) -> Recording:
    return Recording.of(_scenario(release, source))


@lru_cache(maxsize=8)
def _scenario(release: str, source: str) -> Scenario:
    return scenario_of(release, source)


@lru_cache(maxsize=8)
def _uneven(release: str, source: str, rollouts: int) -> tuple[tuple[str, int | str], ...]:
    return tuple(uneven(_scenario(release, source), rollouts).items())


def _rollout(header: Header, source: str, seed: int, *, counted: bool) -> Scene:
    film = Rollout.of(_scenario(header.release, source), seed)
    return {
        "figures": film.figures()
        | (dict(_uneven(header.release, source, header.rollouts)) if counted else {}),
        "pod": "",
        "node": None,
        "nodes": [],
        "zones": [],
        "waiting": 0,
        "yaml": _yaml(header, film.scenario, ""),
        "film": film.film(),
    }


def _still(header: Header, recording: Recording, pod: str) -> Scene:
    turn = Turn.of(recording, pod)
    # The members of a gang are drawn by themselves, whichever of them comes first.
    drawn = nodes.nodes(turn, turn.at_start if header.picture == "gang" else turn.before)
    rule = spread.constraint(turn)
    zones = spread.zones(turn, rule)
    figures = nodes.figures(turn, drawn) | spread.figures(rule, zones) | affinity.figures(turn)
    answer: Scene = {
        "figures": figures,
        "pod": turn.pod,
        "node": turn.node,
        "nodes": drawn,
        "zones": zones,
        "waiting": int(figures["pods"]) - int(figures["placed"]),
        "yaml": _yaml(header, recording.scenario, turn.event["pod"]),
    }
    if rule:
        answer["spread"] = spread.spread_sum(rule)
        answer["columns"], answer["nowhere"] = spread.columns(rule)
        spread.label(turn, rule, drawn)
    if header.picture == "victims":
        answer["strikes"] = victims.strikes(turn)
        victims.guard(turn, drawn)
        figures |= victims.figures(turn, answer["strikes"])
    if header.picture == "dots":
        answer["dots"] = dots.dots(turn, header.golden)
        figures |= dots.figures(turn, answer["dots"], header.golden)
    if header.picture == "scores":
        answer["scores"] = scores.scores(turn)
        figures |= scores.figures(answer["scores"])
    if header.picture == "gang":
        answer["members"] = gang.members(turn)
        figures |= gang.figures(turn, answer["members"])
        if quota := gang.quota(turn):
            answer["quota"] = quota
            figures |= gang.quota_figures(quota)
    return answer


def _yaml(header: Header, scenario: Scenario, pod: str) -> str:
    """Return the part of the object that decides, as YAML; empty if the lesson shows none."""
    if not header.yaml:
        return ""
    kind, _, name = (header.yaml_of or f"Pod {pod}").partition(" ")
    written = {
        (manifest.get("kind"), f"default/{manifest['metadata']['name']}"): manifest
        for manifest in scenario.manifests
    }
    value = scenario.objects.manifests.get((kind, name)) or written.get((kind, name)) or {}
    path = header.yaml.split(".")
    for key in path:
        value = value.get(key) or {}
    lines = yaml.safe_dump({path[-1]: value}, sort_keys=False, width=60).splitlines() if value else []
    return "\n".join([*lines[:MOST_LINES], "…"] if len(lines) > MOST_LINES else lines)
