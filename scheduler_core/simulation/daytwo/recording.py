"""What a play writes down: moments, the lives of pods and nodes, and each object's manifest from moment to moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.kubernetes.objects.parsing import Manifest

from .contract import (
    MomentKind,
    NodeState,
    Operand,
    PlayAction,
    PlayBudget,
    PlayMoment,
    PlayNode,
    PlayStay,
    PlayWorkload,
    Why,
)

BEFORE = -1
"""The number of the moment before the first: the scenario as it is."""


class TooLong(Exception):
    """A play came to its limit of moments."""


def why(code: str, **operands: Operand) -> Why:
    """Return a cause: a code and its operands."""
    return {"code": code, "operands": operands}


@dataclass(slots=True)
class Recorder:
    """Collects a play. `most` is the limit of moments.

    `uncounted` has the nodes that a workload's constraint, by its number, does not count as domains at the end, by
    nodeAffinityPolicy and nodeTaintsPolicy.
    """

    most: int
    actions: list[PlayAction] = field(default_factory=list)
    moments: list[PlayMoment] = field(default_factory=list)
    stays: list[PlayStay] = field(default_factory=list)
    nodes: dict[str, PlayNode] = field(default_factory=dict)
    workloads: dict[str, PlayWorkload] = field(default_factory=dict)
    budgets: dict[str, PlayBudget] = field(default_factory=dict)
    uncounted: dict[tuple[str, int], frozenset[str]] = field(default_factory=dict)
    _versions: dict[str, list[tuple[int, Manifest | None]]] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    def record(self, at: float, kind: MomentKind, cause: Why, **about: Any) -> int:
        """Write down a moment and return its number; raise TooLong at the limit.

        `about` are its pod, node, workload and seed, without those that are None.
        """
        if len(self.moments) >= self.most:
            raise TooLong
        number = len(self.moments)
        moment: PlayMoment = {
            "number": number,
            "at": round(at, 3),
            "action": len(self.actions) - 1,
            "kind": kind,
            "why": cause,
        }
        moment.update({key: value for key, value in about.items() if value is not None})  # type: ignore[typeddict-item]
        self.moments.append(moment)
        return number

    def store(self, key: str, manifest: Manifest | None) -> None:
        """Keep the manifest that an object ("Kind namespace/name") has from the last moment on; None: it is gone."""
        self._versions.setdefault(key, []).append((self.last, manifest))

    def manifests_at(self, moment: int) -> Iterator[tuple[str, Manifest]]:
        """Yield the objects that exist after a moment, in the order in which they were first stored."""
        for key, versions in self._versions.items():
            manifest = next((m for number, m in reversed(versions) if number <= moment), None)
            if manifest is not None:
                yield key, manifest

    # ---- nodes and workloads ----

    def node_came(self, name: str, state: NodeState) -> None:
        """Begin or resume a node's presence."""
        node = self.nodes.setdefault(name, {"name": name, "present": [], "states": []})
        node["present"].append(state["moment"])
        node["states"].append(state)

    def node_went(self, name: str, moment: int) -> None:
        """End a node's presence."""
        self.nodes[name]["present"].append(moment)

    def node_changed(self, name: str, state: NodeState) -> None:
        """Write down a node's state, if it differs from the last."""
        states = self.nodes[name]["states"]
        if {**states[-1], "moment": 0} != {**state, "moment": 0}:
            states.append(state)

    def counted(self, workload: str, available: int, in_all: int, pending: int) -> None:
        """Write down a workload's counts, if they differ from the last; of one moment the last ones count."""
        series = self.workloads[workload]["series"]
        if series and (series[-1]["available"], series[-1]["in_all"], series[-1]["pending"]) == (
            available,
            in_all,
            pending,
        ):
            return
        if series and series[-1]["moment"] == max(self.last, 0):
            series.pop()
        series.append(
            {"moment": max(self.last, 0), "available": available, "in_all": in_all, "pending": pending}
        )
