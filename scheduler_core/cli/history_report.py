"""What a played history shows, as text: a column a configuration, and one for the recording."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from scheduler_core.sentences import counted
from scheduler_core.simulation.histories.contract import (
    History,
    HistoryRun,
    RecordedTimes,
    ResourceName,
    SkippedRows,
    SkipReason,
)

_DAY: Final = 86_400.0
_MAX_NAMED: Final = 5

SKIPPED: Final[dict[SkipReason, str]] = {
    "no-name": "without a name",
    "repeated-pod": "of a pod that is already there",
    "repeated-node": "of a node that is already there",
    "no-creation-time": "without a creation time",
    "scheduled-before-creation": "scheduled before the creation",
    "no-lifetime": "deleted at the moment of the start, or before",
}

MODELLED: Final = (
    "A pod runs as long as in the trace, from the moment at which it is placed here.",
    "GPUs are one sum per node (example.com/gpu-milli), so a pod may get its share from several of them; "
    "how often that happened is counted.",
    "gpu_spec is a required node affinity to example.com/gpu-model; qos and pod_phase are not used.",
    "A node takes 110 pods. All nodes are there, empty, from the beginning to the end.",
)


def report_lines(history: History) -> Iterator[str]:
    """Yield the size of the trace, what was skipped, and the table of results."""
    gpus = f" with {history['gpus']:,} GPUs" if history["gpus"] else ""
    yield (
        f"{counted(history['nodes'], 'node')}{gpus}, {counted(len(history['pods']['name']), 'pod')} in "
        f"{history['classes']:,} classes over {history['span'] / _DAY:,.1f} days, "
        f"Kubernetes {history['kubernetes_version']}"
    )
    yield from map(skipped_line, history["skipped"])
    if columns := history["columns_not_read"]:
        yield f"columns not read: {', '.join(columns)}"
    yield ""
    rows = table(history)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for name, *cells in rows:
        padded = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join((name.ljust(widths[0]), *padded)).rstrip()


def skipped_line(skipped: SkippedRows) -> str:
    """Return how many rows were left out, why, and which."""
    named = ", ".join(
        f"{row['name'] or 'unnamed'} (line {row['line']})" for row in skipped["rows"][:_MAX_NAMED]
    )
    more = skipped["count"] - min(len(skipped["rows"]), _MAX_NAMED)
    rest = f" and {more:,} more" if more else ""
    rows = f"{counted(skipped['count'], 'row')} of {skipped['table']} skipped"
    return f"{rows}, {SKIPPED[skipped['reason']]}: {named}{rest}"


def table(history: History) -> list[list[str]]:
    """Return the results as rows of cells, the first with the names of the columns."""
    runs, recorded = history["runs"], history["recorded"]
    rows = [["", *(run["configuration"] for run in runs)], *([name, *map(of, runs)] for name, of, _ in _ROWS)]
    if recorded:
        for row, cell in zip(rows, ("recorded", *(of(recorded) for _, _, of in _ROWS)), strict=True):
            row.append(cell)
    rows += [
        [name, *map(of, runs)] for resource in history["capacity"] for name, of in _resource_rows(resource)
    ]
    return [[*row, *[""] * (len(rows[0]) - len(row))] for row in rows]


def _wait_row(
    name: str, key: Literal["mean", "median", "p95", "max"]
) -> tuple[str, Callable[[HistoryRun], str], Callable[[RecordedTimes], str]]:
    def cell(times: HistoryRun | RecordedTimes) -> str:
        waits = times["waits"]
        return f"{waits[key]:,.0f} s" if waits else ""

    return name, cell, cell


def _resource_rows(resource: ResourceName) -> list[tuple[str, Callable[[HistoryRun], str]]]:
    def row(
        name: str, key: Literal["requested", "peak", "unusable"]
    ) -> tuple[str, Callable[[HistoryRun], str]]:
        return f"{resource} {name}", lambda run: f"{100 * run['means'][resource][key]:.1f} %"

    return [
        row("requested, mean", "requested"),
        row("requested, peak", "peak"),
        row("free, unusable", "unusable"),
    ]


_ROWS: Final[tuple[tuple[str, Callable[[HistoryRun], str], Callable[[RecordedTimes], str]], ...]] = (
    ("placed", lambda run: f"{run['placed']:,}", lambda recorded: f"{recorded['placed']:,}"),
    ("deleted while pending", lambda run: f"{run['gone_unplaced']:,}", lambda _: ""),
    ("pending at the end", lambda run: f"{run['pending']:,}", lambda _: ""),
    (
        "pending at most",
        lambda run: f"{max(run['pods']['pending']):,}",
        lambda recorded: f"{max(recorded['pods']['pending']):,}",
    ),
    _wait_row("wait, mean", "mean"),
    _wait_row("wait, median", "median"),
    _wait_row("wait, 95 %", "p95"),
    _wait_row("wait, longest", "max"),
    ("earlier than recorded", lambda run: f"{run['against_recorded']['earlier']:,}", lambda _: ""),
    ("later than recorded", lambda run: f"{run['against_recorded']['later']:,}", lambda _: ""),
    ("attempts", lambda run: f"{run['attempts']:,}", lambda _: ""),
    ("GPU shares without a device", lambda run: f"{run['without_device']:,}", lambda _: ""),
)
