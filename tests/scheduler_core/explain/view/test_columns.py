"""A cycle's columns hold what its view says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from scheduler_core import Scenario, load
from scheduler_core.explain.view.columns import SCHEMA, cycle_columns, decode, encode
from scheduler_core.explain.view.cycle_view import Cycle
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.simulation import Simulation
from tests.conformance.vectors import READABLE_TOPICS, read
from tests.scheduler_core.explain.view import page_cycles
from webui.features.gallery.cases import read_cases

Json = dict[str, Any]

SCENARIOS_OF_A_TOPIC = 25


def view_of(columns: Json) -> Json:
    """The view, made from the columns alone."""
    names = columns.get("nodes", [])
    view = {
        **{key: columns[key] for key in ("cycle", "attempt", "pod")},
        "node_order": names,
        "plugins": columns.get("plugins", {}),
        "visited": None,
    }
    if "feasible" not in columns:
        return view | {"trace": columns["trace"], "clauses": [], "spread": None, "affinity": None}
    run, spread, affinity = (columns[key] for key in ("filter", "spread", "affinity"))
    if run and run["visited"] is not None:
        view["visited"] = named(run["visited"], names)
    return view | {
        "trace": trace_of(columns),
        "clauses": [{**clause, "nodes": named(clause["nodes"], names)} for clause in columns["clauses"]],
        "spread": spread and {side: [constraint_of(c, names) for c in spread[side]] for side in spread},
        "affinity": affinity and affinity_of(affinity, named(columns["feasible"], names)),
    }


def named(nodes: Any, names: list[str]) -> list[str]:
    return [names[i] for i in nodes.tolist()]


def trace_of(columns: Json) -> Json:
    names, trace = columns["nodes"], dict(columns["trace"])
    feasible = named(columns["feasible"], names)

    def by_node(values: Any) -> dict[str, int]:
        return dict(zip(feasible, values.tolist(), strict=True))

    if columns["filter"] and (failures := failures_of(columns["filter"], names)):
        trace["filter"] = failures
    trace["feasible"] = named(np.sort(columns["feasible"]), names)
    if "weights" in trace:
        for key in ("score", "normalized"):
            trace[key] = {plugin: by_node(values) for plugin, values in columns[key].items()}
        trace |= {"total": by_node(columns["total"]), "best": named(columns["best"], names)}
        trace = {key: value for key, value in trace.items() if value not in ({}, [])}
    if columns["preemption"]:
        trace["postFilter"] = {**trace["postFilter"], **preemption_of(columns["preemption"], names)}
    return trace


def failures_of(run: Json, names: list[str]) -> Json:
    failures: Json = {
        names[node]: {
            **{p: run["statuses"][ids[node]] for p, ids in run["status"].items() if ids[node]},
            "first": run["plugins"][run["first"][node]],
        }
        for node in np.flatnonzero(run["first"] >= 0).tolist()
    }
    for node, number in zip(named(run["passes"]["node"], names), run["passes"]["pass"].tolist(), strict=True):
        failures[node]["pass"] = number
    return failures


def preemption_of(preemption: Json, names: list[str]) -> Json:
    tried, rejected = preemption["candidates"], preemption["rejected"]
    victims = zip(tried["victims"], tried["pdbViolations"].tolist(), strict=True)
    statuses = [rejected["statuses"][i] for i in rejected["status"]]
    entries = {
        "candidates": {
            node: {"victims": pods, "pdbViolations": broken}
            for node, (pods, broken) in zip(named(tried["node"], names), victims, strict=True)
        },
        "best": named(preemption["best"], names),
        "rejected": dict(zip(named(rejected["node"], names), statuses, strict=True)),
    }
    return {key: value for key, value in entries.items() if value}


def constraint_of(constraint: Json, names: list[str]) -> Json:
    domains, left_out = constraint["domains"], constraint["not_counted"]
    rows = [{"value": value, "pods": domains["pods"][i]} for i, value in enumerate(domains["value"])]
    for i, row in enumerate(rows):
        row["nodes"] = named(np.flatnonzero(domains["of_node"] == i), names)
        row |= {
            key: domains[key][i].item() for key in ("count", "skew", "headroom", "points") if key in domains
        }
        if "fits" in domains:
            row["fits"] = bool(domains["fits"][i])
    nodes = np.flatnonzero(left_out["rule"])
    rules = [left_out["rules"][i] for i in left_out["rule"][nodes]]
    view = {
        **constraint,
        "domains": rows,
        "not_counted": [
            {"node": node, "rule": rule} for node, rule in zip(named(nodes, names), rules, strict=True)
        ],
    }
    if "minimum" in constraint:
        held_by = named(constraint["minimum"]["held_by"], domains["value"])
        view["minimum"] = {**constraint["minimum"], "held_by": held_by}
    return view


def affinity_of(affinity: Json, feasible: list[str]) -> Json:
    scores, heatmap = affinity["scores"], affinity["heatmap"]
    tables = [key for key in affinity if key.endswith("_counts")]
    return {
        **affinity,
        "terms": [{**t, "domains": rows_of(t["domains"], "value", "count")} for t in affinity["terms"]],
        **{
            name: [
                {**affinity[name]["terms"][term], **row}
                for term, row in zip(
                    affinity[name]["term"], rows_of(affinity[name], "value", "count", "pods"), strict=True
                )
            ]
            for name in tables
        },
        "scores": [
            {"key": scores["keys"][key], **row}
            for key, row in zip(scores["key"], rows_of(scores, "value", "score"), strict=True)
        ],
        "heatmap": {
            "keys": heatmap["keys"],
            "nodes": feasible,
            "cells": [list(row) for row in zip(*(cells.tolist() for cells in heatmap["cells"]), strict=True)],
        },
    }


def rows_of(columns: Json, *keys: str) -> list[Json]:
    lists = [columns[key] if isinstance(columns[key], list) else columns[key].tolist() for key in keys]
    return [dict(zip(keys, row, strict=True)) for row in zip(*lists, strict=True)]


def cycles_of(simulation: Simulation, pods: list[str]) -> Iterator[Cycle]:
    """A cycle for each pod, to be read before the next is asked for."""
    for n, pod in enumerate(pods):
        result = simulation.compute(pod)
        yield Cycle(n, 1, result)
        if isinstance(result, CycleRecord):
            simulation.apply(Outcome.of(result))


@pytest.mark.parametrize("topic", READABLE_TOPICS)
def test_columns_of_recorded_scenarios_hold_their_views(topic: str) -> None:
    for row in list(read(topic).values())[:SCENARIOS_OF_A_TOPIC]:
        simulation = Simulation(Scenario.from_content(row["scenario"], workloads=False))
        for cycle in cycles_of(simulation, row["scenario"]["schedule"]):
            assert view_of(without_schema(decode(cycle.columns()))) == without_allocations(cycle.view())


@pytest.mark.parametrize("case", list(read_cases()), ids=lambda case: case.slug)
def test_columns_of_gallery_cases_hold_their_views(case: Any) -> None:
    simulation = Simulation(load(case.source))
    for cycle in cycles_of(simulation, list(simulation.waiting)):
        assert view_of(without_schema(decode(cycle.columns()))) == without_allocations(cycle.view())


def without_allocations(view: Any) -> Any:
    """The devices that a claim would get are asked for one node at a time."""
    view["trace"].pop("nodeAllocations", None)
    return view


def without_schema(columns: Json) -> Json:
    assert columns.pop("schema") == SCHEMA
    return columns


def test_columns_of_another_schema_are_refused() -> None:
    row = next(iter(read("examples").values()))
    record = Simulation(Scenario.from_content(row["scenario"])).compute(row["scenario"]["schedule"][0])
    assert isinstance(record, CycleRecord)
    data = encode(cycle_columns(record)).replace(b'"schema":3', b'"schema":9')
    with pytest.raises(ValueError, match="schema 9"):
        decode(data)


def test_the_page_is_tested_with_what_the_engine_writes() -> None:
    """If this fails, `python -m tests.scheduler_core.explain.view.page_cycles` writes the file anew."""
    assert page_cycles.FILE.read_text(encoding="utf-8").splitlines() == list(page_cycles.lines())
