"""The answers of plugins.

Mirrors staging/src/k8s.io/kube-scheduler/framework/interface.go (Code, Status) @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray, some

CodeName = Literal[
    "Success", "Error", "Unschedulable", "UnschedulableAndUnresolvable", "Wait", "Skip", "Pending"
]


class Code(IntEnum):
    """A status code, with upstream's numbers."""

    Success = 0
    Error = 1
    Unschedulable = 2
    UnschedulableAndUnresolvable = 3
    Wait = 4
    Skip = 5
    Pending = 6

    @property
    def rejected(self) -> bool:
        """Status.IsRejected()."""
        return self in (Code.Unschedulable, Code.UnschedulableAndUnresolvable, Code.Pending)

    @property
    def label(self) -> CodeName:
        """The name, as traces and events write it."""
        return cast("CodeName", self.name)


@dataclass(frozen=True, slots=True)
class Status:
    """A plugin's answer; rejections are values, bugs raise."""

    code: Code = Code.Success
    reasons: tuple[str, ...] = ()
    plugin: str = ""

    @property
    def ok(self) -> bool:
        return self.code is Code.Success

    @property
    def message(self) -> str:
        return ", ".join(self.reasons)

    def with_plugin(self, plugin: str) -> Status:
        """Return the same answer with the name of the plugin that gave it (Status.WithPlugin)."""
        return Status(self.code, self.reasons, plugin) if self.reasons else _plain(self.code, plugin)


@cache
def _plain(code: Code, plugin: str) -> Status:
    return Status(code, (), plugin)


SUCCESS = Status()
SKIP = Status(Code.Skip)


def failure(reason: str) -> Status:
    """Return the status of a plugin that could not do its work, which ends the cycle (AsStatus)."""
    return Status(Code.Error, (reason,))


def unschedulable(*reasons: str) -> Status:
    return Status(Code.Unschedulable, reasons)


def unresolvable(*reasons: str) -> Status:
    return Status(Code.UnschedulableAndUnresolvable, reasons)


_BY_SEVERITY = (Code.Error, Code.UnschedulableAndUnresolvable, Code.Unschedulable)


def joined(statuses: list[Status]) -> Status:
    """Return the strongest of the failures with the reasons of all of them (PluginToStatus.Merge)."""
    strongest = min(statuses, key=lambda status: _BY_SEVERITY.index(status.code))
    reasons = tuple(reason for status in statuses for reason in status.reasons)
    return Status(strongest.code, reasons, strongest.plugin)


def distinct(statuses: Collection[Status]) -> tuple[list[Status], IntArray]:
    """Return the distinct objects in no particular order, and for each status the index of its object there.

    Nodes that are rejected alike share one object, so that there are few.
    """
    listed = list(statuses)
    ids = np.fromiter(map(id, listed), dtype=np.int64, count=len(listed))
    _, firsts, places = np.unique(ids, return_index=True, return_inverse=True)
    return [listed[i] for i in firsts.tolist()], places


_ZERO = bytes(8)


class Verdicts:
    """A filter plugin's answer for many nodes at once.

    `codes[i]` is the Code of the i-th row, `reasons[i]` an index into `table` of reason tuples. While `none_rejected`
    neither takes memory; once it is False some row may have been rejected.
    """

    __slots__ = ("codes", "none_rejected", "reasons", "table")

    def __init__(self, count: int) -> None:
        self.codes: NDArray[np.int8] = np.ndarray(count, np.int8, _ZERO, strides=(0,))
        self.reasons: NDArray[np.int32] = np.ndarray(count, np.int32, _ZERO, strides=(0,))
        self.table: list[tuple[str, ...]] = [()]
        self.none_rejected = True

    def reject(self, where: BoolArray, status: Status) -> None:
        """Set the status of the masked rows that have not been rejected before."""
        chosen = where if self.none_rejected else where & (self.codes == 0)
        if some(chosen):
            # Both arrays are still 0 in the chosen rows; a product is several times as fast as assignment by a mask.
            self.codes = self.codes + chosen * np.int8(status.code)
            self.reasons = self.reasons + chosen * np.int32(self._reason_id(status.reasons))
            self.none_rejected = False

    @property
    def has_errors(self) -> bool:
        """Whether the plugin failed on some row."""
        return not self.none_rejected and some(self.codes == Code.Error)

    def updated(self, rows: IntArray, fresh: Verdicts) -> Verdicts:
        """Return a copy with the verdicts of `fresh` at `rows`; itself if no row is or was rejected."""
        if fresh.none_rejected and (self.none_rejected or not some(self.codes[rows] != 0)):
            return self
        copy = Verdicts(0)
        copy.none_rejected = False
        copy.codes, copy.reasons, copy.table = self.codes.copy(), self.reasons.copy(), list(self.table)
        ids = np.array([copy._reason_id(reasons) for reasons in fresh.table], dtype=np.int32)
        copy.codes[rows] = fresh.codes
        copy.reasons[rows] = ids[fresh.reasons]
        return copy

    def _reason_id(self, reasons: tuple[str, ...]) -> int:
        if reasons not in self.table:
            self.table.append(reasons)
        return self.table.index(reasons)

    @property
    def passed(self) -> BoolArray:
        return np.equal(self.codes, 0)

    @property
    def failed(self) -> BoolArray | None:
        """The mask of rejected rows, None if there are none."""
        if self.none_rejected:
            return None
        failed = self.codes != 0
        return failed if some(failed) else None

    def status(self, i: int) -> Status:
        return Status(Code(int(self.codes[i])), self.table[self.reasons[i]])
