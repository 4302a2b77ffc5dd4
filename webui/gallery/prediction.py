"""What a reader is asked before the answer is shown: the choices come from the cluster, what is right from the run."""

from __future__ import annotations

import re
from typing import Literal

from typing_extensions import TypedDict

from scheduler_core import Recording, Scenario
from scheduler_core.contract import CycleFinished
from webui.runs.picture import placements, zones

PENDING = "Pending"
PLACED = "placed"
MOST_NODES = 6  # beyond, zones are asked for
PLUGINS = ("TaintToleration", "NodeAffinity", "NodeResourcesFit", "PodTopologySpread", "InterPodAffinity")
_WHY = re.compile(r"\bwhy\b", re.IGNORECASE)


class Prediction(TypedDict):
    kind: Literal["node", "zone", "placed", "plugin"]
    pod: str  # "namespace/name"; empty: all pods of the run
    pods: int
    choices: list[str]
    right: list[str]  # several when nodes tie


def prediction(
    scenario: Scenario, finished: list[CycleFinished], *, question: str, asked: str = ""
) -> Prediction:
    """About the pod that is `asked` for, the only pod, the last one when all are placed; else how many are.

    A question that asks why a pod waits has said that it does: then the plugin is asked for.
    """
    placed = placements(finished)
    if asked == PLACED or (not asked and len(placed) > 1 and not all(placed.values())):
        return _count(scenario, placed)
    pod = next((key for key in placed if key.endswith(f"/{asked}")), "") if asked else list(placed)[-1]
    if placed[pod] is None and _WHY.search(question):
        return _plugin(scenario, finished, pod, len(placed))
    return _place(scenario, finished, pod, len(placed))


def _plugin(scenario: Scenario, finished: list[CycleFinished], pod: str, pods: int) -> Prediction:
    """Which plugin rejects nodes."""
    trace = Recording(scenario, finished).cycle(_last(finished, pod)["cycle"]).trace()
    stopped = {failed["first"] for failed in trace.get("filter", {}).values()}
    stopped |= {
        name
        for name, status in trace.get("preFilter", {}).items()
        if status["code"] not in ("Success", "Skip")
    }
    choices = [*PLUGINS, *sorted(stopped.difference(PLUGINS))]
    return Prediction(kind="plugin", pod=pod, pods=pods, choices=choices, right=sorted(stopped))


def _place(scenario: Scenario, finished: list[CycleFinished], pod: str, pods: int) -> Prediction:
    zone_of = zones(scenario.cluster())
    best = _best(scenario, finished, pod)
    if len(zone_of) > MOST_NODES and len(set(zone_of.values())) > 1:
        choices = sorted({zone for zone in zone_of.values() if zone})
        right = sorted({zone_of[node] for node in best})
        return Prediction(
            kind="zone", pod=pod, pods=pods, choices=[*choices, PENDING], right=right or [PENDING]
        )
    few = len(zone_of) <= MOST_NODES
    names = sorted(zone_of) if few else sorted({*_named(scenario), *best[:1]})[:MOST_NODES]
    right = [node for node in best if node in names] or [PENDING]
    return Prediction(kind="node", pod=pod, pods=pods, choices=[*names, PENDING], right=right)


def _best(scenario: Scenario, finished: list[CycleFinished], pod: str) -> list[str]:
    """The node that the pod got at last, with those that were as good."""
    last = _last(finished, pod)
    if last["node"] is None:
        return []
    if last["ties"] < 2:
        return [last["node"]]
    return Recording(scenario, finished).cycle(last["cycle"]).trace()["best"]


def _last(finished: list[CycleFinished], pod: str) -> CycleFinished:
    return [event for event in finished if event["pod"] == pod][-1]


def _named(scenario: Scenario) -> set[str]:
    """The nodes that the expectations speak of."""
    facts = [expectation.manifest for expectation in scenario.expectations]
    named = {fact[key] for fact in facts for key in ("node", "rejectedNode") if key in fact}
    return named.union(*(fact[key] for fact in facts for key in ("feasible", "total") if key in fact))


def _count(scenario: Scenario, placed: dict[str, str | None]) -> Prediction:
    number = sum(node is not None for node in placed.values())
    zone_of = zones(scenario.cluster())
    telling = {number, len(placed), len(zone_of), len(set(zone_of.values()))}
    telling |= {number + 1, number - 1} if len(telling) < 4 else set()
    choices = sorted(choice for choice in telling if 0 <= choice <= len(placed))
    return Prediction(
        kind="placed", pod="", pods=len(placed), choices=list(map(str, choices)), right=[str(number)]
    )
