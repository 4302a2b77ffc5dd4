"""How much of a node's storage a pod's claims would use.

Mirrors scorer.go and Score of pkg/scheduler/framework/plugins/volumebinding @ v1.37: volumes that exist count where
some would be bound, otherwise the capacity that a CSI driver reports for the claims to be provisioned.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from scheduler_core.kubernetes.golang import round_half_away
from scheduler_core.kubernetes.objects.storage import PersistentVolumeClaim
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.plugins.noderesources.scorers import RequestedToCapacityRatio

from .matching import Match
from .provisioning import Provisioning

# The points of a broken line (utilization 0–100, score 0–100): the less is used, the better.
DEFAULT_SHAPE = ((0, 100), (100, 0))


class StorageUseStep(TypedDict):
    """The storage of a class on the node: what the pod's claims request of it; the raw score is the rounded mean."""

    kind: Literal["storage_use"]
    storage_class: str
    requested: int
    """In bytes."""
    capacity: int
    """In bytes: of the volumes that would be bound, or as the CSI driver reports it."""
    score: int


@dataclass(frozen=True, slots=True)
class StorageScorer:
    """Scores nodes by the storage that a pod's claims would use there."""

    provisioning: Provisioning
    shape: tuple[tuple[int, int], ...] = DEFAULT_SHAPE

    def score(self, matches: list[Match], selected: Iterable[PersistentVolumeClaim], node: int) -> int:
        """Return the rounded mean of the scores of the classes; 0 without any."""
        steps = self.steps(matches, selected, node)
        if not steps:
            return 0
        return int(round_half_away(np.array([sum(step["score"] for step in steps) / len(steps)]))[0])

    def steps(
        self, matches: list[Match], selected: Iterable[PersistentVolumeClaim], node: int
    ) -> list[StorageUseStep]:
        """Return the use by class. `selected` are the claims whose node was selected before."""
        bound = [(match.claim, volume) for match in matches if (volume := match.volume(node)) is not None]
        use: dict[str, tuple[int, int]] = {}
        for claim, volume in bound:
            requested, capacity = use.get(claim.storage_class, (0, 0))
            use[claim.storage_class] = requested + claim.request, capacity + volume.capacity
        if not bound:
            for claim in (*selected, *(match.claim for match in matches)):
                free = self.provisioning.capacity_at(claim, node)
                if free is not None:  # the claims of a class share it
                    use[claim.storage_class] = use.get(claim.storage_class, (0, 0))[0] + claim.request, free
        return [
            {
                "kind": "storage_use",
                "storage_class": storage_class,
                "requested": requested,
                "capacity": capacity,
                "score": self._of_class(requested, capacity),
            }
            for storage_class, (requested, capacity) in use.items()
        ]

    def _of_class(self, requested: int, capacity: int) -> int:
        ratio = RequestedToCapacityRatio(self.shape)
        return int(ratio(np.array([requested if capacity else 1]), np.array([capacity]))[0])
