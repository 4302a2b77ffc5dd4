"""A cycle as columns: what the engine has in arrays goes into the bytes as it is, and the page reads it by node.

Nodes are indices into nodeOrder. What a cycle has by node stands beside its `trace`:

* `filter`: `plugins` that ran; `status` by plugin that rejected a node, per node an index into `statuses`, 0 where
  the plugin passes it or was not called; `first`, per node an index into `plugins`, the plugin at which the scheduler
  stops, -1 where the node passes or was not checked; `passes`, the failing nodes that were tried beside nominated pods;
  `visited`, the nodes that the scheduler reached, in order, null when that is all of them from the first on.
* `feasible`: the nodes that passed, in visiting order. `score` and `normalized` by plugin, and
  `total`, have an entry for each of them. `best`: those that tied.
* `preemption`: `candidates`, `best` and `rejected` of PostFilter.
"""

from __future__ import annotations

import numpy as np

from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.contract import StatusEntry
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.interfaces import PostFilterResult
from scheduler_core.scheduler.framework.runtime import FilterRun
from scheduler_core.scheduler.framework.status import Code, Status, Verdicts

from .arrays import Document, pack, unpack
from .contract import (
    CycleColumns,
    CycleNumbers,
    FilterColumns,
    PreemptionColumns,
    SkippedColumns,
)
from .status import status_entry
from .trace import trace_summary

SCHEMA = 3


def encode(document: CycleNumbers | CycleColumns | SkippedColumns) -> bytes:
    """Encode columns as bytes, marked with the schema."""
    return pack({"schema": SCHEMA, **document})


def decode(data: bytes) -> Document:
    """Read what `encode` wrote; ValueError for another schema."""
    document = unpack(data)
    if document["schema"] != SCHEMA:
        raise ValueError(f"columns of schema {document['schema']}; this engine reads {SCHEMA}")
    return document


def cycle_columns(record: CycleRecord) -> CycleNumbers:
    """Return the trace of a cycle, with arrays for everything that it has by node."""
    run, score, post = record.shown_filter, record.score, record.post_filter
    points = score.points() if score else {}
    return {
        "trace": trace_summary(record),
        "filter": None if run is None else _filter(record, run),
        "feasible": record.feasible,
        "score": {name: raw for name, (raw, _) in points.items()},
        "normalized": {name: normalized for name, (_, normalized) in points.items()},
        "total": score.total if score else _NONE,
        "best": record.best,
        "preemption": None if post is None else _preemption(post),
    }


_NONE = np.zeros(0, dtype=np.int64)


def visited(record: CycleRecord) -> IntArray | None:
    """Return the nodes that the scheduler reached, in order; None when these are all, from the first on."""
    if record.filter is None or record.search is None:
        return None
    nodes = record.filter.rows[record.search.visited]
    return None if np.array_equal(nodes, record.framework.handle.snapshot.rows) else nodes


def _filter(record: CycleRecord, run: FilterRun) -> FilterColumns:
    nodes = len(record.framework.handle.snapshot)
    statuses = _Statuses()
    rejecting = [(n, v) for n, v in zip(run.plugins, run.verdicts, strict=True) if v.failed is not None]
    failing = np.array([i for i in sorted(run.passes) if not run.passed[i]], dtype=np.int64)
    return {
        "plugins": run.plugins,
        "status": {n: _by_node(statuses.column(v), run.rows, nodes, missing=0) for n, v in rejecting},
        "statuses": statuses.table,
        "first": _by_node(run.first, run.rows, nodes, missing=-1),
        "passes": {"node": run.rows[failing], "pass": np.array([run.passes[i] for i in failing.tolist()])},
        "visited": visited(record),
    }


def _by_node(column: IntArray, rows: IntArray, nodes: int, missing: int) -> IntArray:
    """Spread a column of the checked rows over all nodes."""
    if len(rows) == nodes:
        return column
    spread = np.full(nodes, missing, dtype=np.int64)
    spread[rows] = column
    return spread


class _Statuses:
    """Distinct statuses in the trace's form; the first is None, for a node that passes."""

    def __init__(self) -> None:
        self.table: list[StatusEntry | None] = [None]
        self._ids: dict[tuple[Code, tuple[str, ...]], int] = {}

    def column(self, verdicts: Verdicts) -> IntArray:
        """Return the index of each row's status in the table."""
        keys = verdicts.reasons.astype(np.int64) * len(Code) + verdicts.codes
        counts = np.bincount(keys)
        ids: IntArray = np.zeros(len(counts), dtype=np.int64)
        for key in np.flatnonzero(counts).tolist():
            reasons, code = divmod(key, len(Code))
            ids[key] = self.of(Status(Code(code), verdicts.table[reasons]))
        return ids.take(keys)

    def of(self, status: Status) -> int:
        if status.ok:
            return 0
        key = status.code, tuple(sorted(status.reasons))
        if key not in self._ids:
            self._ids[key] = len(self.table)
            self.table.append(status_entry(status))
        return self._ids[key]


def _preemption(result: PostFilterResult) -> PreemptionColumns:
    statuses = _Statuses()
    return {
        "candidates": {
            "node": np.array([c.node for c in result.candidates], dtype=np.int64),
            "victims": [[v.key for v in c.victims] for c in result.candidates],
            "pdbViolations": np.array([c.pdb_violations for c in result.candidates], dtype=np.int64),
        },
        "best": np.array(result.best, dtype=np.int64),
        "rejected": {
            "node": np.array(list(result.rejected), dtype=np.int64),
            "status": np.array([statuses.of(s) for s in result.rejected.values()], dtype=np.int64),
            "statuses": statuses.table,
        },
    }
