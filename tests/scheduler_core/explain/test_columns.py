"""A cycle's bytes hold what its trace says."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Scenario
from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.explain.columns import CycleColumns, decode, encode
from scheduler_core.framework.status import Code
from scheduler_core.run.simulation import Simulation
from tests.conformance.vectors import read


def trace_of(columns: CycleColumns, names: list[str]) -> dict[str, Any]:
    """The trace's filter, feasible, score, normalized and total, made from the columns alone."""
    head, failures = columns.header, {}
    for i, row in enumerate(columns.rows):
        found = {
            plugin: {"code": Code(int(codes[i])).name, "reasons": sorted(head["reasons"][int(reasons[i])])}
            for plugin, codes, reasons in zip(head["filters"], columns.codes, columns.reasons, strict=True)
            if codes[i]
        }
        if found:
            failures[names[int(row)]] = {**found, "first": head["plugins"][int(columns.first[i])]}
    feasible = [names[int(i)] for i in columns.feasible]

    def by_plugin(table: Any) -> dict[str, dict[str, int]]:
        return {
            plugin: dict(zip(feasible, map(int, values), strict=True))
            for plugin, values in zip(head["scores"], table, strict=True)
        }

    return {
        "filter": failures,
        "score": by_plugin(columns.raw),
        "normalized": by_plugin(columns.normalized),
        "total": dict(zip(feasible, map(int, columns.total), strict=True)) if head["scores"] else {},
    }


@pytest.mark.parametrize("topic", ["mixed", "preemption", "sampling"])
def test_columns_give_the_recorded_trace(topic: str) -> None:
    for row in list(read(topic).values())[:25]:
        simulation = Simulation(Scenario.from_content(row["scenario"], workloads=False))
        for pod, recorded in zip(row["scenario"]["schedule"], row["trace"], strict=True):
            record = simulation.attempt(pod)
            if not isinstance(record, CycleRecord):
                continue
            columns = decode(encode(record))
            made = trace_of(columns, row["nodeOrder"])
            assert made["score"] == recorded.get("score", {})
            assert made["normalized"] == recorded.get("normalized", {})
            assert made["total"] == recorded.get("total", {})
            assert [row["nodeOrder"][i] for i in columns.best] == recorded.get("best", [])
            if topic != "sampling":
                # `pass` says only why the node was asked twice.
                failures = {
                    node: {key: value for key, value in each.items() if key != "pass"}
                    for node, each in recorded.get("filter", {}).items()
                }
                assert made["filter"] == failures


def test_columns_of_another_schema_are_refused() -> None:
    row = next(iter(read("examples").values()))
    record = Simulation(Scenario.from_content(row["scenario"])).compute(row["scenario"]["schedule"][0])
    assert isinstance(record, CycleRecord)
    data = encode(record).replace(b'"schema":2', b'"schema":9')
    with pytest.raises(ValueError, match="schema 9"):
        decode(data)
