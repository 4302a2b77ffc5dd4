"""Amounts of quota: arithmetic that saturates, texts of messages, and the order in which resources are visited."""

from __future__ import annotations

import pytest

from scheduler_core.queueing.objects.amounts import (
    UNLIMITED,
    in_order,
    minus,
    plus,
    quantity_text,
    quota_amount,
)


@pytest.mark.parametrize(
    ("resource", "amount", "text"),
    [
        ("cpu", 1500, "1500m"),
        ("cpu", 2000, "2"),
        ("cpu", 3_000_000, "3k"),
        ("memory", 2**31, "2Gi"),
        ("memory", 1000, "1k"),
        ("memory", 1025, "1025"),
        ("memory", 2000, "2k"),
        ("hugepages-2Mi", 2**21, "2Mi"),
        ("nvidia.com/gpu", 8, "8"),
        ("nvidia.com/gpu", 2048, "2048"),
        ("memory", 0, "0"),
        ("cpu", UNLIMITED, "<unlimited>"),
    ],
)
def test_amounts_are_written_as_messages_have_them(resource: str, amount: int, text: str) -> None:
    assert quantity_text(resource, amount) == text


def test_unlimited_quota_stays_unlimited() -> None:
    assert quota_amount("cpu", "1E") == UNLIMITED
    assert quota_amount("memory", "1E") == 10**18
    assert plus(UNLIMITED, -5) == minus(UNLIMITED, 5) == plus(2**62, 2**62) == UNLIMITED
    assert minus(UNLIMITED, UNLIMITED) == 0
    assert minus(5, UNLIMITED) == -(2**63)


def test_requests_are_visited_in_the_order_of_their_hash() -> None:
    names = ["cpu", "memory", "pods", "nvidia.com/gpu", "ephemeral-storage"]
    visited = [name for name, _ in in_order(dict.fromkeys(names, 1))]
    assert visited == ["ephemeral-storage", "memory", "nvidia.com/gpu", "pods", "cpu"]
