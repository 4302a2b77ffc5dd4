"""Playing a trace: who is placed when, what is counted, and that no node is ever overcommitted."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import get_args

import plotly.graph_objects as go
import pytest

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import BASE
from scheduler_core.simulation.histories import History, Trace, history_figures, play_history, read_trace
from scheduler_core.simulation.histories.configurations import named_configuration, read_configuration
from scheduler_core.simulation.histories.contract import SkipReason
from scheduler_core.simulation.histories.trace import Demand, Shape
from tests.bench.replay import trace as made_trace
from tests.scheduler_core.test_contract import adapter

FOLDER = Path(__file__).parent
HEADER = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,creation_time,deletion_time,scheduled_time"


@cache
def small() -> Trace:
    return read_trace((FOLDER / "pods.csv").read_text(), (FOLDER / "nodes.csv").read_text())


@cache
def crowded() -> Trace:
    """More pods than the nodes hold at a time."""
    return read_trace(*made_trace(8, 150, 20.0, 4.0))


def play(trace: Trace, *names: str) -> History:
    return play_history(trace, {name: named_configuration(name, BASE) for name in names or ("default",)})


def placements(history: History, run: int = 0) -> dict[str, tuple[float | None, str | None]]:
    played = history["runs"][run]
    return dict(
        zip(history["pods"]["name"], zip(played["placed_at"], played["nodes"], strict=True), strict=True)
    )


def test_pods_wait_for_room_and_leave_after_their_lifetime() -> None:
    history = play(small())
    placed = placements(history)
    assert placed["train-0"] == (0.0, "gpu-a")
    # Only A will do, and its GPUs are free when train-0 leaves after a day.
    assert placed["train-1"] == (86_400.0, "gpu-a")
    # It runs for 43,190 s from then on, not until the recorded deletion.
    assert placed["late"] == (129_590.0, "gpu-a")
    assert placed["given-up"] == (None, None)
    run = history["runs"][0]
    assert (run["placed"], run["gone_unplaced"], run["pending"]) == (9, 1, 0)
    assert run["against_recorded"] == {
        "earlier": 1,
        "same": 6,
        "later": 2,
        "only_recorded": 0,
        "only_here": 0,
    }
    assert run["waits"] == {"pods": 9, "mean": 19665.6, "median": 0.0, "p95": 88914.0, "max": 90590.0}
    assert history["recorded"] is not None
    assert history["recorded"]["waits"] == {
        "pods": 9,
        "mean": 5279.4,
        "median": 0.0,
        "p95": 28504.0,
        "max": 47500.0,
    }


def test_shares_that_no_single_gpu_holds_are_counted() -> None:
    """Three times 600 of 2,000 thousandths are placed, but a GPU of 1,000 holds one of them."""
    run = play(small())["runs"][0]
    assert (run["asked_gpus"], run["without_device"]) == (6, 1)


def test_series_are_means_over_time_and_the_most_pending() -> None:
    rows = ["a,1000,1024,0,0,,0,100,0", "b,3000,1024,0,0,,0,480,0", "c,2000,1024,0,0,,48,480,48"]
    history = play(read_trace("\n".join((HEADER, *rows)), "sn,cpu_milli,memory_mib\nn,4000,65536"))
    assert (history["span"], history["interval"]) == (480.0, 1.0)
    run = history["runs"][0]
    # c fits when b has left, at the end: a quarter leaves at 100 s.
    requested = run["resources"]["cpu"]["requested"]
    assert (requested[:100], requested[100:]) == ([1.0] * 100, [0.75] * 380)
    assert (run["pods"]["running"][0], run["pods"]["running"][-1]) == (2.0, 1.0)
    assert (run["pods"]["pending"][47], run["pods"]["pending"][48]) == (0, 1)
    assert run["means"]["cpu"] == {
        "requested": 0.8021,
        "peak": 1.0,
        "unusable": pytest.approx(0.1319, abs=1e-3),
    }
    assert history["recorded"] is not None
    assert history["recorded"]["pods"]["running"][50] == 3.0


def test_free_amounts_that_few_pods_can_use_are_fragments() -> None:
    """Of three pods that ask for cpu, one fits beside the first: two thirds of what is free are lost."""
    rows = ["a,3000,10,0,0,,0,,0", "b,2000,10,0,0,,10,,", "c,1000,10,0,0,,20,,"]
    history = play(read_trace("\n".join((HEADER, *rows)), "sn,cpu_milli,memory_mib\nn,4000,65536"))
    unusable = history["runs"][0]["resources"]["cpu"]["unusable"]
    assert unusable[0] == pytest.approx(0.25 * 2 / 3, abs=1e-4)


def test_no_node_is_overcommitted_and_every_pod_is_accounted_for() -> None:
    trace, history = crowded(), play(crowded(), "LeastAllocated", "MostAllocated")
    for number, run in enumerate(history["runs"]):
        placed = placements(history, number)
        waiting = sum(node is None for _, node in placed.values())
        assert run["placed"] + waiting == len(trace.pods)
        assert run["gone_unplaced"] + run["pending"] == waiting
        assert max(run["pods"]["pending"]) > 0
        check_room(trace, placed)


def check_room(trace: Trace, placed: dict[str, tuple[float | None, str | None]]) -> None:
    changes = []
    for pod in trace.pods:
        moment, node = placed[pod.name]
        if moment is None or node is None:
            continue
        assert moment >= pod.created
        assert not pod.demand.models or trace.nodes[node].model in pod.demand.models
        changes.append((moment, 1, pod.demand, node))
        if pod.lifetime is not None:
            changes.append((moment + pod.lifetime, -1, pod.demand, node))
    used = {name: [0, 0, 0] for name in trace.nodes}
    for _, sign, demand, node in sorted(changes, key=lambda change: change[:2]):
        for i, amount in enumerate(amounts(demand)):
            used[node][i] += sign * amount
        assert all(part <= whole for part, whole in zip(used[node], room(trace.nodes[node]), strict=True))


def amounts(demand: Demand) -> tuple[int, int, int]:
    return demand.cpu, demand.memory, demand.gpu_milli


def room(shape: Shape) -> tuple[int, int, int]:
    return shape.cpu, shape.memory, shape.gpus * 1000


def test_a_play_is_the_same_each_time() -> None:
    assert play(crowded(), "LeastAllocated") == play(crowded(), "LeastAllocated")


def test_configurations_differ_in_where_pods_go() -> None:
    history = play(small(), "LeastAllocated", "MostAllocated")
    assert [run["configuration"] for run in history["runs"]] == ["LeastAllocated", "MostAllocated"]
    least, most = placements(history), placements(history, 1)
    assert (least["batch-2"][1], most["batch-2"][1]) == ("gpu-a", "gpu-b")


def test_what_is_handed_out_is_what_the_types_say() -> None:
    adapter(History).validate_python(play(small(), "default", "MostAllocated"), strict=True)


@pytest.mark.parametrize("recorded", [True, False])
def test_figures_are_figures_of_plotly_with_a_summary(recorded: bool) -> None:
    trace = small()
    if not recorded:
        trace = read_trace(f"{HEADER}\na,1000,1024,0,0,,0,100,", "sn,cpu_milli,memory_mib\nn,4000,65536")
    figures = history_figures(play(trace, "LeastAllocated", "MostAllocated"))
    assert list(figures) == ["use", "pending", "waits", *(["against"] if recorded else [])]
    for figure in figures.values():
        go.Figure({"data": figure["data"], "layout": figure["layout"]})
        assert figure["layout"]["meta"]["summary"].startswith("LeastAllocated: ")


def test_a_configuration_of_a_file_is_used_and_its_errors_have_lines() -> None:
    text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    scenario = read_configuration(f"{text}percentageOfNodesToScore: 40\n", "mine.yaml")
    assert scenario.config.percentage == 40
    with pytest.raises(InvalidInput, match=r"percentageOfNodesToScore: .* \(line 3\)"):
        read_configuration(f"{text}percentageOfNodesToScore: 400\n", "mine.yaml")
    with pytest.raises(InvalidInput, match=r"mine.yaml: must contain a KubeSchedulerConfiguration"):
        read_configuration("a: 1\n", "mine.yaml")


def test_every_reason_to_skip_has_words() -> None:
    from scheduler_core.cli.history_report import SKIPPED

    assert set(SKIPPED) == set(get_args(SkipReason))
