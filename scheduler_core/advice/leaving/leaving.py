"""Which nodes go, and why the others stay: what the autoscalers of an input do, and `kubectl drain`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from scheduler_core.advice.scaling.scaling import shows_karpenter, told_groups_of
from scheduler_core.advice.whatif.holding_contract import NodeHold
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.typeddict import TypedDict

from .contract import Leaving
from .groups import PLACES, GroupsLeaving
from .karpenter import KarpenterLeaving


class LeavingInquiry:
    """The question which nodes the autoscalers of an input remove; one node, or all. None asked if it shows none."""

    def __init__(self, recording: Recording, only: str = "") -> None:
        told = told_groups_of(recording.scenario)
        self._asked: list[KarpenterLeaving | GroupsLeaving] = []
        if shows_karpenter(recording.scenario):
            self._asked.append(KarpenterLeaving(recording, only))
        if told.present and told.groups:
            self._asked.append(GroupsLeaving(recording, told, only))

    def __bool__(self) -> bool:
        return bool(self._asked)

    def steps(self) -> Iterator[None]:
        """Look at one node after another, and yield after each."""
        for asked in self._asked:
            yield from asked.steps()

    def answers(self) -> list[Leaving]:
        """Return what is known so far, of each autoscaler."""
        return [asked.answer() for asked in self._asked]


class Drain(TypedDict):
    """What `kubectl drain` does with a node."""

    verdict: Literal["goes", "hangs"]
    says: str


def drained(hold: NodeHold) -> Drain:
    """Return what `kubectl drain` does with a node, and the options that it needs."""
    leaving = [pod for pod in hold["pods"] if not pod["stays"]]
    kinds = {one["kind"] for pod in leaving for one in pod["holds"]}
    options = ["--ignore-daemonsets"] if len(leaving) < len(hold["pods"]) else []
    options += ["--delete-emptydir-data"] if "local-storage" in kinds else []
    options += ["--force"] if "bare" in kinds else []
    needs = f"with {' '.join(options)}" if options else ""
    lost = sum(any(one["kind"] in PLACES for one in pod["holds"]) for pod in leaving)
    after = f"no other node for {lost} of {len(leaving)} evicted" if lost else ""
    is_held = "budget" in kinds
    first = "waits for the budget" if is_held else f"evicts {len(leaving)}"
    return {
        "verdict": "hangs" if is_held else "goes",
        "says": ", ".join(filter(None, [first, needs, after])),
    }
