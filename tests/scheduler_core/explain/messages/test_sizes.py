"""A message of any size and shape is explained in little memory, and one of many nodes by a smaller cluster."""

from __future__ import annotations

import tracemalloc

import pytest

from scheduler_core import explain_message, load, simulate
from scheduler_core.explain.compare.event_text import parse
from scheduler_core.kubernetes.versions import find_version

NO_VICTIMS = "No preemption victims found for incoming pod"
NOT_HELPFUL = "Preemption is not helpful for scheduling"
MEMORY = 20_000_000  # bytes
MANY = 999_999_999
SPREAD = "node(s) didn't match pod topology spread constraints"


def listed(clauses: dict[str, int]) -> str:
    """Return clauses as the scheduler writes them: sorted as text."""
    return ", ".join(sorted(f"{count} {reason}" for reason, count in clauses.items()))


def message(nodes: int, filters: dict[str, int], preemption: dict[str, int]) -> str:
    return (
        f"0/{nodes} nodes are available: {listed(filters)}. no new claims to deallocate, preemption: 0/{nodes} nodes "
        f"are available: {listed(preemption)}."
    )


def mixed(times: int) -> str:
    """Return a message about 20 nodes, or that many times as many."""
    return message(
        20 * times,
        {
            "node(s) were unschedulable": times,
            "node(s) had untolerated taint(s)": 4 * times,
            "Insufficient cpu": 12 * times,
            "Insufficient memory": 15 * times,
        },
        {NO_VICTIMS: 10 * times, NOT_HELPFUL: 10 * times},
    )


SHAPES = {
    "a brief one of many nodes": f"0/{MANY} nodes are available: {MANY} Insufficient cpu.",
    "preemption on many nodes": mixed(49_999_999),
    "many nodes in the wrong places": f"0/2 nodes are available: {MANY} Insufficient cpu, {MANY} Insufficient memory."
    f" preemption: 0/2 nodes are available: {MANY} Insufficient cpu, {MANY} x, {MANY} {NO_VICTIMS}.",
    "what stays on many nodes": f"0/{MANY} nodes are available: {MANY} {SPREAD}. preemption: 0/{MANY} nodes are "
    f"available: {MANY} Insufficient cpu.",
    "numbers of hundreds of digits": f"0/3 nodes are available: {'9' * 300} Insufficient cpu, 3 Insufficient memory.",
    "counts of zero": "0/3 nodes are available: 0 Insufficient cpu, 0 node(s) were unschedulable.",
    "negative numbers": "0/3 nodes are available: -3 Insufficient cpu, -1 node(s) were unschedulable.",
    "thousands of resources": f"0/{MANY} nodes are available: "
    + ", ".join(f"{number} Insufficient r{number}" for number in range(1, 7_000)),
    "thousands of taints": "0/4300 nodes are available: "
    + ", ".join(f"1 node(s) had untolerated taint {{k{number}: }}" for number in range(4_300)),
    "tens of thousands of clauses": "0/9 nodes are available: " + "1 x, " * 39_000,
    "thousands of clauses of preemption": "0/9 nodes are available: 9 Insufficient cpu. preemption: 0/9 nodes are "
    "available: " + ", ".join(f"1 x{number}" for number in range(19_000)),
    "thousands of messages": " ".join(f"0/{n} nodes are available: {n} x{n}." for n in range(1, 5_000)),
    "a reason of two names that never ends": '0/9 nodes are available: 9 persistentvolumeclaim "'
    + '" bound to non-existent persistentvolume "' * 4_500,
    "a pod with a name of any length": f"pod/{'a' * 190_000} 0/3 nodes are available: 3 Insufficient cpu.",
    "a taint of any length": f"0/3 nodes are available: 3 node(s) had untolerated taint {{{'a' * 190_000}: }}.",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_any_message_is_explained_in_little_memory(shape: str) -> None:
    text = SHAPES[shape]
    assert len(text) <= 200_000
    explain_message(mixed(1))  # what is read once
    tracemalloc.start()
    try:
        explained = explain_message(text)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
    assert "".join(part["text"] for part in explained["parts"]) == explained["message"]
    assert len(explained["parts"]) <= 401
    if cluster := explained["cluster"]:
        assert sum(group["count"] for group in cluster["nodes"]) + cluster["running"] <= 300


@pytest.mark.parametrize("times", [50, 250, 49_999_999])
def test_the_cluster_of_a_large_message_has_its_words_in_its_proportions(times: int) -> None:
    explained = explain_message(mixed(times))
    cluster = explained["cluster"]
    assert cluster
    assert cluster["is_scaled"]
    assert [point["count"] for point in explained["points"]] == [times, 4 * times, 15 * times, 20 * times]
    nodes = sum(group["count"] for group in cluster["nodes"])
    events = simulate(load(cluster["source"], version=find_version(cluster["release"])))
    printed = next(event["message"] for event in events if event["kind"] == "cycle.finished")
    said, given = parse(explained["message"]), parse(str(printed))
    assert given.nodes == nodes
    for written, made in ((said.clauses, given.clauses), (said.preemption, given.preemption)):
        shares = {clause.reason: clause.count / (20 * times) for clause in written}
        assert {clause.reason: pytest.approx(clause.count / nodes, abs=0.03) for clause in made} == shares


def test_the_cluster_of_a_message_of_a_hundred_nodes_is_as_large() -> None:
    cluster = explain_message(mixed(5))["cluster"]
    assert cluster
    assert not cluster["is_scaled"]
    assert sum(group["count"] for group in cluster["nodes"]) == 100


def test_the_words_of_a_large_message_are_still_checked() -> None:
    text = mixed(250).replace("no new claims to deallocate", "no old claims to deallocate")
    explained = explain_message(text)
    assert explained["cluster"] is None
    assert explained["no_cluster"] == "no version uses exactly this wording"


def test_clauses_of_a_large_message_in_another_order_are_not_the_schedulers() -> None:
    text = (
        f"0/{MANY} nodes are available: {MANY - 1} Insufficient cpu, 1 node(s) were unschedulable. "
        f"preemption: 0/{MANY} nodes are available: {MANY - 1} {NO_VICTIMS}, 1 {NOT_HELPFUL}."
    )
    assert explain_message(text)["cluster"] is None


def test_smaller_counts_stand_in_another_order_if_they_are_sorted_so() -> None:
    text = message(
        10_000,
        {"Insufficient cpu": 9_000, "node(s) were unschedulable": 1_000},
        {NO_VICTIMS: 9_000, NOT_HELPFUL: 1_000},
    )
    cluster = explain_message(text)["cluster"]
    assert cluster
    events = simulate(load(cluster["source"], version=find_version(cluster["release"])))
    printed = next(event["message"] for event in events if event["kind"] == "cycle.finished")
    assert text.index("unschedulable") < text.index("Insufficient")
    assert str(printed).index("unschedulable") > str(printed).index("Insufficient")


def test_long_lists_are_cut() -> None:
    taints = explain_message(SHAPES["thousands of taints"])["points"][0]
    assert taints["about"].endswith("1 × {k49: }, and 4,250 more.")


def test_a_namespace_that_none_can_have_stands_in_no_command() -> None:
    text = "Name: web-0 Namespace: $(reboot) Warning 0/1 nodes are available: 1 Insufficient cpu."
    explained = explain_message(text)
    assert explained["pod"] == "web-0"
    commands = [command for point in explained["points"] for command in point["commands"]]
    assert commands
    assert not any("reboot" in command for command in commands)
