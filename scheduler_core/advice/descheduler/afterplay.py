"""What the descheduler would do after each step of a play; the play goes on without it."""

from __future__ import annotations

from collections import Counter

from scheduler_core.explain.view.recording import Recording
from scheduler_core.simulation.daytwo import Play, moment_content
from scheduler_core.simulation.run.scenario import Scenario

from .contract import Descheduling, DeschedulingSummary, PlayDescheduling
from .rounds import descheduler

MOST_WORK = 200_000  # actions × nodes × pods, about 2 s
MOST_EVICTIONS = 6  # that are listed one by one
MOST_PLACEMENTS = 100


def descheduler_after_steps(played: Play) -> list[Descheduling]:
    """Return whom the descheduler would evict at the end of each action, and where they land."""
    return [descheduler(_recording_at(played, action["last"])) for action in played.recorder.actions]


def _recording_at(played: Play, number: int) -> Recording:
    """Return the run of a moment's cluster; a pod of which the moment is the cycle is placed as there."""
    scenario = Scenario.from_content(moment_content(played, number), version=played.start.scenario.version)
    return Recording.of(scenario, seed=played.recorder.moments[number].get("seed"))


def descheduling_of(played: Play, most_work: int = MOST_WORK) -> PlayDescheduling:
    """Return the same in short; nothing is computed where actions × nodes × pods exceeds `most_work`."""
    recorder = played.recorder
    omitted = len(recorder.actions) * len(recorder.nodes) * len(recorder.stays) > most_work
    answers = [] if omitted else descheduler_after_steps(played)
    return {"approximate": True, "omitted": omitted, "descheduling": list(map(_summary, answers))}


def _summary(answer: Descheduling) -> DeschedulingSummary:
    evictions = [eviction for round_ in answer["rounds"] for eviction in round_["evictions"]]
    nodes = {eviction["pod"]: answer["placements"].get(eviction["pod"]) for eviction in evictions}
    return {
        "rounds": len(answer["rounds"]),
        "ends": answer["ends"],
        "evicted": len(evictions),
        "by_policy": dict(Counter(eviction["policy"] for eviction in evictions)),
        "evictions": evictions[:MOST_EVICTIONS],
        "pending": sum(node is None for node in nodes.values()),
        "placements": nodes if len(nodes) <= MOST_PLACEMENTS else {},
    }
