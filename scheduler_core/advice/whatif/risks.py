"""The risk of a repair, as an operator names it, with its reason; and the order of repairs by it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Literal

from scheduler_core.advice.phrases import Phrase, say

RepairRisk = Literal["safe", "costs money", "weakens availability", "may lose data"]

RISKS: tuple[RepairRisk, ...] = ("safe", "costs money", "weakens availability", "may lose data")
"""The least first. `static/js/pages/whatif/ranking.js` has the same order."""

_RISK_BY_REASON: Mapping[str, RepairRisk] = {
    "no risk": "safe",
    "risk of machines": "costs money",
    "taint of devices": "costs money",
    "risk of data": "may lose data",
}
"""By kind of the sentence that gives the reason; all others weaken availability."""

_REASONS: Mapping[Hashable, str] = {
    "request": "risk of less",
    "nodeSelector": "no risk",
    "nodeAffinity": "no risk",
    "pin": "no risk",
    "toleration": "no risk",
    "spread": "risk of closeness",
    "affinity": "no risk",
    "anti_affinity": "risk of closeness",
    "others": "risk of closeness",
    "pod label": "risk of labels",
    "hostPort": "risk of ports",
    "device constraint": "no risk",
    "device toleration": "taint of device",
    "device count": "risk of fewer devices",
    "feature": "no risk",
    "gates": "risk of gates",
    "schedulerName": "no risk",
    "new node": "risk of machines",
    "pool": "risk of machines",
    "larger node": "risk of machines",
    "kubelet": "risk of restarts",
    "label": "no risk",
    "taint": "no risk",
    "cordon": "no risk",
    "volume": "risk of data",
    "claim": "risk of data",
    "move": "risk of restarts",
    "priority": "risk of restarts",
    "preemptionPolicy": "risk of restarts",
    "plugin": "risk for all pods",
    "default constraint": "risk for all pods",
    "weight": "risk for all pods",
    "percentage": "risk for all pods",
}
"""The kind of the reason, by the first part of a change's dial."""

_HARMLESS_IN_SPREAD = ("topologyKey", "matchLabelKeys", "nodeTaintsPolicy", "nodeAffinityPolicy")
"""Fields of a spread constraint that say what is counted, not how unequal it may be."""


def reason_of(dial: Sequence[Hashable], kind: str = "") -> Phrase:
    """Return why a change with this dial, whose sentence is of a kind, has the risk that it has."""
    if kind.endswith("match label keys"):  # a rollout of running pods, else of pods that wait
        return say("risk of restarts" if dial[0] == "others" else "no risk")
    if dial[0] == "spread" and dial[-1] in _HARMLESS_IN_SPREAD:
        return say("no risk")
    return say(_REASONS[dial[0]])


def risk_of(reason: Phrase) -> RepairRisk:
    """Return the risk that a reason stands for."""
    return _RISK_BY_REASON.get(reason.kind, "weakens availability")


def greatest(reasons: Iterable[Phrase]) -> Phrase:
    """Return the reason of the greatest risk, the first of several."""
    return max(reasons, key=lambda reason: RISKS.index(risk_of(reason)))


def order(risk: RepairRisk, placed: int, cost: float, displaced: int) -> tuple[int, int, float, int]:
    """Return what sorts repairs: by risk, then by how many pods the run places, then by cost, then by who moves.

    A repair whose run was not made places 0. `tests/shared/repair_order.json` holds this and the page's to one rule.
    """
    return RISKS.index(risk), -placed, cost, displaced
