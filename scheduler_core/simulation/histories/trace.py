"""Traces: which pods came when and for how long, and the nodes that were there.

The columns are those of the public GPU trace "openb" of 2023: a pod list and a node list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded

from .contract import SkippedRows, SkipReason
from .table import Row, Table, read_table
from .times import Moments

POD_COLUMNS: Final = ("name", "cpu_milli", "memory_mib", "creation_time")
MORE_POD_COLUMNS: Final = (
    "num_gpu",
    "gpu_milli",
    "gpu_spec",
    "qos",
    "pod_phase",
    "deletion_time",
    "scheduled_time",
)
NODE_COLUMNS: Final = ("sn", "cpu_milli", "memory_mib")
MORE_NODE_COLUMNS: Final = ("gpu", "model")

WHOLE_GPU: Final = 1000
_MAX_NAMED = 20
_MILLI, _MIB = worded("thousandths of a core such as 4000"), worded("MiB such as 16384")


@dataclass(frozen=True, slots=True)
class Demand:
    """The class of a pod: its requests, in thousandths of a core, MiB, GPUs and thousandths of each, and GPU models.

    Without `models` any will do.
    """

    cpu: int
    memory: int
    gpus: int = 0
    gpu_share: int = 0
    models: tuple[str, ...] = ()

    @property
    def gpu_milli(self) -> int:
        """What it asks of the GPUs of its node in all, in thousandths of one."""
        return self.gpus * self.gpu_share


@dataclass(frozen=True, slots=True)
class TracePod:
    """A pod of a trace. Moments are seconds since the first pod was created, None where the trace has none."""

    name: str
    demand: Demand
    created: float
    scheduled: float | None = None
    deleted: float | None = None

    @property
    def lifetime(self) -> float | None:
        """How long it ran, None if the trace does not say."""
        if self.scheduled is None or self.deleted is None:
            return None
        return self.deleted - self.scheduled


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a node: thousandths of a core, MiB, number and model of its GPUs."""

    cpu: int
    memory: int
    gpus: int = 0
    model: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """The nodes by name, and the pods in the order of their creation. `end` is the last moment, in seconds."""

    nodes: dict[str, Shape]
    pods: tuple[TracePod, ...]
    end: float
    skipped: list[SkippedRows]
    columns_not_read: list[str]


def read_trace(pods: str, nodes: str, *, names: tuple[str, str] = ("pods", "nodes")) -> Trace:
    """Return the trace of two tables, CSV or JSON; raise InvalidInput with the tables' `names`.

    Rows that can be read but not played (they end before they begin, a name comes again) are left out and counted.
    """
    pod_table = read_table(pods, names[0], required=POD_COLUMNS, optional=MORE_POD_COLUMNS)
    node_table = read_table(nodes, names[1], required=NODE_COLUMNS, optional=MORE_NODE_COLUMNS)
    skipped = _Skipped()
    shapes = _nodes(node_table, skipped)
    listed = _pods(pod_table, skipped)
    errors = [e for table in (pod_table, node_table) for e in table.rows[0].problems.entries]
    if errors:
        raise InvalidInput(errors)
    if not listed:
        raise InvalidInput.of(
            "",
            worded("must have a pod that can be played: all rows were skipped"),
            line=None,
            object=names[0],
        )
    first = min(pod.created for pod in listed)
    placed = sorted((_since(first, pod) for pod in listed), key=lambda pod: pod.created)
    end = max(
        moment for pod in placed for moment in (pod.created, pod.scheduled, pod.deleted) if moment is not None
    )
    not_read = [*pod_table.columns_not_read, *node_table.columns_not_read]
    return Trace(shapes, tuple(placed), end, skipped.rows(), not_read)


class _Skipped:
    """Counts rows that are left out, by reason, and names the first."""

    def __init__(self) -> None:
        self._by_reason: dict[SkipReason, SkippedRows] = {}

    def add(self, reason: SkipReason, row: Row, name: str) -> None:
        rows = self._by_reason.setdefault(
            reason, {"reason": reason, "table": row.problems.table, "count": 0, "rows": []}
        )
        rows["count"] += 1
        if len(rows["rows"]) < _MAX_NAMED:
            rows["rows"].append({"line": row.line, "name": name})

    def rows(self) -> list[SkippedRows]:
        return list(self._by_reason.values())


def _nodes(table: Table, skipped: _Skipped) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {}
    for row in table.rows:
        name = row.text("sn")
        shape = Shape(
            int(row.number("cpu_milli", _MILLI)),
            int(row.number("memory_mib", _MIB)),
            int(row.number("gpu", worded("the number of GPUs such as 8"))),
            row.text("model"),
        )
        if not name:
            skipped.add("no-name", row, "")
        elif name in shapes:
            skipped.add("repeated-node", row, name)
        else:
            shapes[name] = shape
    return shapes


def _pods(table: Table, skipped: _Skipped) -> list[TracePod]:
    moments, names = Moments(), set[str]()
    pods = []
    for row in table.rows:
        created, scheduled, deleted = (
            moments.read(row, column) for column in ("creation_time", "scheduled_time", "deletion_time")
        )
        name, demand = row.text("name"), _demand(row)
        reason = _no_play(names, name, created, scheduled, deleted)
        if reason is not None:
            skipped.add(reason, row, name)
        else:
            assert created is not None
            names.add(name)
            pods.append(TracePod(name, demand, created, scheduled, deleted))
    return pods


def _demand(row: Row) -> Demand:
    gpus = int(row.number("num_gpu", worded("the number of GPUs such as 1")))
    share = ceil(row.number("gpu_milli", worded("thousandths of a GPU such as 460"), WHOLE_GPU))
    if gpus and not 1 <= share <= WHOLE_GPU:
        row.problem(
            "gpu_milli",
            worded(
                "must be 1 to 1000 where num_gpu is {gpus}, got {value}: 1000 is a whole GPU",
                gpus=gpus,
                value=share,
            ),
        )
    return Demand(
        ceil(row.number("cpu_milli", _MILLI)),
        ceil(row.number("memory_mib", _MIB)),
        gpus,
        share if gpus else 0,
        tuple(model.strip() for model in row.text("gpu_spec").split("|") if model.strip()) if gpus else (),
    )


def _no_play(
    names: set[str], name: str, created: float | None, scheduled: float | None, deleted: float | None
) -> SkipReason | None:
    """Return why a pod cannot be played."""
    if not name:
        return "no-name"
    if name in names:
        return "repeated-pod"
    if created is None:
        return "no-creation-time"
    if scheduled is not None and scheduled < created:
        return "scheduled-before-creation"
    begun = created if scheduled is None else scheduled
    return "no-lifetime" if deleted is not None and deleted <= begun else None


def _since(first: float, pod: TracePod) -> TracePod:
    scheduled, deleted = (None if m is None else m - first for m in (pod.scheduled, pod.deleted))
    return TracePod(pod.name, pod.demand, pod.created - first, scheduled, deleted)


def demands(pods: Iterable[TracePod]) -> dict[Demand, int]:
    """Return how many pods of each class there are, the first class first."""
    counts: dict[Demand, int] = {}
    for pod in pods:
        counts[pod.demand] = counts.get(pod.demand, 0) + 1
    return counts
