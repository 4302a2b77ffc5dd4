"""The question that a reader answers before seeing the result: choices from the cluster, the answer from the run."""

from __future__ import annotations

import re
from typing import Literal

from typing_extensions import TypedDict

from scheduler_core import Play, Recording, Scenario, play, prepare, verdicts
from scheduler_core.contract import CycleFinished
from webui.core.runs.picture import placements, zones

PENDING = "Pending"
PLACED = "placed"
MAX_NODES = 6  # of larger clusters the reader predicts the zone
PLUGINS = ("TaintToleration", "NodeAffinity", "NodeResourcesFit", "PodTopologySpread", "InterPodAffinity")
ENDS = ("well", "interrupted", "skewed", "stuck")  # of a play
PLAYS = 3  # seeds, by which a play may end otherwise
_WHY = re.compile(r"\bwhy\b", re.IGNORECASE)


class Prediction(TypedDict):
    kind: Literal["node", "zone", "placed", "plugin", "play"]
    pod: str  # "namespace/name"; empty: all pods of the run
    pods: int
    choices: list[str]
    right: list[str]  # several when nodes tie


def prediction(
    scenario: Scenario, finished: list[CycleFinished], *, question: str, subject: str = ""
) -> Prediction:
    """Return the question about `subject`: a pod, or "placed" for the number of placed pods.

    Of a scenario with steps it is what comes of these. Without a subject it is about the only pod, or the last one if
    all are placed, else about the number.
    If `question` asks why a pod is pending it gives that away, so the reader predicts the plugin instead.
    """
    placed = placements(finished)
    if scenario.steps:
        return _play(scenario, len(placed))
    if subject == PLACED or (not subject and len(placed) > 1 and not all(placed.values())):
        return _count(scenario, placed)
    pod = next((key for key in placed if key.endswith(f"/{subject}")), "") if subject else list(placed)[-1]
    if placed[pod] is None and _WHY.search(question):
        return _plugin(scenario, finished, pod, len(placed))
    return _place(scenario, finished, pod, len(placed))


def _play(scenario: Scenario, pods: int) -> Prediction:
    """Return the question what comes of the steps; several ends are right if they depend on chance."""
    start = prepare(scenario)
    right = {_end(play(start, seed=seed)) for seed in range(1, PLAYS + 1)}
    return Prediction(kind="play", pod="", pods=pods, choices=[*ENDS], right=[e for e in ENDS if e in right])


def _end(played: Play) -> str:
    """Return how a play ends, one of `ENDS`: the worst that some workload comes to."""
    judged = verdicts(played)
    progress = {v["workload"]: v["verdict"] for action in judged for v in action["progress"]}
    skew = {(v["workload"], v["constraint"]): v["verdict"] for action in judged for v in action["skew"]}
    if "stuck" in progress.values():
        return "stuck"
    if "stays-skewed" in skew.values():
        return "skewed"
    lost = any(v["verdict"] == "loses-availability" for action in judged for v in action["availability"])
    return "interrupted" if lost else "well"


def _plugin(scenario: Scenario, finished: list[CycleFinished], pod: str, pods: int) -> Prediction:
    """Return the question which plugin rejects nodes."""
    trace = Recording(scenario, finished).cycle(_last(finished, pod)["cycle"]).trace()
    rejecting = {failures["first"] for failures in trace.get("filter", {}).values()}
    rejecting |= {
        name
        for name, status in trace.get("preFilter", {}).items()
        if status["code"] not in ("Success", "Skip")
    }
    choices = [*PLUGINS, *sorted(rejecting.difference(PLUGINS))]
    return Prediction(kind="plugin", pod=pod, pods=pods, choices=choices, right=sorted(rejecting))


def _place(scenario: Scenario, finished: list[CycleFinished], pod: str, pods: int) -> Prediction:
    zone_of = zones(scenario.cluster())
    best = _best(scenario, finished, pod)
    if len(zone_of) > MAX_NODES and len(set(zone_of.values())) > 1:
        choices = sorted({zone for zone in zone_of.values() if zone})
        right = sorted({zone_of[node] for node in best})
        return Prediction(
            kind="zone", pod=pod, pods=pods, choices=[*choices, PENDING], right=right or [PENDING]
        )
    lists_all = len(zone_of) <= MAX_NODES
    names = sorted(zone_of) if lists_all else sorted({*_named(scenario), *best[:1]})[:MAX_NODES]
    right = [node for node in best if node in names] or [PENDING]
    return Prediction(kind="node", pod=pod, pods=pods, choices=[*names, PENDING], right=right)


def _best(scenario: Scenario, finished: list[CycleFinished], pod: str) -> list[str]:
    """Return the node of the pod's last attempt and the nodes that tied with it; empty if it is pending."""
    last = _last(finished, pod)
    if last["node"] is None:
        return []
    if last["ties"] < 2:
        return [last["node"]]
    return Recording(scenario, finished).cycle(last["cycle"]).trace()["best"]


def _last(finished: list[CycleFinished], pod: str) -> CycleFinished:
    return [event for event in finished if event["pod"] == pod][-1]


def _named(scenario: Scenario) -> set[str]:
    """Return the nodes that the expectations name."""
    facts = [expectation.manifest for expectation in scenario.expectations]
    nodes = {fact[key] for fact in facts for key in ("node", "rejectedNode") if key in fact}
    return nodes.union(*(fact[key] for fact in facts for key in ("feasible", "total") if key in fact))


def _count(scenario: Scenario, placed: dict[str, str | None]) -> Prediction:
    number = sum(node is not None for node in placed.values())
    zone_of = zones(scenario.cluster())
    candidates = {number, len(placed), len(zone_of), len(set(zone_of.values()))}
    candidates |= {number + 1, number - 1} if len(candidates) < 4 else set()
    choices = sorted(choice for choice in candidates if 0 <= choice <= len(placed))
    return Prediction(
        kind="placed", pod="", pods=len(placed), choices=list(map(str, choices)), right=[str(number)]
    )
