"""A search that keeps its steps (the device tried, the request, the outcome), and what it saw on a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.devices import ResourceClaim
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.scheduler.framework.claims import Claims, DeviceId
from scheduler_core.scheduler.framework.status import Code, Status

from .allocator import AllocationError, Environment, RequestData, RequestKey
from .clauses import ClauseReader
from .constraints import SelectorError
from .contract import AllocatedClaim, ClaimSearch, DeviceClause, NodeVerdict, SearchStep
from .pools import Candidate, Pool, Pools

MOST_STEPS = 2_000


class RecordedSearch(ClauseReader):
    """The allocator's search, step by step. What it finds is what the allocator finds.

    `rows` are its requests in order. `refused` has by request and device the clauses that stopped the device in the
    search, the first of each kind. `failed_on` is the request and the device that ended the search with an error.
    """

    def __init__(
        self, environment: Environment, node: Node, pools: Sequence[Pool], claims: Sequence[ResourceClaim]
    ) -> None:
        super().__init__(environment, node, pools, claims)
        self.rows: dict[RequestKey, int] = {}
        for c, claim in enumerate(claims):
            for r, request in enumerate(claim.spec.requests):
                for i in range(len(request.first_available) or 1):
                    self.rows[c, r, i] = len(self.rows)
        self.refused: dict[tuple[RequestKey, DeviceId], dict[str, DeviceClause]] = {}
        self.failed_on: tuple[RequestData, Candidate] | None = None
        self._recorded: list[SearchStep] = []
        self._clauses: list[DeviceClause] = []
        self._clause_index: dict[str, int] = {}
        self._step_count = 0
        self._allocates = False

    @property
    def recorded(self) -> ClaimSearch:
        return {
            "steps": self._recorded,
            "clauses": self._clauses,
            "total": self._step_count,
            "cut": self._step_count > len(self._recorded),
        }

    @property
    def _listens(self) -> bool:
        return self._step_count < MOST_STEPS

    def _key_of(self, data: RequestData) -> RequestKey | None:
        return next((key for key, request in self.requests.items() if request is data), None)

    def _record(self, step: SearchStep) -> None:
        self._step_count += 1
        if self._step_count <= MOST_STEPS:
            self._recorded.append(step)

    def _new_step(self, key: RequestKey, candidate: Candidate) -> SearchStep:
        depth = sum(map(len, self.chosen))
        return {"depth": depth, "row": self.rows[key], "device": candidate.name, "outcome": "taken"}

    def _refuse(
        self, key: RequestKey, candidate: Candidate, clause: DeviceClause | None, *, error: bool = False
    ) -> None:
        step = self._new_step(key, candidate)
        step["outcome"] = "error" if error else "refused"
        if clause is not None:
            step["clause"] = self._index(clause)
            self.refused.setdefault((key, candidate.id), {}).setdefault(clause["kind"], clause)
        self._record(step)

    def _index(self, clause: DeviceClause) -> int:
        """Return the index of a clause among those listed."""
        index = self._clause_index.setdefault(repr(clause), len(self._clauses))
        if index == len(self._clauses):
            self._clauses.append(clause)
        return index

    def _failing(self, key: RequestKey, candidate: Candidate) -> DeviceClause | None:
        return self.first_failing(key, candidate) if self._listens else None

    # -- what the search asks -----------------------------------------------------------------------------

    def _is_taken(self, key: RequestKey, data: RequestData, candidate: Candidate) -> bool:
        taken = super()._is_taken(key, data, candidate)
        if taken and not self._allocates:
            self._refuse(key, candidate, self._failing(key, candidate))
        return taken

    def _selectable(self, candidate: Candidate, data: RequestData, claim: ResourceClaim) -> bool:
        try:
            selectable = super()._selectable(candidate, data, claim)
        except SelectorError:
            self.failed_on = (data, candidate)
            if (key := self._key_of(data)) is not None:
                self._refuse(key, candidate, self._failing(key, candidate), error=True)
            raise
        if not selectable and (key := self._key_of(data)) is not None:
            self._refuse(key, candidate, self._failing(key, candidate))
        return selectable

    def _fits_capacity(self, candidate: Candidate, data: RequestData) -> bool:
        fits = super()._fits_capacity(candidate, data)
        if not fits and not self._allocates and (key := self._key_of(data)) is not None:
            self._refuse(key, candidate, self._failing(key, candidate))
        return fits

    def _allocate(self, key: RequestKey, data: RequestData, candidate: Candidate, *, must: bool) -> bool:
        clause = self._failing(key, candidate)  # as it is before the search counts the device
        step = self._new_step(key, candidate)
        self._allocates = True
        try:
            allocated = super()._allocate(key, data, candidate, must=must)
        except AllocationError:
            self.failed_on = (data, candidate)
            self._refuse(key, candidate, clause, error=True)
            raise
        finally:
            self._allocates = False
        if allocated:
            self._record(step)
        else:
            self._refuse(key, candidate, clause)
        return allocated

    def _deallocate(self, key: RequestKey) -> None:
        candidate, stuck = self.chosen[key[0]][-1].candidate, self._stuck(key)
        super()._deallocate(key)
        step = self._new_step(key, candidate)
        step["outcome"], step["stuck"] = "returned", self.rows.get(stuck, -1)
        self._record(step)

    def _stuck(self, key: RequestKey) -> RequestKey:
        """Return the request for which no device was left: the same one, or the one after it."""
        data = self.requests[key]
        if sum(pick.data is data for pick in self.chosen[key[0]]) < data.count:
            return key
        claim, request = key[0], key[1] + 1
        while claim < len(self._claims) and request >= len(self._claims[claim].spec.requests):
            claim, request = claim + 1, 0
        return claim, request, 0


@dataclass(frozen=True, slots=True)
class Sight:
    """What was looked at on a node: the claims without devices, their search and what it answered."""

    node: Node
    status: Status
    search_status: Status
    claims: Sequence[ResourceClaim]
    allocated: Sequence[tuple[ResourceClaim, bool]]
    """The claims that have devices, and whether the node can use them."""
    reader: ClauseReader
    search: RecordedSearch
    pools: Pools
    all_claims: Claims
    searched: bool
    """False: extended resources end the filter before."""

    @property
    def succeeded(self) -> bool:
        """Whether the search found devices for all claims."""
        return self.searched and self.search_status.ok


def taken_devices(sight: Sight) -> dict[DeviceId, tuple[str, str]]:
    """Return the devices that the search ended with: the claim and the request of each."""
    if not sight.succeeded:
        return {}
    return {
        pick.candidate.id: (claim.key, pick.data.full_name)
        for claim, chosen in zip(sight.claims, sight.search.chosen, strict=True)
        for pick in chosen
    }


def verdict(status: Status) -> NodeVerdict:
    """Return the verdict of a status."""
    if status.ok:
        return "fits"
    return "error" if status.code is Code.Error else "rejected"


def allocated_claim(claim: ResourceClaim, *, available: bool) -> AllocatedClaim:
    devices = claim.allocation.devices if claim.allocation else ()
    return {
        "claim": claim.key,
        "devices": ["/".join(device.id) for device in devices],
        "available": available,
    }
