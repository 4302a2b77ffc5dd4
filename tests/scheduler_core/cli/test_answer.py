"""The end of `simulate`: pending pods by cause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.__main__ import main
from scheduler_core.cli.answer import amount, quantity
from tests.builders import Manifest, make_node, make_pod, spread, with_spec, with_status


def simulated(path: Path, capsys: pytest.CaptureFixture[str], *objects: Manifest) -> list[str]:
    file = path / "dump.json"
    file.write_text(json.dumps({"kind": "List", "items": objects}))
    main(["simulate", str(file)])
    return capsys.readouterr().out.splitlines()


def test_the_answer_follows_the_lines_per_pod(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nodes = [make_node("n1", cpu="4", pool="a"), make_node("n2", cpu="1", pool="b")]
    huge = [make_pod(f"huge-{i}", requests={"cpu": "3500m"}) for i in range(2)]
    picky = with_spec(make_pod("picky"), nodeSelector={"pool": "xl"})
    lines = simulated(tmp_path, capsys, *nodes, make_pod("r", node="n1", requests={"cpu": "1"}), *huge, picky)
    assert [line.partition(" pending: ")[0] for line in lines[:4]] == [
        "default/huge-0",
        "default/huge-1",
        "default/picky",
        "",
    ]
    assert lines[4:] == [
        "3 pending, 2 causes",
        "",
        "2 pods: huge-0 and 1 like it need more cpu than any eligible node has free",
        "  huge-0, huge-1 in namespace default",
        "    needs 3.5 cores; 4 cores free on 2 nodes, the largest piece is 3 cores on n1",
        "    nearest: n1 (short of 500m cpu), n2 (short of 2.5 cores)",
        "",
        "1 pod: picky requires nodes with pool=xl, but there are none",
        "  picky in namespace default",
        "    pool of the nodes: a (1), b (1)",
        "    nearest: n1, n2",
    ]


def test_one_pod_has_one_cause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(tmp_path, capsys, make_node("n1"), make_pod("p", requests={"cpu": "9"}))
    assert lines[2] == "1 pending, 1 cause"
    assert lines[-2] == "    needs 9 cores; the largest node has 4 cores"


def test_nothing_is_added_if_no_pod_is_pending(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulated(tmp_path, capsys, make_node("n1"), make_pod("p")) == ["default/p -> n1"]


def test_a_domain_that_never_takes_the_pod_and_differences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taint = {"key": "gpu", "effect": "NoSchedule"}
    nodes = [make_node("n1", zone="a"), make_node("n2", zone="b", taints=[taint])]
    web = [
        with_status(make_pod(f"web-{i}", spread=[spread("zone")], app="web"), phase="Pending") for i in (1, 2)
    ]
    lines = simulated(tmp_path, capsys, *nodes, *web)
    assert lines[3:] == [
        "1 pending, 1 cause",
        "",
        "1 pod: web-2 would exceed maxSkew over zone on every node with room",
        "  web-2 in namespace default",
        "    maxSkew 1 over zone: a 1, b 0 (counted, but can never run this pod)",
        "    nearest: n1 (the spread over zone would exceed maxSkew)",
        "",
        "pending in the dump, placed here: web-1 in namespace default",
        "not in the dump, and may decide: KubeSchedulerConfiguration",
    ]


def test_amounts_are_in_the_units_of_readers() -> None:
    assert [amount(value, "milli") for value in (630, 1820, 14_000)] == ["630m", "1.82 cores", "14 cores"]
    assert [amount(value, "bytes") for value in (2**30 * 3 // 2, 2**20)] == ["1.5 GiB", "1 MiB"]
    assert quantity(2, "nvidia.com/gpu", "count") == "2 nvidia.com/gpu"
    assert quantity(2**30, "memory", "bytes") == "1 GiB of memory"
