"""The requests of a pod's claims, each against the devices that a node can see: on one node, and on all nodes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scheduler_core.kubernetes.objects.devices import ALL
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.scheduler.framework.claims import DeviceId

from .allocator import RequestKey
from .clauses import LATE, ClauseReader
from .contract import ClaimsOverview, ClauseCount, ClauseKind, DeviceClause, NodeVerdict, PoolClause
from .pools import Candidate, Pool, Pools

MOST_EXAMINED = 2_000
"""Devices of a node. Those after them are counted only."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A device of a slice that is for the node; `pool` says why the search does not come to it, if it does not."""

    candidate: Candidate
    pool: PoolClause


@dataclass(frozen=True, slots=True)
class Examined:
    """A request against a device: the clauses, and the index of the first that fails, None if none does."""

    clauses: tuple[DeviceClause, ...]

    @property
    def decides(self) -> int | None:
        return next((i for i, clause in enumerate(self.clauses) if not clause["ok"]), None)

    @property
    def decides_kind(self) -> ClauseKind | None:
        decides = self.decides
        return None if decides is None else self.clauses[decides]["kind"]

    @property
    def failing(self) -> int:
        return sum(not clause["ok"] for clause in self.clauses)

    @property
    def matches(self) -> bool:
        """Whether a request for all devices means this one, free or not."""
        return all(clause["ok"] for clause in self.clauses if clause["kind"] not in LATE)

    @property
    def distance(self) -> tuple[bool, int, int]:
        """How far the device is from being taken: another class, clauses that fail, clauses after the first of them."""
        decides = self.decides
        another_class = any(clause["kind"] == "class" and not clause["ok"] for clause in self.clauses)
        return another_class, self.failing, 0 if decides is None else len(self.clauses) - decides


@dataclass(frozen=True)
class ExaminedRequest:
    """A request, or an alternative of one, against each device."""

    key: RequestKey
    cells: tuple[Examined, ...]
    all_devices: bool
    asked: int

    @property
    def fitting(self) -> int:
        return sum(not cell.failing for cell in self.cells)

    @property
    def count(self) -> int:
        """How many devices it needs."""
        return sum(cell.matches for cell in self.cells) if self.all_devices else self.asked

    @property
    def satisfiable(self) -> bool:
        """Whether enough devices pass by themselves."""
        return self.fitting >= self.count > 0

    @cached_property
    def nearest(self) -> int:
        """The index of the device that comes nearest among those that fail; -1 if none does."""
        failing = [i for i, cell in enumerate(self.cells) if cell.failing]
        return min(failing, key=lambda i: self.cells[i].distance, default=-1)

    @property
    def distance(self) -> tuple[bool, int, int]:
        """How far its nearest device is from being taken; further than any device if the node sees none."""
        return self.cells[self.nearest].distance if self.nearest >= 0 else (True, sys.maxsize, 0)


_PASSES: PoolClause = {"kind": "pool", "ok": True, "trouble": "", "text": ""}
_INCOMPLETE: PoolClause = {"kind": "pool", "ok": False, "trouble": "incomplete", "text": ""}


def devices_seen(pools: Pools, node: Node, candidates: Sequence[Candidate]) -> list[Seen]:
    """Return the devices of all slices for the node: those of the search in its order, then the others."""
    seen = [Seen(candidate, _PASSES) for candidate in candidates]
    reached = {candidate.id for candidate in candidates}
    by_id = {(pool.driver, pool.name): pool for pool in pools.of(node)}
    for resource_slice in pools.slices_for(node):
        pool = by_id.get((resource_slice.driver, resource_slice.pool))
        clause = _trouble(pool)
        for device in resource_slice.devices:
            candidate = Candidate(
                pool or Pool(resource_slice.driver, resource_slice.pool),
                resource_slice,
                device,
                (resource_slice.driver, resource_slice.pool, device.name),
            )
            if candidate.id not in reached:
                reached.add(candidate.id)
                seen.append(Seen(candidate, clause))
    return seen


def find_device(pools: Pools, device: DeviceId) -> Candidate | None:
    """Return a device from the newest slice that has it, for whichever nodes; None if there is none."""
    driver, pool, name = device
    for resource_slice in sorted(pools.slices_of(driver, pool), key=lambda s: -s.generation):
        for listed in resource_slice.devices:
            if listed.name == name:
                return Candidate(Pool(driver, pool), resource_slice, listed, device)
    return None


def _trouble(pool: Pool | None) -> PoolClause:
    if pool is None or not (pool.invalid or pool.incomplete):
        return {"kind": "pool", "ok": False, "trouble": "replaced", "text": ""}
    if pool.invalid:
        return {"kind": "pool", "ok": False, "trouble": "invalid", "text": pool.invalid}
    return _INCOMPLETE


def examine(reader: ClauseReader, seen: Sequence[Seen]) -> Iterator[ExaminedRequest]:
    """Yield each request of a reader that is laid out."""
    for key, data in reader.requests.items():
        all_devices = data.requested.mode == ALL
        cells = tuple(
            Examined((_pool_clause(device, all_devices=all_devices), *reader.clauses(key, device.candidate)))
            for device in seen[:MOST_EXAMINED]
        )
        yield ExaminedRequest(key, cells, all_devices, data.requested.count)


def _pool_clause(seen: Seen, *, all_devices: bool) -> PoolClause:
    """Return the clause of the pool: all devices of an incomplete one cannot be had, though one of them may."""
    return _INCOMPLETE if all_devices and seen.candidate.pool.incomplete else seen.pool


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
