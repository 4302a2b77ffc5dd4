"""What changes over time, in intervals of equal length: means and maxima."""

from __future__ import annotations

import numpy as np

from scheduler_core.scheduler.cluster.columns import FloatArray

INTERVALS = 480


class Means:
    """The mean per interval of some values that change in steps.

    `hold(until, values)` says which values there were since the last call.
    """

    def __init__(self, width: int, end: float) -> None:
        self.interval = max(end, 1.0) / INTERVALS
        self._sums: FloatArray = np.zeros((INTERVALS, width))
        self._now = 0.0

    def hold(self, until: float, values: FloatArray) -> None:
        """Add values that lasted from the moment of the last call; what is after the end is cut off."""
        start, until = self._now, min(until, self.interval * INTERVALS)
        if until <= start:
            return
        self._now = until
        first, last = int(start / self.interval), min(int(until / self.interval), INTERVALS - 1)
        if first >= last:
            self._sums[min(first, last)] += values * (until - start)
            return
        self._sums[first] += values * ((first + 1) * self.interval - start)
        self._sums[first + 1 : last] += values * self.interval
        self._sums[last] += values * (until - last * self.interval)

    def means(self) -> FloatArray:
        """Return an array of intervals × values."""
        return self._sums / self.interval


class Maxima:
    """The most of one number per interval."""

    def __init__(self, end: float) -> None:
        self._interval = max(end, 1.0) / INTERVALS
        self._most = np.zeros(INTERVALS, dtype=np.int64)
        self._from = 0

    def hold(self, until: float, number: int) -> None:
        """Take in a number that lasted since the last call."""
        last = min(int(until / self._interval), INTERVALS - 1)
        most = self._most[self._from : last + 1]
        np.maximum(most, number, out=most)
        self._from = last

    def maxima(self) -> list[int]:
        return [int(number) for number in self._most]
