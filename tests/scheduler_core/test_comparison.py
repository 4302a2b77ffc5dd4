"""One scenario under two versions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core import Scenario
from scheduler_core.__main__ import main
from scheduler_core.comparison import compare
from tests.builders import make_node, make_pod
from tests.conformance.vectors import read


def vector(name: str) -> Scenario:
    return Scenario.from_content(read("edge-cases")[name]["scenario"])


def written(path: Path, objects: list[dict[str, Any]]) -> str:
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}), encoding="utf-8")
    return str(path)


def test_the_same_version_has_no_differences() -> None:
    assert list(compare(vector("image-locality"), "1.34", "1.34")) == []


def test_a_score_that_moves_a_pod_is_named() -> None:
    first = next(compare(vector("image-locality"), "1.27", "1.34"))
    found = {(d.subject, d.before, d.after, d.nodes) for d in first.found}
    assert first.pod == "default/p0"
    assert first.moved
    assert ("placement", "n1", "n0", ()) in found
    assert ("score ImageLocality", "10", "23", ("n0",)) in found


def test_a_change_that_is_the_same_on_all_nodes_is_left_out() -> None:
    """PodTopologySpread gives every node 100 in v1.27 where v1.34 skips it."""
    nodes = [make_node("n1"), make_node("n2")]
    scenario = Scenario.from_content({"objects": [*nodes, make_pod("p", requests={"cpu": "1"})]})
    assert list(compare(scenario, "1.27", "1.34")) == []


def test_reasons_are_compared_with_their_codes() -> None:
    objects = [make_node("n1", cpu="1"), make_pod("p", requests={"cpu": "2"})]
    (cycle,) = compare(Scenario.from_content({"objects": objects}), "1.33", "1.34")
    assert not cycle.moved
    (difference,) = cycle.found
    assert (difference.subject, difference.nodes) == ("reasons", ("n1",))
    assert difference.before.endswith("(Unschedulable)")
    assert difference.after.endswith("(UnschedulableAndUnresolvable)")


@pytest.mark.parametrize(("versions", "status"), [(("1.27", "1.34"), 1), (("1.33", "1.34"), 0)])
def test_the_command_exits_1_when_a_placement_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], versions: tuple[str, str], status: int
) -> None:
    file = written(tmp_path / "cluster.json", read("edge-cases")["image-locality"]["scenario"]["objects"])
    assert main(["compare", file, "--versions", *versions]) == status
    assert bool(capsys.readouterr().out) == bool(status)


def test_input_that_can_not_be_read_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(
        tmp_path / "cluster.json", [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}]
    )
    assert main(["compare", file, "--versions", "1.27", "1.34"]) == 2
    assert "containers" in capsys.readouterr().err
