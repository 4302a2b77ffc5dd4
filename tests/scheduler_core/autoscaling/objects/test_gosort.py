"""Go's sort: all is sorted, and equal elements are where Go leaves them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.autoscaling.objects.gosort import _Sorting, sort_slice


@given(st.lists(st.integers(0, 9), max_size=200))
def test_all_is_sorted_and_nothing_is_lost(keys: list[int]) -> None:
    items = list(enumerate(keys))
    result = sort_slice(items, lambda item: item[1])
    assert sorted(result) == items
    assert [key for _, key in result] == sorted(keys)


@given(st.lists(st.integers(0, 9), max_size=12))
def test_up_to_twelve_equal_elements_keep_their_order(keys: list[int]) -> None:
    items = list(enumerate(keys))
    assert sort_slice(items, lambda item: item[1]) == sorted(items, key=lambda item: item[1])


def test_what_is_in_order_is_left_alone() -> None:
    items = [(i, i // 20) for i in range(100)]
    assert sort_slice(items, lambda item: item[1]) == items


def test_of_more_the_order_of_equal_elements_is_that_with_which_all_recordings_are_equal() -> None:
    twenty = sort_slice(range(20), lambda i: i * 7 % 5)
    assert twenty == [10, 5, 15, 0, 13, 3, 18, 8, 6, 16, 1, 11, 9, 14, 4, 19, 12, 2, 17, 7]
    sixty = sort_slice(range(60), lambda i: i * 7 % 5)
    assert sixty[:12] == [40, 25, 55, 30, 20, 5, 0, 10, 15, 45, 35, 50]
    backwards = sort_slice(range(60), lambda i: -(i // 6))
    assert backwards[:6] == [54, 59, 58, 57, 56, 55]


def test_bad_pivots_cost_no_more_than_a_heap() -> None:
    """What always falls back to the heap is sorted too."""
    keys = [i * 37 % 101 for i in range(101)]
    sorting = _Sorting(list(keys), list(range(101)))
    sorting.pdqsort(0, 101, 0)
    assert sorting.keys == sorted(keys)
    assert [keys[i] for i in sorting.order] == sorting.keys
