"""Steps played from their causes to the end."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput, Start, moment_content, play, prepare, read_steps

from .clusters import HOSTNAME, ZONE, budget, differing_cycles, ends, node, scenario, spread, whys, workload

MACHINES = (node("node-1", 8, 16), node("node-2"), node("node-3"))
ZONES = tuple(node(f"{zone}{i}", zone=zone) for i in (1, 2) for zone in "abc")


@pytest.fixture(scope="module")
def rollout() -> Start:
    web = workload(replicas=5, pod=spread(HOSTNAME))
    return prepare(scenario(*MACHINES, web, steps=[{"rollout": "web", "image": "web:1.5"}]))


def test_rollout_ends_skewed_as_its_seed_has_it(rollout: Start) -> None:
    seen = {
        tuple(ends(play(rollout, seed=seed)).get(f"node-{i}", 0) for i in (1, 2, 3)) for seed in range(12)
    }
    assert seen == {(3, 1, 1), (3, 0, 2), (3, 2, 0)}


def test_each_cycle_of_a_play_is_opened_as_it_was(rollout: Start) -> None:
    played = play(rollout, seed=2)
    assert sum("seed" in moment for moment in played.recorder.moments) == 10
    assert differing_cycles(played) == []


def test_seed_decides_all(rollout: Start) -> None:
    assert play(rollout, seed=5).timeline() == play(rollout, seed=5).timeline()
    assert play(rollout, seed=5).timeline() != play(rollout, seed=6).timeline()


def test_drain_waits_for_the_budget() -> None:
    steps = read_steps([{"drain": "a1"}])
    web = workload(replicas=6, pod=spread(HOSTNAME))
    blocked = play(scenario(*ZONES, web, budget(minAvailable=6)), steps)
    assert whys(blocked, "eviction-refused") == ["eviction budget"]
    assert ends(blocked)["a1"] == 1
    assert blocked.recorder.actions[-1]["settled"]
    drained = play(scenario(*ZONES, web, budget(minAvailable=5)), steps)
    assert whys(drained, "eviction-refused") == []
    assert "a1" not in ends(drained)


def test_lost_zone_is_evicted_after_its_tolerations() -> None:
    steps = [{"lose": {"key": ZONE, "value": "a"}}, {"restore": {"key": ZONE, "value": "a"}}]
    played = play(scenario(*ZONES, workload(replicas=6), steps=steps))
    gone = [m["at"] for m in played.recorder.moments if m["why"]["code"] == "taint eviction"]
    lost_at = next(m["at"] for m in played.recorder.moments if m["kind"] == "node-lost")
    # 50 s of silence and 300 s of toleration; the second node of the zone is tainted 10 s later.
    assert [round(at - lost_at) for at in gone] == [350, 360]
    assert sum(ends(played).values()) == 6


def test_step_that_names_no_node_is_refused_with_its_place() -> None:
    steps = read_steps([{"wait": 5}, {"drain": "node-9"}])
    with pytest.raises(InvalidInput) as refused:
        play(scenario(*MACHINES, workload()), steps)
    (error,) = refused.value.errors
    assert error.path == "steps[1].drain"
    assert error.message == "must name a node of the cluster, node-9 is none: correct the name"


def test_budget_of_a_step_counts_from_there_on() -> None:
    steps = read_steps([{"apply": budget(minAvailable=3)}, {"drain": "node-1"}])
    played = play(scenario(*MACHINES, workload(replicas=3, pod=spread(HOSTNAME))), steps)
    assert whys(played, "eviction-refused") == ["eviction budget"]
    assert [p["allowed"] for p in played.recorder.budgets["default/web"]["series"]] == [0]


def test_dump_of_nodes_and_pods_alone_tells_its_deployments() -> None:
    whole = play(scenario(*MACHINES, workload(replicas=4, pod=spread(HOSTNAME))), [])
    last = len(whole.recorder.moments) - 1
    objects = [m for m in moment_content(whole, last)["objects"] if m["kind"] in ("Node", "Pod")]
    bounded: list[dict[str, Any]] = [{"apply": budget(maxUnavailable=1)}]
    moves: list[dict[str, Any]] = [{"drain": "node-1"}, {"uncordon": "node-1"}]
    steps = read_steps([*bounded, *moves, {"rollout": "web", "image": "web:2"}])
    played = play(scenario(*objects), steps)
    assert not any(m["kind"] == "ReplicaSet" for m in moment_content(played, 9)["objects"])
    (entry,) = played.recorder.workloads.values()
    assert (entry["workload"], entry.get("assumed"), len(entry["revisions"])) == (
        "Deployment default/web",
        True,
        2,
    )
    alive = [stay for stay in played.recorder.stays if stay["gone"] is None]
    assert {stay["revision"] for stay in alive} == {entry["revisions"][1]}
    assert len(alive) == 4
    assert differing_cycles(played) == []
