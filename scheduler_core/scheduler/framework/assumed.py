"""Decisions about volumes that no object reflects yet.

Upstream keeps them in an assume cache (pkg/scheduler/util/assumecache @ v1.34.1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from scheduler_core.kubernetes.typeddict import TypedDict


class VolumeDecisionsJson(TypedDict):
    """What a pod took with its node; claims are namespace/name."""

    bound: dict[str, str]
    """The claim of each volume that was picked."""
    selected: dict[str, str]
    """The node on which a claim is to be provisioned."""


@dataclass(frozen=True, slots=True)
class VolumeDecisions:
    """The volumes that Reserve assumes for a pod. Claims are `namespace/name`.

    `bound` maps a volume to its claim, `selected` a claim to the node on which it is to be provisioned.
    """

    bound: dict[str, str] = field(default_factory=dict)
    selected: dict[str, str] = field(default_factory=dict)

    def clone(self) -> Self:
        return self

    def as_json(self) -> VolumeDecisionsJson:
        return {"bound": dict(self.bound), "selected": dict(self.selected)}

    @classmethod
    def from_json(cls, decisions: VolumeDecisionsJson) -> Self:
        return cls(dict(decisions["bound"]), dict(decisions["selected"]))


@dataclass(slots=True)
class AssumedVolumes:
    """The decisions for all pods bound so far."""

    bound: dict[str, str] = field(default_factory=dict)
    selected: dict[str, str] = field(default_factory=dict)

    def assume(self, decisions: VolumeDecisions) -> None:
        self.bound.update(decisions.bound)
        self.selected.update(decisions.selected)

    def copy(self) -> AssumedVolumes:
        return AssumedVolumes(dict(self.bound), dict(self.selected))
