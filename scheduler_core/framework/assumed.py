"""Decisions about volumes that have been taken and that no object shows yet.

The scheduler keeps them in an assume cache (pkg/scheduler/util/assumecache @ v1.34.1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class VolumeDecisions:
    """What Reserve takes for a pod. Claims are `namespace/name`.

    `bound` is the claim of each volume that was picked; `selected` the node on which a claim is to be provisioned.
    """

    bound: dict[str, str] = field(default_factory=dict)
    selected: dict[str, str] = field(default_factory=dict)

    def clone(self) -> Self:
        return self

    def as_json(self) -> dict[str, Any]:
        return {"bound": dict(self.bound), "selected": dict(self.selected)}

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Self:
        return cls(dict(found["bound"]), dict(found["selected"]))


@dataclass(slots=True)
class AssumedVolumes:
    """The decisions of all pods that were bound so far."""

    bound: dict[str, str] = field(default_factory=dict)
    selected: dict[str, str] = field(default_factory=dict)

    def take(self, decisions: VolumeDecisions) -> None:
        self.bound.update(decisions.bound)
        self.selected.update(decisions.selected)
