"""`explain`: why pods are pending, for other programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from scheduler_core.__main__ import main
from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.advice.explanation.test_explanation import VALIDATOR


@pytest.fixture
def cluster(tmp_path: Path) -> str:
    return written(
        tmp_path,
        make_pod("big", requests={"cpu": "6"}),
        make_pod("small"),
        make_pod("huge", requests={"cpu": "9"}),
    )


def written(folder: Path, *pods: Manifest) -> str:
    path = folder / "cluster.yaml"
    path.write_text(yaml.safe_dump_all([make_node("n1"), *pods]), encoding="utf-8")
    return str(path)


def test_one_pod_is_one_document(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", cluster, "--pod", "big"]) == 1
    explained = json.loads(capsys.readouterr().out)
    VALIDATOR.validate(explained)
    assert (explained["pod"]["name"], explained["repairs"]) == ("big", None)
    assert main(["explain", cluster, "--pod", "default/small"]) == 0


def test_every_pending_pod_is_a_line(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", cluster]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["pod"]["name"] for line in lines] == ["big", "huge"]
    for line in lines:
        VALIDATOR.validate(line)


def test_repairs_come_when_they_are_asked_for(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", cluster, "--pod", "default/big", "--repairs"])
    repairs = json.loads(capsys.readouterr().out)["repairs"]
    assert repairs["complete"]
    assert all(repair["verified"]["cycle"] for repair in repairs["found"])


def test_nothing_pending_is_no_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", written(tmp_path, make_pod("small"))]) == 0
    assert capsys.readouterr().out == ""


def test_an_unknown_pod_is_refused(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", cluster, "--pod", "nobody"]) == 2
    assert "Pod default/nobody: is not in the input" in capsys.readouterr().err
