"""Conflicts: pods that fit one by one, but were not placed together."""

from __future__ import annotations

from scheduler_core import Recording, RunInquiry, Scenario
from scheduler_core.advice.whatif.conflicts import Conflicts
from scheduler_core.contract import Conflict, WholeRun
from tests.builders import Manifest, make_node, make_pod


def whole_run(*objects: Manifest) -> WholeRun:
    inquiry = RunInquiry(Recording.of(Scenario.from_content({"objects": list(objects)})))
    for _ in inquiry.steps():
        assert inquiry.answer()["searching"]
    return inquiry.answer()


def members(conflict: Conflict) -> set[str]:
    return {conflict["pod"], *(pod for part in conflict["parts"] for pod in part["pods"])}


def cpu(name: str, amount: str, *, on: str = "") -> Manifest:
    pod = make_pod(name, requests={"cpu": amount})
    if on:
        pod["spec"]["nodeSelector"] = {"kubernetes.io/hostname": on}
    return pod


def named(name: str, amount: str) -> Manifest:
    node = make_node(name, cpu=amount)
    node["metadata"]["labels"]["kubernetes.io/hostname"] = name
    return node


def test_a_conflict_has_the_pods_that_are_needed_and_no_others() -> None:
    nodes = [named("n1", "4"), named("n2", "4")]
    bystanders = [cpu(f"b{i}", "500m", on="n2") for i in range(3)]
    rivals = [cpu("r1", "3", on="n1"), cpu("small", "100m", on="n1")]
    run = whole_run(*nodes, *bystanders, *rivals, cpu("late", "2", on="n1"))
    [conflict] = run["conflicts"]
    assert members(conflict) == {"default/late", "default/r1"}
    assert (conflict["proven"], conflict["minimal"], conflict["placement"]) == (True, True, {})
    assert conflict["message"].startswith("0/2 nodes are available: 1 Insufficient cpu")
    assert run["conflicts_complete"]


def test_pods_that_another_order_would_place_are_no_proven_conflict() -> None:
    """The small pod takes the only node that the large one fits on; it would fit on the other one too."""
    nodes = [named("n1", "4"), named("n2", "8")]
    pods = [cpu("first", "4"), cpu("large", "7")]
    [conflict] = whole_run(*nodes, *pods)["conflicts"]
    assert members(conflict) == {"default/first", "default/large"}
    assert not conflict["proven"]
    assert conflict["placement"] == {"default/large": "n2", "default/first": "n1"}


def test_a_pod_that_fits_nowhere_has_no_conflict() -> None:
    assert whole_run(named("n1", "4"), cpu("fits", "3"), cpu("never", "9"))["conflicts"] == []


def test_many_small_rivals_are_named_by_their_workload() -> None:
    pods = [cpu(f"p{i:02}", "100m") for i in range(80)]
    [conflict] = whole_run(named("n1", "8"), *pods, cpu("late", "200m"))["conflicts"]
    assert conflict["parts"][0]["count"] == 80
    assert len(conflict["parts"][0]["pods"]) == 20
    assert not conflict["minimal"]


def test_what_is_left_out_for_want_of_cycles_is_said() -> None:
    objects = [named("n1", "4"), cpu("r1", "3"), cpu("late", "2")]
    recording = Recording.of(Scenario.from_content({"objects": objects}))
    search = Conflicts(recording, most_attempts=1)
    late = next(pod for pod in recording.scenario.objects.pods if pod.name == "late")
    assert search.of(late) is None
    assert not search.complete
