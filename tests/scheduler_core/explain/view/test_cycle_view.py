"""Operands prove the decision: evaluated again, they give the verdict and the score, for every node of the vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import floor
from typing import Any

import pytest

from scheduler_core import Cycle, Recording, Scenario
from scheduler_core.explain.view.contract import Normalization
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_node, make_pod, with_spec
from tests.conformance.vectors import READABLE_TOPICS, read

Step = dict[str, Any]

# What each kind of step claims, evaluated again from its operands.
HOLDS: dict[str, Callable[[Step], bool]] = {
    "unschedulable": lambda s: s["tolerated"] or not s["unschedulable"],
    "required_feature": lambda s: s["feature"] in s["declared"],
    "node_name": lambda s: s["wanted"] in (None, s["node"]),
    "taint": lambda s: any(t["matches"] for t in s["tolerations"]),
    "node_selector": lambda s: s["actual"] == s["value"],
    "node_affinity_term": lambda s: bool(s["expressions"]) and all(e["ok"] for e in s["expressions"]),
    "port": lambda s: s["pod"] is None,
    "resource": lambda s: s["request"] <= s["allocatable"] - s["used"],
    "spread_skew": lambda s: s["matching"] + s["self_match"] - s["minimum"] <= s["max_skew"],
    "spread_missing_label": lambda s: False,
    "affinity_required": lambda s: s["value"] is not None and (s["count"] > 0 or s["first_pod"]),
    "anti_affinity_required": lambda s: s["count"] <= 0,
    "existing_anti_affinity": lambda s: s["count"] <= 0,
    "volume_conflict": lambda s: s["pod"] is None,
    "volume_limit": lambda s: not s["new"] or s["limit"] is None or s["used"] + s["new"] <= s["limit"],
    "volume_zone": lambda s: s["node_has_no_zone"] or s["actual"] in s["wanted"],
    "volume_affinity": lambda s: s["exists"] and (not s["terms"] or any(term["ok"] for term in s["terms"])),
    "claim_binding": lambda s: s["chosen"] is not None or can_be_provisioned(s),
}


def can_be_provisioned(step: Step) -> bool:
    ways = step["provisioning"]
    here = step["selected_node"] in (None, step["node"])
    return here and ways is not None and ways["topology_ok"] and ways["capacity_ok"]


def passes(steps: list[Step]) -> bool:
    """All steps hold; of node affinity terms with the same origin one is enough."""
    terms: dict[str, list[bool]] = {}
    for step in steps:
        if step["kind"] == "node_affinity_term":
            terms.setdefault(step["origin"], []).append(step["ok"])
    others = all(step["ok"] for step in steps if step["kind"] != "node_affinity_term")
    return others and all(any(results) for results in terms.values())


def raw_score(plugin: str, steps: list[Step]) -> int:
    """The raw score that the steps add up to."""
    if any(s["kind"] == "spread_ignored" for s in steps):
        return 0
    return RAW[plugin](steps)


def fit_score(steps: list[Step]) -> int:
    present = [s for s in steps if s["allocatable"]]
    if not present:
        return 0
    if present[0]["strategy"] == "RequestedToCapacityRatio":
        present = [s for s in present if s["score"] > 0]
        weights = sum(s["weight"] for s in present)
        return floor(sum(s["score"] * s["weight"] for s in present) / weights + 0.5) if weights else 0
    return int(sum(s["score"] * s["weight"] for s in present) // sum(s["weight"] for s in present))


def balanced_score(steps: list[Step]) -> int:
    result = steps[-1]
    without = result.get("without")
    return int(50 + (50 + result["score"] - without["score"]) // 2 if without else result["score"])


RAW: dict[str, Callable[[list[Step]], int]] = {
    "PodTopologySpread": lambda steps: floor(
        sum(s["count"] * s["weight"] + s["max_skew"] - 1 for s in steps) + 0.5
    ),
    "InterPodAffinity": lambda steps: sum(s["count"] * s["weight"] for s in steps),
    "TaintToleration": lambda steps: sum(not s["tolerated"] for s in steps),
    "NodeAffinity": lambda steps: sum(s["weight"] for s in steps if s["ok"]),
    "NodeResourcesFit": fit_score,
    "NodeResourcesBalancedAllocation": balanced_score,
    "VolumeBinding": lambda steps: floor(sum(s["score"] for s in steps) / max(len(steps), 1) + 0.5),
    "ImageLocality": lambda steps: int(steps[-1]["score"]),
}


def normalized_score(raw: int, normalize: Normalization, *, ignored: bool) -> int:
    """The score from 0 to 100 by the formula that the plugin names."""
    smallest, largest = normalize["min"], normalize["max"]
    match normalize["formula"]:
        case "none":
            return raw
        case "max":
            return raw * 100 // largest if largest else raw
        case "max_reverse":
            return 100 - raw * 100 // largest if largest else 100
        case "affinity":
            return int(100 * ((raw - smallest) / (largest - smallest))) if largest > smallest else 0
        case _:
            if ignored:
                return 0
            return 100 * (largest + smallest - raw) // largest if largest else 100


def cycles(topic: str) -> Iterator[Cycle]:
    """Every cycle of a quarter of the scenarios of a large file, each explained before its outcome is applied."""
    rows = list(read(topic).values())
    for row in rows[:: 4 if len(rows) > 20 else 1]:
        simulation = Simulation(Scenario.from_content(row["scenario"]))
        for n, pod in enumerate(row["scenario"]["schedule"]):
            result = simulation.compute(pod)
            if isinstance(result, CycleRecord):
                yield Cycle(n, 1, result)
                simulation.apply(Outcome.of(result))


def check_filter(cycle: Cycle, trace: Any, plugins: list[str], nodes: list[str]) -> None:
    for plugin in plugins:
        for node in nodes:
            explained: Any = cycle.explain("Filter", plugin, node)
            failed = trace.get("filter", {}).get(node, {}).get(plugin)
            for step in explained["steps"]:
                if step["kind"] in HOLDS:
                    assert step["ok"] == HOLDS[step["kind"]](step), step
            if explained["code"] != "Skip" and all(s["kind"] in HOLDS for s in explained["steps"]):
                assert passes(explained["steps"]) == (failed is None), (plugin, node, explained)
            assert explained["code"] == (failed["code"] if failed else explained["code"])


def check_score(cycle: Cycle, trace: Any) -> None:
    for plugin, scores in trace.get("score", {}).items():
        for node, raw in scores.items():
            explained: Any = cycle.explain("Score", plugin, node)
            assert (explained["raw"], raw_score(plugin, explained["steps"])) == (raw, raw), (
                plugin,
                node,
                explained,
            )
            ignored = any(s["kind"] == "spread_ignored" for s in explained["steps"])
            points = normalized_score(raw, explained["normalize"], ignored=ignored)
            assert points == trace["normalized"][plugin][node], (plugin, node, explained)
            assert explained["weighted"] == points * trace["weights"][plugin]


@pytest.mark.parametrize(
    "topic",
    READABLE_TOPICS,
)
def test_operands_give_the_decision(topic: str) -> None:
    for cycle in cycles(topic):
        trace, view = cycle.trace(), cycle.view()
        assert trace["feasible"] is not None
        nodes = dict.fromkeys([*trace.get("filter", {}), *trace["feasible"]])
        check_filter(cycle, trace, view["plugins"]["Filter"], list(nodes))
        check_score(cycle, trace)


def test_clauses_add_up_to_the_nodes() -> None:
    for cycle in cycles("podtopologyspread"):
        trace, view = cycle.trace(), cycle.view()
        if "nominatedNodeTried" in trace and trace["nominatedNodeTried"]["fits"]:
            continue
        assert trace["feasible"] is not None
        named = {node for clause in view["clauses"] for node in clause["nodes"]}
        assert len(named) + len(trace["feasible"]) == len(view["node_order"])


def test_the_nodes_that_were_visited_are_named_unless_they_are_all_of_them_from_the_first_on() -> None:
    """Of 150 nodes the search wants 100 feasible ones, and the next pod's begins where it ended."""
    names = [f"n{i:03}" for i in range(150)]
    nodes = [make_node(name, disk="ssd" if i < 20 else "hdd") for i, name in enumerate(names)]
    anywhere, on_ssd = make_pod("anywhere"), with_spec(make_pod("on-ssd"), nodeSelector={"disk": "ssd"})
    scenario = Scenario.from_content({"objects": [*nodes, anywhere, on_ssd]})
    assert [cycle.view()["visited"] for cycle in Recording.of(scenario).cycles()] == [
        names[:100],
        [*names[100:], *names[:100]],
    ]
    few = Scenario.from_content({"objects": [*nodes[:99], anywhere, on_ssd]})
    assert [cycle.view()["visited"] for cycle in Recording.of(few).cycles()] == [None, None]
