"""Why guesses are wrong and right: the numbers are those of the run."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from scheduler_core import NO_ADMISSION, Recording, load
from webui.features.gallery.cases import Case, read_cases
from webui.features.gallery.prediction import Prediction, prediction
from webui.features.gallery.reasons import Reason, reasons, why, why_not

CASES = {case.slug: case for case in read_cases()}
WITHOUT_STEPS = [case for case in CASES.values() if case.header.topic not in {"day-two", "queues"}]


def asked(case: Case) -> tuple[Prediction, dict[str, Reason], dict[str, Any]]:
    scenario = load(case.source, admission=NO_ADMISSION).under_release(case.header.release)
    run = Recording.of(scenario)
    question = prediction(scenario, run.finished, question=case.header.question, subject=case.header.ask)
    last = [event["cycle"] for event in run.finished if event["pod"] == question["pod"]] or [0]
    cycle = run.cycle(last[-1])
    return question, reasons(scenario, cycle, question["choices"]), dict(cycle.view())


def test_the_first_question_says_which_zone_would_be_too_full_and_why_the_emptier_node_wins() -> None:
    _, by_choice, _ = asked(CASES["spread-one-constraint"])
    assert why_not("node1", by_choice["node1"]) == (
        "Not node1: zoneA would have 3, 2 more than zoneB; maxSkew allows 1."
    )
    assert why_not("node3", by_choice["node3"]) == (
        "Not node3: it passes, but node4 runs fewer pods, so it has more room: "
        "NodeResourcesFit 97 to 95, in total 397 to 395."
    )
    assert why_not("Pending", by_choice["Pending"]) == "Not Pending: node4 passes every filter."
    assert why(by_choice["node4"]) == (
        "node3 passes too, but node4 runs fewer pods, so it has more room: "
        "NodeResourcesFit 97 to 95, in total 397 to 395."
    )


@pytest.mark.parametrize("case", list(islice(WITHOUT_STEPS, 0, None, 3)), ids=lambda case: case.slug)
def test_what_is_said_of_a_guess_is_what_the_run_did(case: Case) -> None:
    question, by_choice, view = asked(case)
    if question["kind"] != "node":
        pytest.skip("asks for something else than a node")
    trace = view["trace"]
    rejected = trace.get("filter") or {}
    for choice, reason in by_choice.items():
        is_right = choice in question["right"]
        assert why(reason) if is_right else why_not(choice, reason).endswith(".")
        if reason["kind"] == "skewed":
            assert rejected[choice]["first"] == "PodTopologySpread"
            assert reason["over"] > reason["max_skew"]
        elif reason["kind"] == "rejected":
            assert reason["why"] == ", ".join(rejected[choice][rejected[choice]["first"]]["reasons"])
        elif reason["kind"] == "beaten":
            assert trace["total"][reason["node"]] == reason["total"] < reason["best_total"]
            assert trace["total"][reason["best"]] == reason["best_total"] == max(trace["total"].values())
            assert reason["best_points"] > reason["points"]
        elif reason["kind"] == "none":
            assert is_right
            assert trace.get("selected") is None
