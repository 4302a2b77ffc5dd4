"""`play`: verdicts, ends and expectations as text, JSON and JUnit, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from scheduler_core.__main__ import main
from tests.scheduler_core.simulation.daytwo.clusters import HOSTNAME, apart, node, spread, workload

THREE = [node(f"n{i}") for i in (1, 2, 3)]
ROLLOUT = {"steps": [{"rollout": "web", "image": "web:1.5"}]}
EVEN = [*THREE, workload(replicas=5, pod=spread(HOSTNAME)), ROLLOUT]
HANGING = [*THREE, workload(pod=apart()), ROLLOUT]


def run(folder: Path, documents: list[dict[str, Any]], *options: str) -> int:
    file = folder / "input.json"
    file.write_text(json.dumps(documents))
    return main(["play", str(file), "--disable-admission", "*", *options])


def test_verdicts_after_each_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, EVEN) == 0
    web = "Deployment default/web"
    assert capsys.readouterr().out.splitlines() == [
        "0:00 start",
        f"  {web} finishes after 7.577 s",
        f"  {web} skew over {HOSTNAME} 0 before, 1 at worst, 1 after (maxSkew 1): within maxSkew throughout "
        "(n1=2, n2=2, n3=1)",
        "0:08 step 1: rollout (workload Deployment default/web, image web:1.5)",
        f"  {web} finishes after 12.784 s",
        f"  {web} skew over {HOSTNAME} 1 before, 1 at worst, 1 after (maxSkew 1): within maxSkew throughout "
        "(n1=2, n2=2, n3=1)",
        f"  {web} keeps 4 available or more",
        "0:20 the end",
    ]


def test_a_stuck_workload_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, HANGING) == 1
    stuck = (
        "Deployment default/web stuck, 1 pod pending: surge deadlock (replicas 3, key kubernetes.io/hostname"
    )
    assert stuck in capsys.readouterr().out


@pytest.mark.parametrize(("version", "first"), [("1.36", 1), ("1.36+fair-ties", 3)])
def test_ends_of_seeds(tmp_path: Path, capsys: pytest.CaptureFixture[str], version: str, first: int) -> None:
    options = ("--seeds", "4", "--by", HOSTNAME, "--kubernetes-version", version)
    assert run(tmp_path, EVEN, *options) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index(f"4 seeds over {HOSTNAME} (n1, n2, n3):")
    assert lines[at + 1].endswith(f"first with seed {first}")
    assert sum(float(line.split("%")[0]) for line in lines[at + 1 :]) == 100


def test_all_of_it_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, [*EVEN, {"expect": [{"heals": "web"}]}], "--output", "json", "--seeds", "2") == 0
    answer = json.loads(capsys.readouterr().out)
    assert [verdict["action"] for verdict in answer["verdicts"]] == [0, 1]
    assert answer["timeline"]["seed"] == 1
    assert answer["ends"]["seeds"] == 2
    assert [expectation["holds"] for expectation in answer["expectations"]] == [True]


def test_expectations_decide_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A workload that is stuck as expected is no failure."""
    assert run(tmp_path, [*HANGING, {"expect": [{"stuck": "web"}]}]) == 0
    report = tmp_path / "report.xml"
    failing = {"expect": [{"stuck": "web"}, {"finishes": "web", "after": "rollout"}]}
    assert run(tmp_path, [*HANGING, failing], "--junit", str(report)) == 1
    assert "1 of 2 expectations hold" in capsys.readouterr().out
    cases = ElementTree.parse(report).findall(".//testcase")
    assert [case.get("name") for case in cases] == ["web stuck", "web finishes after rollout"]
    assert [case.find("failure") is None for case in cases] == [True, False]


# What is wrong, the documents, the options, and what is said.
REFUSED: dict[str, tuple[list[dict[str, Any]], list[str], str]] = {
    "no steps": (THREE, [], "steps: must be present"),
    "too many seeds": (EVEN, ["--seeds", "10001"], "--seeds: must be from 0 to 10,000, got 10001"),
    "no fact of the play": (
        [*EVEN, {"expect": [{"pod": "p", "node": "n1"}]}],
        ["--junit", "report.xml"],
        "expect: must state at least one fact of the play",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_played(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents, options, message = REFUSED[case]
    assert run(tmp_path, documents, *options) == 2
    assert message in capsys.readouterr().err


def test_simulate_says_that_it_leaves_facts_of_the_play_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "input.json"
    file.write_text(json.dumps([*EVEN, {"expect": [{"heals": "web"}]}]))
    assert main(["simulate", str(file)]) == 0
    assert "not checked: 1 expectation of the steps: see play" in capsys.readouterr().err
