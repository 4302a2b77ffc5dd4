"""A share of fair sharing, and what shares are compared by.

Mirrors DRS of pkg/cache/scheduler/fair_sharing.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, inf

from scheduler_core.queueing.objects.amounts import UNLIMITED, FlavorAmounts, FlavorResource


@dataclass(frozen=True, slots=True)
class Share:
    """A share (DRS): `ratio` in thousandths of what can be lent, before the division by `weight`.

    `resource` is the dominant one, "" where nothing is borrowed; `borrowed` is what is borrowed on. `key` is what
    shares are ordered by: infinite ones last, among themselves by their ratio (CompareDRS).
    """

    weight: float
    ratio: float = 0.0
    resource: str = ""
    borrowed: tuple[FlavorResource, ...] = ()
    key: tuple[bool, float] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        infinite = self.weight == 0 and self.ratio != 0
        object.__setattr__(self, "key", (infinite, self.ratio if infinite else self.weighted))

    @property
    def borrows(self) -> bool:
        return bool(self.borrowed)

    @property
    def weighted(self) -> float:
        """The share that is compared, infinite for one who borrows with weight 0 (PreciseWeightedShare)."""
        if self.ratio == 0:
            return 0.0
        return inf if self.weight == 0 else self.ratio / self.weight

    @property
    def rounded(self) -> int:
        """The share rounded up (roundedWeightedShare)."""
        return UNLIMITED if self.weighted == inf else ceil(self.weighted)

    def borrows_on(self, requests: FlavorAmounts) -> bool:
        """Return whether something is borrowed of what is requested (IsBorrowingOn)."""
        return any(requests.get(fr, 0) > 0 for fr in self.borrowed)


LESS_THAN_ANY = Share(1.0, -1.0)
"""Less than every share (NegativeDRS)."""
