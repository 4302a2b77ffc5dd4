"""Repairs to the end of the run: further new nodes where other pods take the first, and what does not last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.explain.view.causes.reasons import refusals
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.simulation.run.outcome import Skipped

from .change import Change, Changes
from .effects import RepairedRun
from .offers.nodes import adds_nodes, with_node, without_node
from .offers.registry import new_nodes
from .search import placed_on
from .situation import Situation
from .trial import Trial

_NAMED = 3


def with_more_nodes(run: RepairedRun, most: int) -> RepairedRun | None:
    """Return the run with as many further nodes as the pod needs to be placed at its end.

    Each is one that takes the pod in its last attempt. None if the changes add no node, no further one helps, or more
    than `most` in all would be needed.
    """
    if not any(map(adds_nodes, run.changes)):
        return None
    while run.node is None:
        further = _further_node(run)
        if further is None or _node_count(run.changes) == most:
            return None
        run = run.with_changes(_added(run.changes, further))
    return _with_fewest(run)


def _further_node(run: RepairedRun) -> Change | None:
    """Return the change that adds a node which takes the pod in its last attempt, if possible one like those added."""
    try:
        trial = Trial.of(run.made, run.pod)
    except InvalidInput:  # the pod has no attempt, or is gone
        return None
    result = trial.attempt(())
    if isinstance(result, Skipped):
        return None
    names = {
        edit.value["metadata"]["name"]
        for change in run.changes
        if adds_nodes(change)
        for edit in change.edits
    }
    cluster = replace(trial.cluster, changed=frozenset(names))
    offered = new_nodes(Situation(result, refusals(result), cluster, trial.manifest))
    for change in sorted(offered, key=lambda c: _added(run.changes, c)[-1] == c):
        if placed_on(trial.attempt((change,))) is not None:
            return change
    return None


def _node_count(changes: Changes) -> int:
    return sum(change.times for change in changes if adds_nodes(change))


def _added(changes: Changes, further: Change) -> Changes:
    """Return the changes with a further node, as one change with a node that is added like it already."""
    for i, change in enumerate(changes):
        if adds_nodes(change) and (both := with_node(change, further)) is not None:
            return (*changes[:i], both, *changes[i + 1 :])
    return (*changes, further)


def _with_fewest(run: RepairedRun) -> RepairedRun:
    """Return the run without the nodes that those found later make needless."""
    if sum(map(adds_nodes, run.changes)) < 2:  # of one kind one less was tried
        return run
    for changes in _one_less(run.changes):
        fewer = run.with_changes(changes)
        if fewer.node is not None:
            return _with_fewest(fewer)
    return run


def _one_less(changes: Changes) -> Iterator[Changes]:
    for i, change in enumerate(changes):
        if adds_nodes(change):
            fewer = without_node(change)
            yield (*changes[:i], *([fewer] if fewer else []), *changes[i + 1 :])


def why_not_lasting(run: RepairedRun, node: str) -> Phrase:
    """Return why a pod that gets this node in its cycle has none at the end of the run."""
    placed = [event for event in run.made.attempts(run.pod) if event["node"]]
    if placed:
        evicting = [event["pod"] for event in run.made.finished if run.pod in event["victims"]]
        return say("evicted later", node=placed[-1]["node"], pod=listed(evicting[-1:]))
    takers = [moved["pod"] for moved in run.effects()["moved"] if moved["after"] == node]
    if takers:
        names = [*takers[:_NAMED], *(["…"] if len(takers) > _NAMED else [])]
        return say("place taken", node=node, pods=listed(names))
    said = [event["message"] for event in run.made.attempts(run.pod) if event["message"]]
    said += [r.message for r in run.made.scenario.admitted.refusals if r.object == f"Pod {run.pod}"]
    return say("message", message=said[-1]) if said else say("no attempt")
