"""Comparing cycles under two versions, and the inputs of two runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core import Cycle, Recording, Scenario
from scheduler_core.__main__ import main
from scheduler_core.explain.compare import InputDifference, compare, cycle_differences, input_differences
from tests.builders import make_node, make_pod, spread, with_labels
from tests.conformance.vectors import read


def vector(name: str) -> Scenario:
    return Scenario.from_content(read("edge-cases")[name]["scenario"])


def write_list(path: Path, objects: list[dict[str, Any]]) -> str:
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}), encoding="utf-8")
    return str(path)


def test_the_same_version_has_no_differences() -> None:
    assert list(compare(vector("image-locality"), "1.34", "1.34")) == []


def test_a_score_that_moves_a_pod_is_named() -> None:
    first = next(compare(vector("image-locality"), "1.27", "1.34"))
    differences = {(d.subject, d.plugin, d.before, d.after, d.nodes) for d in first.differences}
    assert first.pod == "default/p0"
    assert first.moved
    assert ("placement", "", "n1", "n0", ()) in differences
    assert ("score", "ImageLocality", "10", "23", ("n0",)) in differences


def test_equal_changes_on_all_nodes_are_no_difference() -> None:
    """PodTopologySpread gives every node 100 in v1.27, where v1.34 skips it."""
    nodes = [make_node("n1"), make_node("n2")]
    scenario = Scenario.from_content({"objects": [*nodes, make_pod("p", requests={"cpu": "1"})]})
    assert list(compare(scenario, "1.27", "1.34")) == []


def test_reasons_are_compared_with_their_codes() -> None:
    objects = [make_node("n1", cpu="1"), make_pod("p", requests={"cpu": "2"})]
    (cycle,) = compare(Scenario.from_content({"objects": objects}), "1.33", "1.34")
    assert not cycle.moved
    (difference,) = cycle.differences
    assert (difference.subject, difference.nodes) == ("reasons", ("n1",))
    assert difference.before.endswith("(Unschedulable)")
    assert difference.after.endswith("(UnschedulableAndUnresolvable)")


def test_a_node_that_one_side_lacks_is_told_from_one_that_was_not_examined() -> None:
    def cycle(*names: str) -> Cycle:
        objects = [*map(make_node, names), make_pod("p", requests={"cpu": "1"})]
        return Recording.of(Scenario.from_content({"objects": objects})).cycle(0)

    differences = cycle_differences(cycle("n1", "n2"), cycle("n1", "n3"))
    verdicts = {(d.nodes, d.before, d.after) for d in differences if d.subject == "reasons"}
    assert verdicts == {(("n2",), "feasible", "no such node"), (("n3",), "no such node", "feasible")}


@pytest.mark.parametrize(("versions", "status"), [(("1.27", "1.34"), 1), (("1.33", "1.34"), 0)])
def test_the_command_exits_1_when_a_placement_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], versions: tuple[str, str], status: int
) -> None:
    file = write_list(tmp_path / "cluster.json", read("edge-cases")["image-locality"]["scenario"]["objects"])
    assert main(["compare", file, "--versions", *versions]) == status
    assert bool(capsys.readouterr().out) == bool(status)


def test_the_command_exits_2_for_invalid_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_list(
        tmp_path / "cluster.json", [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}]
    )
    assert main(["compare", file, "--versions", "1.27", "1.34"]) == 2
    assert "containers" in capsys.readouterr().err


def first_cycle(objects: list[dict[str, Any]], **options: Any) -> Cycle:
    scenario = Scenario.from_content({"objects": objects})
    return Recording.of(scenario, **options).cycle(0)


def test_the_first_difference_is_where_the_cycles_diverge() -> None:
    """The policy makes an empty zone a domain; all other differences follow from that."""
    tainted = [{"key": "k", "effect": "NoSchedule"}]
    nodes = [make_node("na", zone="a"), make_node("nb", zone="b"), make_node("nc", zone="c", taints=tainted)]
    running = [make_pod(f"web-{zone}", app="web", node=f"n{zone}") for zone in "ab"]

    def waiting(policy: str) -> dict[str, Any]:
        return make_pod("web-new", app="web", spread=[spread("zone", nodeTaintsPolicy=policy)])

    one, other = (first_cycle([*nodes, *running, waiting(policy)]) for policy in ("Honor", "Ignore"))
    differences = cycle_differences(one, other)
    assert [(d.point, d.plugin, d.subject, d.before, d.after) for d in differences[:2]] == [
        ("PreFilter", "PodTopologySpread", "domains", "a 1, b 1", "a 1, b 1, c 0"),
        ("PreFilter", "PodTopologySpread", "minimum", "1", "0"),
    ]
    assert [(d.point, d.plugin, d.before, d.nodes) for d in differences if d.point == "Filter"] == [
        ("Filter", "PodTopologySpread", "feasible", ("na", "nb"))
    ]
    assert (differences[-1].point, differences[-1].before, differences[-1].after) == (
        "Result",
        "na",
        "pending",
    )


def differing(before: list[Any], after: list[Any], config: Any = None) -> list[InputDifference]:
    return list(input_differences({"objects": before, "config": None}, {"objects": after, "config": config}))


def test_objects_of_one_side_come_after_fields_that_differ() -> None:
    a, b = make_node("a", zone="1"), make_node("b")
    changed = with_labels(make_node("a", zone="2"), {"disk/kind": "ssd"})
    config = {"kind": "KubeSchedulerConfiguration", "percentageOfNodesToScore": 50}
    assert differing([a, b], [changed, make_pod("p")], config=config) == [
        InputDifference("Node a", "metadata.labels.zone", "changed", "1", "2"),
        InputDifference("Node a", 'metadata.labels["disk/kind"]', "added", after="ssd"),
        InputDifference("Node b", "", "removed"),
        InputDifference("KubeSchedulerConfiguration", "", "added"),
        InputDifference("Pod default/p", "", "added"),
    ]


def test_an_item_inserted_first_does_not_shift_the_others() -> None:
    def tainted(*keys: str) -> dict[str, Any]:
        return make_node("a", taints=[{"key": key, "effect": "NoSchedule"} for key in keys])

    new = {"key": "new", "effect": "NoSchedule"}
    assert differing([tainted("x", "y")], [tainted("new", "x", "y")]) == [
        InputDifference("Node a", "spec.taints[0]", "added", after=new)
    ]
    assert differing([tainted("x", "y")], [tainted("x", "z")]) == [
        InputDifference("Node a", "spec.taints[1].key", "changed", "y", "z")
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("aaa", "aa", [("removed", "[2]")]),
        ("abab", "bab", [("removed", "[0]")]),
        ("abc", "axc", [("changed", "[1]")]),
        ("abc", "xabyc", [("added", "[0]"), ("added", "[3]")]),
        ("abc", "", [("removed", "[0]"), ("removed", "[1]"), ("removed", "[2]")]),
        ("abcd", "dabc", [("added", "[0]"), ("removed", "[3]")]),
        ("ab" * 3000, "ab" * 2999 + "b", [("removed", "[5998]")]),
    ],
)
def test_items_of_a_list_are_aligned(before: str, after: str, expected: list[tuple[str, str]]) -> None:
    one, other = (
        {"kind": "Odd", "metadata": {"name": "o"}, "items": list(items)} for items in (before, after)
    )
    assert [
        (difference.kind, difference.path.removeprefix("items")) for difference in differing([one], [other])
    ] == expected


def test_objects_of_other_kinds_may_have_any_form() -> None:
    odd = [{"kind": "Odd", "metadata": metadata} for metadata in ([1], 3, {"name": [2]}, {}, {})]
    assert [(d.object, d.kind) for d in differing(odd, [])] == [
        ("Odd", "removed"),
        ("Odd (2)", "removed"),
        ("Odd [2]", "removed"),
        ("Odd (3)", "removed"),
        ("Odd (4)", "removed"),
    ]


def test_equal_contents_have_no_differences() -> None:
    content = vector("image-locality").content()
    assert list(input_differences(content, content)) == []
