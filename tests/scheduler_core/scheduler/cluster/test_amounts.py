"""Tables of amounts: several resources on several nodes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.scheduler.cluster.amounts import AmountTable

RESOURCES = st.dictionaries(st.sampled_from(["cpu", "memory", "gpu"]), st.integers(0, 2**62), max_size=3)


@given(st.lists(st.tuples(st.integers(0, 3), RESOURCES), max_size=10))
def test_sums_do_not_depend_on_when_a_resource_is_first_used(
    added: list[tuple[int, dict[str, int]]],
) -> None:
    table = AmountTable(4)
    sums: dict[str, list[int]] = {}
    for node, amounts in added:
        table.add(node, table.column(amounts))
        for name, amount in amounts.items():
            row = sums.setdefault(name, [0] * 4)
            row[node] = (row[node] + amount + 2**63) % 2**64 - 2**63
    assert {name: table[name].tolist() for name in sums} == sums


def test_add_many_adds_a_multiple_of_the_column_per_node() -> None:
    table = AmountTable(3)
    table.add_many(np.array([0, 2]), table.column({"cpu": 5, "memory": 7}), np.array([2, 1]))
    assert table["cpu"].tolist() == [10, 0, 5]
    assert table["memory"].tolist() == [14, 0, 7]
    assert not table["gpu"].any()
    assert set(table.non_zero()) == {"cpu", "memory"}
