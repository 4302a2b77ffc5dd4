"""How the pods of two runs ended: those whose outcome differs, by what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from webui.core.runs import log
from webui.core.runs.models import Run

OutcomeKind = Literal["placed", "moved", "pending", "added", "removed", "preempted", "spared"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a pod ended, under its name in that run: on a node, pending (None), or evicted by preemption."""

    pod: str
    node: str | None
    preempted: bool = False


@dataclass(frozen=True, slots=True)
class OutcomeDifference:
    """A pod whose outcome differs; None on the side that does not have it."""

    kind: OutcomeKind
    a: Outcome | None
    b: Outcome | None


def outcomes(run: Run | None, names: Mapping[str, str]) -> dict[str, Outcome]:
    """Return the outcome of each pod of a run, by the names that its pods go by in the comparison."""
    ended: dict[str, Outcome] = {}
    for event in log.finished_cycles(run.pk) if run else ():
        pod = event["pod"]
        ended[names.get(pod, pod)] = Outcome(pod, event["node"])
        for victim in event.get("victims") or ():
            ended[names.get(victim, victim)] = Outcome(victim, None, preempted=True)
    return ended


def outcome_differences(a: Mapping[str, Outcome], b: Mapping[str, Outcome]) -> Iterator[OutcomeDifference]:
    """Yield the pods whose outcome differs, in the order of A, then those that only B has."""
    for pod in dict.fromkeys((*a, *b)):
        before, after = a.get(pod), b.get(pod)
        kind = outcome_kind(before, after)
        if kind is not None:
            yield OutcomeDifference(kind, before, after)


def counts(differences: list[OutcomeDifference]) -> dict[str, int]:
    """Return how many pods there are of each kind."""
    return dict(Counter[str](difference.kind for difference in differences))


def outcome_kind(a: Outcome | None, b: Outcome | None) -> OutcomeKind | None:
    """Return how the outcome of a pod differs; None if it does not. None on a side means that it lacks the pod."""
    was_preempted, is_preempted = (bool(attempt and attempt.preempted) for attempt in (a, b))
    if was_preempted != is_preempted:
        return "preempted" if is_preempted else "spared"
    if a is None or b is None:
        return "added" if a is None else "removed"
    if a.node == b.node:
        return None
    if a.node and b.node:
        return "moved"
    return "placed" if b.node else "pending"
