"""What keeps the claims from a node: the request that cannot be met, and the device that comes nearest to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.scheduler.framework.status import Code

from .allocator import RequestKey
from .contract import Rejection
from .examined import ExaminedRequest, Seen
from .sight import Sight


def by_request(requests: Sequence[ExaminedRequest]) -> list[list[ExaminedRequest]]:
    """Return the alternatives of each request."""
    grouped: dict[tuple[int, int], list[ExaminedRequest]] = {}
    for request in requests:
        grouped.setdefault(request.key[:2], []).append(request)
    return list(grouped.values())


def rejection_of(sight: Sight, requests: Sequence[ExaminedRequest], seen: Sequence[Seen]) -> Rejection | None:
    """Return the first request that cannot be met, alone or together with the others; None if none is in the way."""
    row_of = {request.key: i for i, request in enumerate(requests)}
    if not sight.searched:
        return None
    if sight.search.failed_on is not None:
        return _failed(sight, requests, seen, row_of)
    if sight.status.code is Code.Error:
        return _first_unusable(requests)
    for group in by_request(requests):
        if not any(request.satisfiable for request in group):
            best = min(group, key=lambda r: r.distance)
            return _alone(best, row_of[best.key])
    index = {device.candidate.id: i for i, device in enumerate(seen)}
    for request in reversed(requests):
        for (key, device), clauses in sight.search.refused.items():
            at = index.get(device, -1)
            if key == request.key and 0 <= at < len(request.cells) and not request.cells[at].failing:
                clause = next(iter(clauses.values()))
                return {"row": row_of[key], "device": at, "together": True, "clause": clause}
    return None


def _alone(request: ExaminedRequest, row: int) -> Rejection:
    cell = request.cells[request.nearest] if request.nearest >= 0 else None
    clause = None if cell is None or cell.decides is None else cell.clauses[cell.decides]
    return {"row": row, "device": request.nearest, "together": False, "clause": clause}


def _failed(
    sight: Sight, requests: Sequence[ExaminedRequest], seen: Sequence[Seen], row_of: Mapping[RequestKey, int]
) -> Rejection | None:
    """Return the request and the device at which the search ended with an error."""
    assert sight.search.failed_on is not None
    data, candidate = sight.search.failed_on
    for request in requests:
        if sight.reader.requests[request.key].requested is data.requested:
            at = next((i for i, device in enumerate(seen) if device.candidate.id == candidate.id), -1)
            clauses = request.cells[at].clauses if 0 <= at < len(request.cells) else ()
            refused = sight.search.refused.get((request.key, candidate.id), {})
            clause = next((clause for clause in clauses if not clause["ok"]), None) or next(
                iter(refused.values()), None
            )
            return {"row": row_of[request.key], "device": at, "together": False, "clause": clause}
    return None


def _first_unusable(requests: Sequence[ExaminedRequest]) -> Rejection | None:
    """Return the first device whose pool, or whose lack of a feature, ends the cycle with an error."""
    for row, request in enumerate(requests):
        for device, cell in enumerate(request.cells):
            clause = next((c for c in cell.clauses if c["kind"] in ("pool", "feature") and not c["ok"]), None)
            if clause is not None:
                return {"row": row, "device": device, "together": False, "clause": clause}
    return None
