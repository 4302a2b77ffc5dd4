"""Go's unstable sort, whose order of equal elements decides between NodeClaims and between instance types.

Mirrors pdqsort_func of src/sort/zsortfunc.go @ go1.26, as sort.Slice calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeVar

T = TypeVar("T")

_INSERTION = 12  # elements that are sorted by insertion, which keeps the order of equal ones
_NINTHER = 50  # elements from which on the pivot is a median of medians
_MOST_SWAPS = 4 * 3
_STEPS = 5  # pairs that are put in order before a partial insertion sort gives up

_Hint = Literal["", "increasing", "decreasing"]


def sort_slice(items: Sequence[T], key: Callable[[T], Any]) -> list[T]:
    """Return the items in the order in which sort.Slice puts them."""
    keys = [key(item) for item in items]
    if all(not after < before for before, after in pairwise(keys)):
        return list(items)  # what is in order is left alone
    sorting = _Sorting(keys, list(range(len(keys))))
    sorting.pdqsort(0, len(keys), len(keys).bit_length())
    return [items[i] for i in sorting.order]


class _Sorting:
    """Keys that are being sorted, and where each was at first."""

    def __init__(self, keys: list[Any], order: list[int]) -> None:
        self.keys = keys
        self.order = order

    def less(self, i: int, j: int) -> bool:
        return bool(self.keys[i] < self.keys[j])

    def swap(self, i: int, j: int) -> None:
        self.keys[i], self.keys[j] = self.keys[j], self.keys[i]
        self.order[i], self.order[j] = self.order[j], self.order[i]

    def pdqsort(self, a: int, b: int, limit: int) -> None:
        balanced = partitioned = True
        while b - a > _INSERTION:
            if limit == 0:
                self._heapsort(a, b)
                return
            if not balanced:
                self._break_patterns(a, b)
                limit -= 1
            pivot, hint = self._choose_pivot(a, b)
            if hint == "decreasing":
                self._reverse(a, b)
                pivot, hint = (b - 1) - (pivot - a), "increasing"
            if balanced and partitioned and hint == "increasing" and self._sort_partially(a, b):
                return
            if a > 0 and not self.less(a - 1, pivot):
                a = self._partition_equal(a, b, pivot)
                continue
            mid, partitioned = self._partition(a, b, pivot)
            smaller = min(mid - a, b - mid)
            balanced = smaller >= (b - a) // 8
            # The smaller part is sorted first: no more than log2(n) calls are nested.
            if mid - a < b - mid:
                self.pdqsort(a, mid, limit)
                a = mid + 1
            else:
                self.pdqsort(mid + 1, b, limit)
                b = mid
        for i in range(a + 1, b):
            self._shift_left(i, a)

    def _shift_left(self, i: int, least: int) -> None:
        while i > least and self.less(i, i - 1):
            self.swap(i, i - 1)
            i -= 1

    def _heapsort(self, a: int, b: int) -> None:
        size = b - a
        for i in range((size - 1) // 2, -1, -1):
            self._sift_down(i, size, a)
        for i in range(size - 1, -1, -1):
            self.swap(a, a + i)
            self._sift_down(0, i, a)

    def _sift_down(self, root: int, size: int, first: int) -> None:
        while (child := 2 * root + 1) < size:
            if child + 1 < size and self.less(first + child, first + child + 1):
                child += 1
            if not self.less(first + root, first + child):
                return
            self.swap(first + root, first + child)
            root = child

    def _break_patterns(self, a: int, b: int) -> None:
        length = b - a
        random, mask = length, (1 << length.bit_length()) - 1
        middle = a + (length // 4) * 2 - 1
        for i in range(3):
            random ^= random << 13 & 2**64 - 1
            random ^= random >> 7
            random ^= random << 17 & 2**64 - 1
            other = random & mask
            self.swap(middle + i, a + (other - length if other >= length else other))

    def _choose_pivot(self, a: int, b: int) -> tuple[int, _Hint]:
        length, swaps = b - a, 0

        def median(i: int, j: int, k: int) -> int:
            nonlocal swaps
            if self.less(j, i):
                i, j, swaps = j, i, swaps + 1
            if self.less(k, j):
                j, k, swaps = k, j, swaps + 1
            if self.less(j, i):
                i, j, swaps = j, i, swaps + 1
            return j

        quarters = [a + length // 4 * part for part in (1, 2, 3)]
        if length >= _NINTHER:
            quarters = [median(at - 1, at, at + 1) for at in quarters]
        pivot = median(*quarters)
        return pivot, "increasing" if swaps == 0 else "decreasing" if swaps == _MOST_SWAPS else ""

    def _sort_partially(self, a: int, b: int) -> bool:
        """Put a few pairs in order; return whether all is sorted then."""
        i = a + 1
        for _ in range(_STEPS):
            while i < b and not self.less(i, i - 1):
                i += 1
            if i == b:
                return True
            if b - a < _NINTHER:
                return False
            self.swap(i, i - 1)
            if i - a >= 2:
                self._shift_left(i - 1, 0)
            if b - i >= 2:
                j = i + 1
                while j < b and self.less(j, j - 1):
                    self.swap(j, j - 1)
                    j += 1
        return False

    def _reverse(self, a: int, b: int) -> None:
        self.keys[a:b] = reversed(self.keys[a:b])
        self.order[a:b] = reversed(self.order[a:b])

    def _partition_equal(self, a: int, b: int, pivot: int) -> int:
        self.swap(a, pivot)
        i, j = a + 1, b - 1
        while True:
            while i <= j and not self.less(a, i):
                i += 1
            while i <= j and self.less(a, j):
                j -= 1
            if i > j:
                return i
            self.swap(i, j)
            i, j = i + 1, j - 1

    def _partition(self, a: int, b: int, pivot: int) -> tuple[int, bool]:
        """Return where the pivot is after the smaller elements, and whether nothing had to be moved."""
        self.swap(a, pivot)
        i, j, moved = a + 1, b - 1, False
        while True:
            while i <= j and self.less(i, a):
                i += 1
            while i <= j and not self.less(j, a):
                j -= 1
            if i > j:
                break
            self.swap(i, j)
            i, j, moved = i + 1, j - 1, True
        self.swap(j, a)
        return j, not moved
