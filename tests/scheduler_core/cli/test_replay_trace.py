"""`replay-trace`: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.__main__ import main

FOLDER = Path(__file__).parents[1] / "simulation" / "histories"
PODS, NODES = str(FOLDER / "pods.csv"), str(FOLDER / "nodes.csv")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["replay-trace", *arguments]) == 0
    return capsys.readouterr().out


def test_the_table_has_a_column_per_configuration_and_the_recording(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(
        capsys, PODS, NODES, "--config", "LeastAllocated", "--config", "MostAllocated"
    ).splitlines()
    assert lines[0] == "3 nodes with 4 GPUs, 10 pods in 6 classes over 2.0 days, Kubernetes v1.36.2"
    table = [line.split("  ") for line in lines[2:]]
    cells = {row[0]: [cell.strip() for cell in row[1:] if cell.strip()] for row in table}
    assert cells[""] == ["LeastAllocated", "MostAllocated", "recorded"]
    assert cells["placed"] == ["9", "9", "9"]
    assert cells["wait, longest"] == ["90,590 s", "90,590 s", "47,500 s"]
    assert cells["GPU shares without a device"] == ["1", "1"]
    assert cells["gpu requested, peak"] == ["95.0 %", "95.0 %"]


def test_skipped_rows_and_columns_not_read_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pods = tmp_path / "pods.csv"
    pods.write_text("name,cpu_milli,memory_mib,creation_time,team\na,1,1,1,x\na,1,1,2,x\nb,1,1,,x\n")
    lines = printed(capsys, str(pods), NODES).splitlines()
    assert lines[1:4] == [
        "1 row of pods.csv skipped, of a pod that is already there: a (line 3)",
        "1 row of pods.csv skipped, without a creation time: b (line 4)",
        "columns not read: team",
    ]


def test_json_has_the_history_and_its_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n")
    answer = json.loads(
        printed(
            capsys,
            PODS,
            NODES,
            "--config",
            str(config),
            "--kubernetes-version",
            "1.34",
            "--output",
            "json",
        )
    )
    assert answer["kubernetes_version"] == "v1.34.1"
    assert [run["configuration"] for run in answer["runs"]] == [str(config)]
    assert list(answer["figures"]) == ["use", "pending", "waits", "against"]


def test_the_page_is_one_file_with_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, PODS, NODES, "--output", "html")
    head, _, rest = page.partition('<script type="application/json" id="figures">')
    for name in ("use", "pending", "waits", "against"):
        assert f'<div id="{name}"></div>' in head
    assert "GPU shares without a device" in head
    assert "Plotly.newPlot" in rest
    assert 'src="' not in head


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            [NODES, NODES],
            "nodes.csv: must have the columns name, cpu_milli, memory_mib, creation_time; has sn, cpu_milli, "
            "memory_mib, gpu, model: add name, creation_time (line 1)",
        ),
        (
            [PODS, NODES, "--config", "default", "--config", "default"],
            "--config: must be given at most 4 times, each with another value",
        ),
        ([PODS, "missing.csv"], "[Errno 2] No such file or directory: 'missing.csv'"),
    ],
)
def test_an_error_ends_with_2(capsys: pytest.CaptureFixture[str], arguments: list[str], error: str) -> None:
    assert main(["replay-trace", *arguments]) == 2
    assert capsys.readouterr().err.strip() == error
