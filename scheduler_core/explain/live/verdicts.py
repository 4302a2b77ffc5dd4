"""What each node was to the last decisions: chosen, passed, or refused, and by which plugin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from scheduler_core.scheduler.cycle.cycle import CycleRecord

from .contract import LiveDecision, LiveNodeVerdict, LiveRefuser, LiveVerdicts

_MOST_WORKLOADS: Final = 60
_PASSED: Final = -1
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PASSED_LETTER: Final = "."
_UNKNOWN_LETTER: Final = " "

_Codes = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class _Seen:
    """The verdicts of one decision by row, -1 or an index into `refusers`; `index` has the rows by node."""

    decision: LiveDecision
    index: dict[str, int]
    refusers: list[LiveRefuser]
    codes: _Codes


@dataclass(slots=True)
class LatestVerdicts:
    """The last decision about each workload, of the workloads that were decided about last."""

    _seen: dict[tuple[str, str, str], _Seen] = field(default_factory=dict)

    def clear(self) -> None:
        """Forget all."""
        self._seen.clear()

    def note(self, decision: LiveDecision, record: CycleRecord) -> None:
        """Take a cycle that was computed again, if it looked at the nodes; its snapshot is as it was then."""
        refused = record.pre_filter is not None and not record.pre_filter.status.ok
        if record.error or (record.filter is None and not refused):
            return
        if decision["reason"]["kind"] == "pinned":  # made for one node: what others say is of no interest
            return
        refusers, codes = _codes(record)
        workload = decision["workload"]
        key = workload["kind"], workload["namespace"], workload["name"]
        self._seen.pop(key, None)
        self._seen[key] = _Seen(decision, record.framework.handle.snapshot.index, refusers, codes)
        if len(self._seen) > _MOST_WORKLOADS:
            del self._seen[next(iter(self._seen))]

    def as_json(self, nodes: Iterable[str]) -> LiveVerdicts:
        """Return the verdicts on these nodes, those of the last decision first."""
        names = list(nodes)
        rows: dict[int, npt.NDArray[np.int64]] = {}
        verdicts: LiveVerdicts = {"nodes": names, "decisions": []}
        for seen in reversed(self._seen.values()):
            at = rows.get(id(seen.index))
            if at is None:
                at = rows[id(seen.index)] = np.array([seen.index.get(name, -1) for name in names], np.int64)
            decision = seen.decision
            verdicts["decisions"].append(
                {
                    "decision": decision["number"],
                    "at": decision["at"],
                    "pod": decision["pod"],
                    "node": decision["node"],
                    "refusers": seen.refusers,
                    "verdicts": _text(seen.codes, at),
                }
            )
        return verdicts


def node_verdicts(verdicts: LiveVerdicts, node: str) -> list[LiveNodeVerdict]:
    """Return what a node was to the last decisions, as `as_json` gave them."""
    if node not in verdicts["nodes"]:
        return []
    place = verdicts["nodes"].index(node)
    listed: list[LiveNodeVerdict] = []
    for decision in verdicts["decisions"]:
        letter = decision["verdicts"][place]
        if letter == _UNKNOWN_LETTER:
            continue
        passed = letter == _PASSED_LETTER
        listed.append(
            {
                "decision": decision["decision"],
                "at": decision["at"],
                "pod": decision["pod"],
                "outcome": "chosen" if decision["node"] == node else "passed" if passed else "refused",
                "refuser": None if passed else decision["refusers"][_LETTERS.index(letter)],
            }
        )
    return listed


def _codes(record: CycleRecord) -> tuple[list[LiveRefuser], _Codes]:
    """Return who refused nodes, and by row who refused each first."""
    nodes, pre_filter, run = len(record.framework.handle.snapshot), record.pre_filter, record.filter
    refusers: list[LiveRefuser] = []
    codes = np.full(nodes, _PASSED, np.int8)
    if pre_filter is not None and not pre_filter.status.ok:
        refusers.append({"point": "PreFilter", "plugin": pre_filter.status.plugin})
        codes[:] = 0
    elif pre_filter is not None and pre_filter.node_names is not None:
        index = record.framework.handle.snapshot.index
        for plugin, names in pre_filter.narrowed.items():
            outside = codes == _PASSED
            outside[[index[name] for name in names if name in index]] = False
            codes[outside] = len(refusers)
            refusers.append({"point": "PreFilter", "plugin": plugin})
    if run is not None:
        first = run.first
        for k in np.unique(first[first >= 0]).tolist():
            codes[run.rows[first == k]] = len(refusers)
            refusers.append({"point": "Filter", "plugin": run.plugins[k]})
    return refusers, codes


def _text(codes: _Codes, rows: npt.NDArray[np.int64]) -> str:
    """Return a letter for each row."""
    letters = np.array([*_LETTERS, _UNKNOWN_LETTER, _PASSED_LETTER])  # -2 and -1 count from the end
    taken = np.where(rows >= 0, codes[rows] if len(codes) else -2, -2)
    return "".join(letters[taken].tolist())
