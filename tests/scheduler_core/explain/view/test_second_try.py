"""A running pod is tried again as if it were pending, with all other pods where they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core import InvalidInput, Scenario, as_pending, second_try
from scheduler_core.__main__ import main
from tests.builders import Manifest, make_node, make_pod

BIG = {"cpu": "3"}
RUNNING = make_pod("web", node="n1", requests={"cpu": "1"})
OBJECTS: list[Manifest] = [
    make_node("n1"),
    make_node("n2"),
    RUNNING,
    make_pod("neighbour", node="n1", requests={"cpu": "2"}),
    make_pod("waiting", requests=BIG),
]


def scenario(*objects: Manifest) -> Scenario:
    return Scenario.from_content({"objects": list(objects), "config": None})


def test_the_pod_goes_to_the_node_that_is_best_today() -> None:
    again = second_try(scenario(*OBJECTS), "default/web")
    assert (again["runs_on"], again["node"], again["rejected"]) == ("n1", "n2", None)
    assert (again["rank"], again["feasible"], again["nodes"]) == (2, 2, 2)
    assert again["total"] is not None
    assert again["best_total"] is not None
    assert again["total"] < again["best_total"]
    worst = again["points"][0]
    assert worst["plugin"].startswith("NodeResources")
    assert sum(row["best"] - row["here"] for row in again["points"]) == again["best_total"] - again["total"]


def test_a_node_that_would_not_take_it_now_says_why() -> None:
    tainted = make_node("n1")
    tainted["spec"] = {"taints": [{"key": "gone", "effect": "NoSchedule"}]}
    again = second_try(scenario(tainted, *OBJECTS[1:]), "default/web")
    assert again["rejected"] == {
        "plugin": "TaintToleration",
        "reasons": ["node(s) had untolerated taint {gone: }"],
    }
    assert again["rank"] is None


def test_its_own_place_is_free() -> None:
    alone = [make_node("n1"), make_pod("web", node="n1", requests=BIG)]
    assert second_try(scenario(*alone), "default/web")["node"] == "n1"
    pending = as_pending(scenario(*alone), "default/web")
    assert pending.summary() == {"nodes": 1, "pods": 1, "pending": 1}


@pytest.mark.parametrize(
    ("pod", "message"), [("default/waiting", "is pending already"), ("default/nobody", "is not in the input")]
)
def test_a_pod_that_does_not_run_is_refused(pod: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        second_try(scenario(*OBJECTS), pod)


def test_the_command_prints_the_result_and_how_its_node_compares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cluster.json"
    file.write_text(json.dumps(OBJECTS))
    assert main(["simulate", str(file), "--as-pending", "web"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "default/web -> n2"
    assert out[2] == "default/web runs on n1 and would get n2 now; 2 of 2 nodes fit"
    assert "rank 2" in out[3]
    assert main(["simulate", str(file), "--as-pending", "nobody"]) == 2
