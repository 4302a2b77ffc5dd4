"""The task of a scenario's own lesson: each set of changes that its reader chooses is a run."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext
from typing_extensions import TypedDict

from scheduler_core import (
    InvalidInput,
    ReaderTask,
    Recording,
    Scenario,
    apply_operations,
    check_run,
    load,
    phrase,
    worded,
)
from scheduler_core.contract import Phrase
from webui.features.learn.choices import unknown_change
from webui.features.learn.own_figures import figures
from webui.features.learn.tries import DiffLine, difference
from webui.features.learn.turn import Turn
from webui.ground.lib.errors import Problem
from webui.ground.lib.sentences import spoken

MOST_NODES, MOST_PODS = 100, 300  # of a cluster that is run while its reader waits


class OwnAttempt(TypedDict):
    """What changes come to; `error` says why they do not go together.

    Where the goal is not reached, `actual` is what is the case instead, and `message` what Kubernetes says of the pod.
    """

    changes: int
    solved: bool
    actual: Phrase | None
    message: str
    diff: list[DiffLine]
    error: str


def task_of(scenario: Scenario) -> ReaderTask:
    """Return the task of a scenario; raise Problem (404) if there is none, 422 if its cluster is too large."""
    task = scenario.lesson.task if scenario.lesson else None
    if task is None:
        raise Problem(404, [{"path": "lesson.task", "message": gettext("there is none in this scenario")}])
    size = scenario.summary()
    if size["nodes"] > MOST_NODES or size["pods"] > MOST_PODS:
        message = gettext(
            "must be about at most %(most_nodes)s nodes and %(most_pods)s pods, since it is run while its reader "
            "waits; the cluster has %(nodes)s and %(pods)s"
        ) % {"most_nodes": MOST_NODES, "most_pods": MOST_PODS, "nodes": size["nodes"], "pods": size["pods"]}
        raise Problem(422, [{"path": "lesson.task", "message": message}])
    return task


def attempt(scenario: Scenario, source: str, seed: int | None, names: Collection[str]) -> OwnAttempt:
    """Try changes of the task of a scenario with this text, in its order; raise Problem (404) for an unknown name."""
    task = task_of(scenario)
    if unknown := set(names) - {change.name for change in task.changes}:
        raise unknown_change(min(unknown), (change.name for change in task.changes))
    chosen = [operation for change in task.changes if change.name in names for operation in change.operations]
    answer = OwnAttempt(changes=len(names), solved=False, actual=None, message="", diff=[], error="")
    try:
        after = apply_operations(source, chosen).source if chosen else source
        answer["diff"] = difference(source, after)
        recording = _run(scenario, task, after, seed)
        turn = Turn.of(recording, scenario.lesson.pod if scenario.lesson else "")
        answer["actual"] = _instead_of_goal(task, recording, turn)
        answer["solved"] = answer["actual"] is None
        if not answer["solved"] and turn.node is None:
            answer["message"] = turn.event["message"] or ""
    except InvalidInput as error:
        answer["error"] = spoken(error.sentence)
    return answer


def _run(scenario: Scenario, task: ReaderTask, source: str, seed: int | None) -> Recording:
    """Run a changed text, which expects what the task wants and nothing else."""
    content = dict(load(source, version=scenario.version, admission=scenario.admission).content())
    content["expect"] = [task.goal] if task.goal else []
    return Recording.of(Scenario.from_content(content, version=scenario.version), seed=seed)


def _instead_of_goal(task: ReaderTask, recording: Recording, turn: Turn) -> Phrase | None:
    """Return what the run has instead of the outcome that the task wants; None if it has that."""
    known = figures(turn) if task.goal_fact else {}
    for name, value in task.goal_fact:
        if known.get(name) != value:
            return phrase(worded("{name} is {value}", name=name, value=str(known.get(name, "–"))))
    return next((result["found"] for result in check_run(recording) if not result["holds"]), None)
