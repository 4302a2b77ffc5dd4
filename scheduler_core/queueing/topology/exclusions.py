"""Why nodes are left out of a search, counted as failures say it.

Mirrors tasExclusionStats of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True)
class Exclusions:
    """Numbers of nodes by reason, of `nodes` altogether."""

    nodes: int
    reasons: dict[str, int] = field(default_factory=dict)

    def count(self, reason: str, leaves: NDArray[np.bool_]) -> None:
        """Count the leaves that are True under a reason."""
        if number := int(np.count_nonzero(leaves)):
            self.reasons[reason] = self.reasons.get(reason, 0) + number

    def __str__(self) -> str:
        """What a failure ends with; "" if no node is left out."""
        if not self.reasons:
            return ""
        reasons = sorted(f"{reason}: {count}" for reason, count in self.reasons.items())
        return f". Total nodes: {self.nodes}; excluded: {', '.join(reasons)}"
