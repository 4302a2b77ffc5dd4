"""The log of a real kube-scheduler (v1.36.2, `--v=10`, six nodes, five pods) beside what is computed here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.__main__ import main

RECORDED = Path(__file__).parent / "recorded"
LOG = RECORDED / "kube-scheduler.log"
CLUSTER = str(RECORDED / "cluster.json")
VERSION = ("--kubernetes-version", "1.36.2")


def test_every_score_total_node_and_message_is_computed_alike(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare-log", str(LOG), CLUSTER, *VERSION]) == 0
    assert capsys.readouterr().out == "5 attempts, 149 lines: all as computed here\n"


def test_what_the_log_says_otherwise_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    text = LOG.read_text(encoding="utf-8")
    log.write_text(text.replace("6 Insufficient cpu", "6 Too many pods").replace(" score=615", " score=1", 1))
    assert main(["compare-log", str(log), CLUSTER, *VERSION, "-o", "json"]) == 1
    differences = json.loads(capsys.readouterr().out)["differences"]
    assert [(one["line"], one["node"], one["log"], one["here"]) for one in differences[:1]] == [
        ("total", "node-0005", 1, 615)
    ]
    assert differences[1]["log"].startswith("0/6 nodes are available: 6 Too many pods.")
    assert differences[1]["here"].startswith("0/6 nodes are available: 6 Insufficient cpu.")
    main(["compare-log", str(log), CLUSTER, *VERSION])
    assert "attempt 1: total node-0005: 1 in the log, 615 here" in capsys.readouterr().out


def test_a_file_without_attempts_is_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    log.write_text("nothing\n")
    assert main(["compare-log", str(log), CLUSTER]) == 2
    assert "has no attempt to schedule a pod: start kube-scheduler with --v=10" in capsys.readouterr().err
