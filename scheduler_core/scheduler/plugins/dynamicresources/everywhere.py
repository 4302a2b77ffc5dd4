"""The claims of a pod on all nodes: per node the request that is in the way and the device that comes nearest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .clauses import ClauseReader
from .contract import ClaimsOverview, ClauseCount, ClauseKind, NodeVerdict
from .examined import ExaminedRequest, devices_seen, examine
from .pools import Pools

Counts = Counter[tuple[str, ClauseKind]]


class Everywhere:
    """Collects the columns, a node at a time."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._devices: Counts = Counter()
        self._nodes: Counts = Counter()
        self._columns: ClaimsOverview = {
            "rows": [],
            "nodes": [],
            "verdict": [],
            "row": [],
            "decides": [],
            "device": [],
            "failing": [],
            "fitting": [],
            "seen": [],
            "counts": [],
        }

    def add(self, name: str, verdict: NodeVerdict, reader: ClauseReader) -> None:
        """Add a node."""
        columns = self._columns
        columns["nodes"].append(name)
        columns["verdict"].append(verdict)
        if len(columns["rows"]) < len(reader.requests):
            columns["rows"] = [_row_name(reader, key) for key in reader.requests]
        seen = devices_seen(self._pools, reader.node, reader.candidates)
        requests = list(examine(reader, seen))
        self._count(columns["rows"], requests)
        columns["seen"].append(len(seen))
        row = -1 if verdict == "fits" else _row_in_the_way(requests)
        request = requests[row] if row >= 0 else None
        cell = request.cells[request.nearest] if request is not None and request.nearest >= 0 else None
        decides = None if cell is None else cell.decides
        columns["row"].append(row)
        columns["fitting"].append(0 if request is None else request.fitting)
        columns["failing"].append(0 if cell is None else cell.failing)
        columns["decides"].append(None if cell is None or decides is None else cell.clauses[decides]["kind"])
        columns["device"].append(
            "" if cell is None or request is None else seen[request.nearest].candidate.name
        )

    def _count(self, rows: list[str], requests: Iterable[ExaminedRequest]) -> None:
        for row, request in zip(rows, requests, strict=False):
            kinds = Counter((row, kind) for cell in request.cells if (kind := cell.decides_kind) is not None)
            self._devices += kinds
            self._nodes.update(kinds.keys())

    def columns(self) -> ClaimsOverview:
        """Return the columns of the nodes added so far."""
        counts: list[ClauseCount] = [
            {"row": row, "kind": kind, "devices": devices, "nodes": self._nodes[row, kind]}
            for (row, kind), devices in self._devices.most_common()
        ]
        return {**self._columns, "counts": counts}


def _row_name(reader: ClauseReader, key: tuple[int, int, int]) -> str:
    return f"{reader.claim_key(key)}/{reader.requests[key].full_name}"


def _row_in_the_way(requests: list[ExaminedRequest]) -> int:
    """Return the first request of which no alternative can be met by itself, as its nearest alternative; or -1."""
    groups: dict[tuple[int, int], list[int]] = {}
    for i, request in enumerate(requests):
        groups.setdefault(request.key[:2], []).append(i)
    for group in groups.values():
        if not any(requests[i].satisfiable for i in group):
            return min(group, key=lambda i: requests[i].distance)
    return -1
