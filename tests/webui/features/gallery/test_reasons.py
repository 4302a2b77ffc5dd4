"""Why guesses are wrong and right: what is said is what the run did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from scheduler_core import NO_ADMISSION, Recording, Scenario, load
from webui.features.gallery.cases import Case, read_cases
from webui.features.gallery.prediction import Prediction, prediction
from webui.features.gallery.reasons import Reason, reasons, why, why_not

CASES = {case.slug: case for case in read_cases()}
WITHOUT_STEPS = [case for case in CASES.values() if case.header.topic not in {"day-two", "queues"}]


@dataclass(frozen=True)
class Asked:
    """A case's question, and its run."""

    scenario: Scenario
    finished: list[Any]
    question: Prediction

    @classmethod
    def of(cls, case: Case, release: str = "") -> Asked:
        scenario = load(case.source, admission=NO_ADMISSION).under_release(release or case.header.release)
        finished = Recording.of(scenario).finished
        header = case.header
        return cls(
            scenario, finished, prediction(scenario, finished, question=header.question, subject=header.ask)
        )

    @cached_property
    def reasons(self) -> dict[str, Reason]:
        run = Recording(self.scenario, self.finished)
        return reasons(run, self.question["pod"], self.question["choices"])

    def told(self, choice: str) -> str:
        reason = self.reasons[choice]
        return why(reason) if choice in self.question["right"] else why_not(choice, reason)

    @cached_property
    def attempts(self) -> list[Any]:
        return [event for event in self.finished if event["pod"] == self.question["pod"]]

    @cached_property
    def views(self) -> list[Any]:
        """What each attempt of the pod did."""
        run = Recording(self.scenario, self.finished)
        return [run.cycle(event["cycle"]).view() for event in self.attempts]


def test_the_first_question_says_which_zone_would_be_too_full_and_why_the_emptier_node_wins() -> None:
    asked = Asked.of(CASES["spread-one-constraint"])
    assert asked.told("node1") == "Not node1: zoneA would have 3, 2 more than zoneB; maxSkew allows 1."
    emptier = "node4 runs fewer pods, which NodeResourcesFit prefers: 97 to 95, in total 397 to 395."
    assert asked.told("node3") == f"Not node3: it passes, but {emptier}"
    assert asked.told("Pending") == "Not Pending: node4 passes every filter."
    assert asked.told("node4") == f"node3 passes too, but {emptier}"


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        # No node passed before the eviction.
        (
            "issue-128307-most-important-victim",
            {
                "worker1": "No node passed every filter: preemption evicted low, high from it.",
                "worker2": "Not worker2: the victim that is compared has priority 100, that on worker1 0.",
                "Pending": "Not Pending: preemption evicted low, high from worker1.",
            },
        ),
        (
            "issue-129136-budget-outranks-priority",
            {"worker2": "Not worker2: worker1 costs fewer violations of budgets, 0 against 1."},
        ),
        # The empty node was not looked at again: that another one is the only one that passes is not so.
        (
            "preemption-on-the-other-node",
            {
                "node-a1": (
                    "Not node-a1: evictions there would not help, the scheduler says “No preemption victims found "
                    "for incoming pod”."
                ),
                "node-a2": "No node passed every filter: preemption evicted web-0 from it.",
            },
        ),
        # The message names the ports of nodes for which the pod is not.
        (
            "issue-93934-which-node",
            {
                "node-31": (
                    "Not node-31: the pod's node affinity or selector excludes it; “node(s) didn't have free ports "
                    "for the requested pod ports” is only what this scheduler checks first."
                ),
                "node-32": "Not node-32: the scheduler says “Insufficient memory”.",
            },
        ),
        # In v1.36 too, in cycles of a pod group.
        (
            "gangs-one-rack",
            {"node-b": "It ties for the highest total, 436: one of these nodes is picked at random."},
        ),
        (
            "sampling-best-node-unseen",
            {
                "node-001": "It ties for the highest total, 424: one of these nodes is picked at random.",
                "node-120": "Not node-120: the search had found enough nodes before it came there.",
            },
        ),
        # No filter looked at a node.
        (
            "gangs-members-still-missing",
            {"Pending": "The scheduler says “waiting for minCount pods from a gang to appear in scheduling queue”."},
        ),
        (
            "issue-apisix-346-claim-without-a-volume",
            {"node-1": "Not node-1: the scheduler says “pod has unbound immediate PersistentVolumeClaims”."},
        ),
        # In the first attempt it was the node that lacked a device.
        (
            "devices-preemption-frees-none",
            {"gpu-a": "In attempt 2 it is the only node that passes every filter."},
        ),
        # node-1 has more room by requests, and less by those that the score assumes.
        (
            "issue-122131-invented-requests",
            {"node-2": "node-1 passes too, but NodeResourcesFit prefers node-2: 69 to 18, in total 461 to 406."},
        ),
    ],
)  # fmt: skip
def test_what_a_case_says_of_its_guesses(slug: str, told: dict[str, str]) -> None:
    asked = Asked.of(CASES[slug])
    assert {choice: asked.told(choice) for choice in told} == told


def test_that_a_node_is_drawn_is_said_up_to_the_version_that_does() -> None:
    case = CASES["anti-affinity-target"]
    drawn, not_drawn = (Asked.of(case, release).told("node2") for release in ("1.34", "1.35"))
    assert drawn == "It ties for the highest total, 397: one of these nodes is picked at random."
    assert not_drawn == "It ties for the highest total, 397: a quiet cluster takes node2."


def is_so(asked: Asked, choice: str, reason: Any) -> bool:
    """Return whether a reason is what the run did."""
    view = asked.views[-1]
    trace, nodes, rejected = view["trace"], view["node_order"], view["trace"].get("filter") or {}
    feasible = trace.get("feasible") or []
    is_whole = not trace.get("nominatedNodeTried") and (len(asked.views) == 1 or reason.get("attempt", 2) > 1)
    totals = trace.get("total") or {}
    said = [clause["reason"] for clause in view["clauses"] if choice in clause["nodes"]]
    checks: dict[str, Callable[[], bool]] = {
        "skewed": lambda: (
            rejected[choice]["first"] == "PodTopologySpread" and reason["over"] > reason["max_skew"]
        ),
        "rejected": lambda: reason["why"] in (", ".join(said), asked.attempts[-1]["message"]),
        "excluded": lambda: rejected[choice]["first"] != "NodeAffinity",
        "unseen": lambda: choice in nodes and choice not in view["visited"],
        "alone": lambda: is_whole and feasible == [choice] and {*rejected, choice} == set(nodes),
        "passed": lambda: is_whole and reason["best"] in feasible,
        "none": lambda: not feasible and set(view["visited"] or nodes) == set(rejected),
        "tied": lambda: len(trace["best"]) > 1 and reason["likely"] == asked.attempts[-1].get("likely", ""),
        "beaten": lambda: (
            totals[reason["node"]] == reason["total"] < reason["best_total"] == totals[reason["best"]]
            and reason["best_total"] == max(totals.values())
            and reason["best_points"] > reason["points"]
        ),
    }
    of_preemption = len(asked.views) > 1 and not asked.views[0]["trace"].get("feasible")
    return checks[reason["kind"]]() if reason["kind"] in checks else of_preemption


@pytest.mark.parametrize("case", WITHOUT_STEPS, ids=lambda case: case.slug)
def test_what_is_said_of_a_guess_is_what_the_run_did(case: Case) -> None:
    asked = Asked.of(case)
    if asked.question["kind"] != "node":
        pytest.skip("asks for something else than a node")
    for choice, reason in asked.reasons.items():
        assert asked.told(choice).endswith(".")
        assert is_so(asked, choice, reason), (choice, reason)
