"""Taints with a meaning of their own: what tolerating one means, and what to do where no toleration helps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

import yaml

from scheduler_core.kubernetes.objects.node import Node, Taint
from scheduler_core.kubernetes.objects.resources import is_extended

_PATH: Final = Path(__file__).with_name("owned_taints.yaml")

TaintMeaning = Literal[
    "ready", "pressure", "network", "agent", "new", "leaving", "marked",
    "spot", "platform", "others", "devices", "virtual", "system", "control plane",
]  # fmt: skip
"""What a taint says of its node.

Neither a toleration nor its removal makes these nodes able to run the pod. ready: it is not ready or not reachable.
pressure: it is short of memory, disk or process ids. network, agent: the network, or an agent of it or of storage, is
not up. new: it is still being set up. leaving: it is going. marked: its
taint is called offline, maintenance or the like.

These are kept for some pods, from the least risk to the greatest. spot: it can be taken away at short notice. platform:
it runs images of another architecture, system or runtime. others: of a team or workload. devices: of pods that use its
devices. virtual: it is no machine. system: of the cluster's own add-ons. control plane: of the control plane.
"""

UNABLE: tuple[TaintMeaning, ...] = ("ready", "pressure", "network", "agent", "new", "leaving", "marked")
"""Where no toleration is offered."""

RISKS: tuple[TaintMeaning, ...] = (
    "spot",
    "platform",
    "others",
    "devices",
    "virtual",
    "system",
    "control plane",
)
"""Where one is, the least risk first."""

RESERVED = RISKS[1:]
"""Meanings of taints on nodes that the cluster reserves; spot nodes are for pods that tolerate losing them."""


@dataclass(frozen=True, slots=True)
class TaintRow:
    """Taints of one meaning: a key, a prefix (`a.b/*`) or an end of keys (`*/a`), with a value if it matters."""

    meaning: TaintMeaning
    key: str
    source: str
    value: str = ""

    def matches(self, taint: Taint) -> bool:
        if self.value and taint.value.lower() != self.value:
            return False
        if self.key.endswith("*"):
            return taint.key.startswith(self.key[:-1])
        if self.key.startswith("*"):
            return taint.key.endswith(self.key[1:])
        return taint.key == self.key


@cache
def taint_rows() -> tuple[TaintRow, ...]:
    """Return the known taints, with their sources; the first row that matches a taint says what it means."""
    return tuple(TaintRow(**row) for row in yaml.load(_PATH.read_text(encoding="utf-8"), yaml.CSafeLoader))


_DEDICATED = ("dedicated", "tenant", "team", "reserved")
_MARKED = ("offline", "maintenance", "drain", "quarantine", "unhealthy", "broken", "decommission")


def meaning_of(taint: Taint, node: Node, requests: Mapping[str, int]) -> TaintMeaning | None:
    """Return what a taint of a node says to a pod with these requests; None if that is not known.

    A taint of devices says nothing against a pod that asks for one of the node.
    """
    row = next((row for row in taint_rows() if row.matches(taint)), None)
    meaning = row.meaning if row is not None else _by_name(taint)
    devices = [name for name, amount in node.allocatable.items() if amount and is_extended(name)]
    if meaning in (None, "others") and any(not requests.get(name) for name in devices):
        meaning = "devices"
    if meaning == "devices" and any(requests.get(name) for name in devices):
        return None
    return meaning


def _by_name(taint: Taint) -> TaintMeaning | None:
    name = taint.key.rpartition("/")[2]
    if any(word in name for word in _MARKED):
        return "marked"
    return "others" if any(word in name for word in _DEDICATED) else None
