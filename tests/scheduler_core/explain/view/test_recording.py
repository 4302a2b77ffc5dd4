from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import Recording, Scenario, UnreadableLog, simulate
from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_node, make_pod
from tests.conformance.vectors import read
from tests.scheduler_core.clusters import clusters
from tests.shared import shared


def recorded(scenario: Scenario) -> Recording:
    """The recording as it comes back from the database."""
    return Recording(scenario, json.loads(json.dumps(Recording.of(scenario).finished)))


@settings(max_examples=50)
@given(clusters(), st.data())
def test_a_cycle_computed_again_equals_the_first_time(content: dict[str, Any], data: st.DataObject) -> None:
    recording, simulation = (
        recorded(Scenario.from_content(content)),
        Simulation(Scenario.from_content(content)),
    )
    traces = [cycle_trace(simulation.attempt(e["pod"])) for e in recording.finished]  # type: ignore[arg-type]
    order = data.draw(st.permutations(range(len(traces))))
    assert [recording.cycle(n).trace() for n in order] == [traces[n] for n in order]
    assert [cycle.trace() for cycle in recording.cycles()] == traces


@pytest.mark.parametrize("topic", ["examples", "mixed"])
def test_recorded_scenarios_are_replayed_equally(topic: str) -> None:
    for row in list(read(topic).values())[:20]:
        scenario = Scenario.from_content(row["scenario"])
        last = len(Recording.of(scenario).finished) - 1
        assert Recording.of(scenario).cycle(last).trace() == recorded(scenario).cycle(last).trace()


def preempting() -> Scenario:
    """`high` evicts `low`, and is placed by its second attempt."""
    low = make_pod("low", node="n1", requests={"cpu": "3"})
    high = make_pod("high", requests={"cpu": "3"}, priority=10)
    return Scenario.from_content({"objects": [make_node("n1", cpu="4"), low, high, make_pod("other")]})


def test_a_recording_says_who_ended_where_and_which_attempts_a_pod_made() -> None:
    recording = Recording.of(preempting())
    assert recording.placements == {"default/high": "n1", "default/other": "n1"}
    assert [event["attempt"] for event in recording.attempts("default/high")] == [1, 2]
    assert recording.attempt("default/high", 2) is recording.attempts("default/high")[1]
    assert recording.attempt("default/high", 3) is None
    assert recording.attempts("default/low") == []


@pytest.mark.parametrize("n", [-1, 3])
def test_a_cycle_that_the_run_does_not_have_is_an_error(n: int) -> None:
    recording = Recording.of(preempting())
    assert len(recording.finished) == 3
    with pytest.raises(IndexError):
        recording.cycle(n)


def test_going_forwards_moves_one_cluster_and_going_back_begins_another() -> None:
    recording = Recording.of(preempting())
    first = recording.before(1)
    assert recording.before(3) is first
    assert first.cycle_count == 3
    assert recording.before(2) is not first
    assert recording.before(2).cycle_count == 2


def test_a_recording_follows_the_version_and_the_seed_of_its_run() -> None:
    nodes = [make_node(f"n{i}") for i in range(8)]
    scenario = Scenario.from_content({"objects": [*nodes, make_pod("p")]})
    recordings = [Recording.of(scenario, kubernetes_version="1.30", seed=seed) for seed in range(12)]
    nodes_of = {recording.placements["default/p"] for recording in recordings}
    assert len(nodes_of) > 1
    for recording in recordings:
        assert recording.cycle(0).trace()["selected"] == recording.placements["default/p"]
        assert recording.version.name.startswith("v1.30")
    events = simulate(scenario, kubernetes_version="1.30", seed=3)
    assert [event for event in events if event["kind"] == "cycle.finished"] == recordings[3].finished


def test_the_run_that_the_page_folds_is_the_engines() -> None:
    """Where an answer changed: `python -m tests.shared` renews the file."""
    run = shared("run")
    scenario = Scenario.from_content(run["content"])
    assert scenario.cluster() == run["cluster"]
    assert json.loads(json.dumps(list(simulate(scenario)))) == run["events"]


def test_outcomes_are_folded_here_as_in_the_page() -> None:
    run = shared("run")
    recording = Recording.of(Scenario.from_content(run["content"]))
    for n, moment in enumerate(run["moments"]):
        simulation = recording.before(n)
        snapshot = simulation.handle.snapshot
        placed = {
            name: {pod.key for pod in snapshot.pods_on(snapshot.index[name])} for name in moment["nodes"]
        }
        assert placed == {name: set(pods) for name, pods in moment["nodes"].items()}
        assert set(simulation.waiting) == set(moment["waiting"])


CHANGES: dict[str, Any] = {
    "lacks cleared, pod": lambda event: {k: v for k, v in event.items() if k not in ("pod", "cleared")},
    "pod default/other does not wait": lambda event: {**event, "pod": "default/other"},
    "there is no node n9": lambda event: {**event, "node": "n9"},
    "pod default/other runs nowhere": lambda event: {**event, "victims": ["default/other"]},
}


@pytest.mark.parametrize("complaint", CHANGES)
def test_a_log_of_something_else_is_unreadable(complaint: str) -> None:
    scenario = Scenario.from_content(
        {"objects": [make_node("n1"), make_pod("a"), make_pod("b")], "config": None}
    )
    first, second = Recording.of(scenario).finished
    with pytest.raises(UnreadableLog, match=complaint):
        Recording(scenario, [CHANGES[complaint](first), second]).cycle(1)


def test_a_log_without_what_nobody_reads_is_read() -> None:
    """As logs of former versions are, from before events had these keys."""
    scenario = Scenario.from_content(
        {"objects": [make_node("n1"), make_pod("a"), make_pod("b")], "config": None}
    )
    finished: Any = Recording.of(scenario).finished
    former = [{k: v for k, v in e.items() if k not in ("volumes", "ties", "message")} for e in finished]
    assert Recording(scenario, former).cycle(1).trace() == Recording(scenario, finished).cycle(1).trace()  # type: ignore[arg-type]
