"""Flip lines are where the winner of one decision changes with the weights."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import Scenario, Sweep, read_sweep
from scheduler_core.advice.sweeps.contract import SweepFlips
from scheduler_core.advice.sweeps.flips import Plane, envelope
from tests.builders import make_node, make_pod, with_spec


def flips_of(objects: list[Any], x: str, y: str, most: int = 6) -> SweepFlips:
    specification: dict[str, Any] = {"kind": "weights", "pod": "p"}
    for axis, plugin in (("x", x), ("y", y)):
        specification[axis] = {"setting": f"weight/{plugin}", "values": [*range(most + 1)]}
    scenario = Scenario.from_content({"objects": objects, "config": None})
    swept = Sweep([scenario], read_sweep(specification))
    return swept.result(swept.evaluate(0, 0))["flips"]


PLANES = st.lists(
    st.tuples(st.integers(0, 300), st.integers(0, 100), st.integers(0, 100)),
    min_size=1,
    max_size=8,
    unique=True,
)


@settings(max_examples=60)
@given(PLANES)
def test_each_whole_weight_is_in_the_regions_of_its_winners(values: list[tuple[int, int, int]]) -> None:
    planes = [Plane(c, (a, b), (f"n{i}",)) for i, (c, a, b) in enumerate(values)]
    regions = envelope(planes, [(0, 4), (0, 4)])
    assert sum(map(area, (shape for _, shape in regions))) == 16
    for x, y in product(range(5), repeat=2):
        top = max(plane.at((x, y)) for plane in planes)
        for plane, shape in regions:
            assert not contains(shape, (Fraction(x), Fraction(y))) or plane.at((x, y)) == top


def area(shape: list[tuple[Fraction, ...]]) -> Fraction:
    pairs = zip(shape, [*shape[1:], shape[0]], strict=True)
    return sum((p[0] * q[1] - q[0] * p[1] for p, q in pairs), Fraction(0)) / 2


def contains(shape: list[tuple[Fraction, ...]], point: tuple[Fraction, ...]) -> bool:
    sides = zip(shape, [*shape[1:], shape[0]], strict=True)
    return all((q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0]) >= 0 for p, q in sides)


def preferring(pod: dict[str, Any], name: str) -> dict[str, Any]:
    expressions = [{"key": "kubernetes.io/hostname", "operator": "In", "values": [name]}]
    preference = [{"weight": 1, "preference": {"matchExpressions": expressions}}]
    return with_spec(
        pod, affinity={"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preference}}
    )


def test_lines_regions_and_the_nearest_flip() -> None:
    nodes = [make_node("empty"), make_node("wanted")]
    full = make_pod("full", node="wanted", requests={"cpu": "3", "memory": "6Gi"})
    pod = preferring(make_pod("p", requests={"cpu": "100m", "memory": "200Mi"}), "wanted")
    flips = flips_of([*nodes, full, pod], "NodeResourcesFit", "NodeAffinity")
    assert flips["present"] == [1, 2]
    assert flips["winners"] == ["wanted"]
    assert flips["runner_up"] == ["empty"]
    assert flips["totals"][0] > flips["totals"][1]
    assert sorted(nodes[0] for nodes in (region["nodes"] for region in flips["regions"])) == [
        "empty",
        "wanted",
    ]
    for region, total in zip(flips["regions"], sorted(flips["totals"]), strict=True):
        constant, *slopes = region["total"]
        assert constant + sum(s * w for s, w in zip(slopes, flips["present"], strict=True)) == total
    [line] = flips["lines"]
    assert {*map(tuple, line["nodes"])} == {("empty",), ("wanted",)}
    nearest = flips["nearest"]
    assert nearest is not None
    assert (nearest["axis"], nearest["weight"], nearest["nodes"]) == ("y", 0, ["empty"])
    assert 0 < nearest["boundary"] < 1


def test_a_disabled_plugin_is_scored_for_the_lines() -> None:
    nodes = [make_node("a"), make_node("b")]
    pod = preferring(make_pod("p"), "b")
    scores = {"score": {"disabled": [{"name": "NodeAffinity"}]}}
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [{"schedulerName": "default-scheduler", "plugins": scores}],
    }
    scenario = Scenario.from_content({"objects": [*nodes, pod], "config": config})
    x = {"setting": "weight/NodeAffinity", "values": [0, 2]}
    swept = Sweep([scenario], read_sweep({"kind": "weights", "x": x, "pod": "p"}))
    flips = swept.result(swept.evaluate(0, 0))["flips"]
    assert (flips["present"], flips["winners"]) == ([0], ["a", "b"])
    assert [region["nodes"] for region in flips["regions"]] == [["b"]]
    assert flips["nearest"] is None


def test_with_one_weight_a_flip_is_a_point() -> None:
    nodes = [make_node("empty"), make_node("wanted")]
    full = make_pod("full", node="wanted", requests={"cpu": "2", "memory": "4Gi"})
    pod = preferring(make_pod("p", requests={"cpu": "100m", "memory": "200Mi"}), "wanted")
    x = {"setting": "weight/NodeResourcesFit", "values": [0, 9]}
    scenario = Scenario.from_content({"objects": [*nodes, full, pod], "config": None})
    swept = Sweep([scenario], read_sweep({"kind": "weights", "x": x, "pod": "p"}))
    flips = swept.result(swept.evaluate(0, 0))["flips"]
    [line] = flips["lines"]
    assert line["points"][0] == line["points"][1]
    [boundary] = line["points"][0]
    nearest = flips["nearest"]
    assert nearest is not None
    assert nearest["boundary"] == boundary
    assert nearest["weight"] == int(boundary) + 1
