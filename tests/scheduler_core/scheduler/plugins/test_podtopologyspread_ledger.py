"""Which nodes a domain of the ledger has, and which rule leaves a node out."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Cycle, Recording, Scenario
from tests.builders import make_node, make_pod, spread, with_spec

TAINTS = [{"key": "reserved", "effect": "NoSchedule"}]
NODES = [
    make_node("free-a", zone="a", disk="ssd"),
    make_node("tainted-a", zone="a", disk="ssd", taints=TAINTS),
    make_node("slow-b", zone="b", disk="hdd"),
    make_node("free-b", zone="b", disk="ssd"),
    make_node("nowhere", disk="ssd"),
]
HONOR = {"nodeAffinityPolicy": "Honor", "nodeTaintsPolicy": "Honor"}
IGNORE = {"nodeAffinityPolicy": "Ignore", "nodeTaintsPolicy": "Ignore"}


def constraint(key: str, side: str, policies: dict[str, str]) -> dict[str, Any]:
    """The constraint in the view of a pod that selects disk=ssd; a pod that it counts runs on each node."""
    running = [make_pod(f"on-{n['metadata']['name']}", node=n["metadata"]["name"], app="web") for n in NODES]
    rule = spread(key, soft=side == "score", max_skew=5, **policies)
    pod = with_spec(make_pod("new", app="web", spread=[rule]), nodeSelector={"disk": "ssd"})
    recording = Recording.of(Scenario.from_content({"objects": [*NODES, *running, pod], "config": None}))
    cycle: Cycle = recording.cycle(0)
    ledger = cycle.view()["spread"]
    assert ledger is not None
    (entry,) = ledger["filter"] if side == "filter" else ledger["score"]
    return dict(entry)


@pytest.mark.parametrize("side", ["filter", "score"])
def test_a_domain_has_the_nodes_that_the_policies_admit(side: str) -> None:
    entry = constraint("zone", side, HONOR)
    assert {d["value"]: (d["nodes"], d["pods"], d["count"]) for d in entry["domains"]} == {
        "a": (["free-a"], ["default/on-free-a"], 1),
        "b": (["free-b"], ["default/on-free-b"], 1),
    }
    assert {left_out["node"]: left_out["rule"] for left_out in entry["not_counted"]} == {
        "tainted-a": "nodeTaintsPolicy: Honor",
        "slow-b": "nodeAffinityPolicy: Honor",
        "nowhere": "missing label",
    }


@pytest.mark.parametrize("side", ["filter", "score"])
def test_policies_that_ignore_leave_out_only_nodes_without_the_key(side: str) -> None:
    entry = constraint("zone", side, IGNORE)
    assert {d["value"]: sorted(d["nodes"]) for d in entry["domains"]} == {
        "a": ["free-a", "tainted-a"],
        "b": ["free-b", "slow-b"],
    }
    assert entry["not_counted"] == [{"node": "nowhere", "rule": "missing label"}]


def test_by_hostname_every_node_is_a_domain_of_its_score() -> None:
    entry = constraint("kubernetes.io/hostname", "score", HONOR)
    assert sorted(d["value"] for d in entry["domains"]) == sorted(n["metadata"]["name"] for n in NODES)
    assert all(d["nodes"] == [d["value"]] for d in entry["domains"])
    assert entry["not_counted"] == []
