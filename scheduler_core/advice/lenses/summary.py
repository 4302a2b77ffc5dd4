"""All lenses over a play in short, where they cost little."""

from __future__ import annotations

from collections import Counter

from scheduler_core.simulation.daytwo import Play

from .autoscaling.clusterautoscaler import cluster_autoscaler
from .autoscaling.karpenter import karpenter
from .contract import Descheduling, DeschedulingSummary, PlayLenses, ScaleUp, ScaleUpSummary
from .descheduler.afterplay import descheduler_after_steps
from .moments import recording_at

MOST_WORK = 200_000  # actions × nodes × pods, about 2 s
MOST_EVICTIONS = 6  # that are listed one by one
MOST_PLACEMENTS = 100
MOST_REASONS = 6


def lenses_after_play(played: Play, most_work: int = MOST_WORK) -> PlayLenses:
    """Return what the descheduler would do after each action, and autoscalers about the pods pending at the end.

    Nothing is computed where actions × nodes × pods exceeds `most_work`.
    """
    recorder = played.recorder
    omitted = len(recorder.actions) * len(recorder.nodes) * len(recorder.stays) > most_work
    return {
        "approximate": True,
        "omitted": omitted,
        "descheduling": []
        if omitted
        else [_descheduling(answer) for answer in descheduler_after_steps(played)],
        "scale_ups": [] if omitted else _scale_ups(played),
    }


def _scale_ups(played: Play) -> list[ScaleUpSummary]:
    recording = recording_at(played, played.recorder.actions[-1]["last"])
    if not recording.before(len(recording.finished)).waiting:
        return []
    return [_scale_up(lens(recording)) for lens in (cluster_autoscaler, karpenter)]


def _descheduling(answer: Descheduling) -> DeschedulingSummary:
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


def _scale_up(answer: ScaleUp) -> ScaleUpSummary:
    reasons = (
        reason
        for unhelped in answer["unhelped"]
        for refusal in unhelped["refusals"]
        for reason in refusal["reasons"]
    )
    return {
        "autoscaler": answer["autoscaler"],
        "assumed_groups": answer["assumed_groups"],
        "pending": answer["pending"],
        "ignored": sum(len(ignored["pods"]) for ignored in answer["ignored"]),
        "added": [
            {
                "group": addition["group"],
                "like": addition["like"],
                "zone": addition["zone"],
                "nodes": len(addition["nodes"]),
            }
            for addition in answer["added"]
        ],
        "placed": len(answer["placed"]),
        "reasons": list(dict.fromkeys(reasons))[:MOST_REASONS],
        "complete": answer["complete"],
    }
