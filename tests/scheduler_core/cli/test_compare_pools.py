"""`compare --pools`: what another set of NodePools changes, with exit codes for pull requests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.__main__ import main
from tests.builders import Manifest, make_pod
from tests.scheduler_core.advice.scaling.test_karpenter import LARGE, SMALL, TAINT, machines
from tests.scheduler_core.autoscaling.clusters import node, nodepool, required

CLUSTER = [
    nodepool(),
    *node("n1", LARGE),
    make_pod("p", node="n1", requests={"cpu": "2"}),
    machines(SMALL, LARGE),
]


@pytest.fixture
def compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def ask(pools: list[Manifest], *more: str) -> tuple[int, str, str]:
        for name, objects in (("cluster", CLUSTER), ("pools", pools)):
            (tmp_path / f"{name}.yaml").write_text("\n---\n".join(map(json.dumps, objects)))
        files = [str(tmp_path / "cluster.yaml"), "--pools", str(tmp_path / "pools.yaml")]
        code = main(["compare", *files, *more], "schedscope")
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return ask


def test_the_same_set_changes_nothing(compared: Any) -> None:
    code, out, _ = compared([nodepool()])
    assert code == 0
    assert out.splitlines()[:3] == [
        "before   1 node, $0.1/h: default 1",
        "after    1 node, $0.1/h: default 1",
        "no pod gets a node of another NodePool",
    ]


def test_pods_move_to_the_heavier_nodepool_at_its_price(compared: Any) -> None:
    dear = nodepool("dear", required("node.kubernetes.io/instance-type", "large"), weight=10)
    code, out, _ = compared([nodepool(), dear])
    assert code == 1
    assert "after    1 node, $0.4/h: dear 1" in out
    assert "1 pod from NodePool default to NodePool dear: default/p" in out
    assert "NodePool default makes no node for any of these pods" in out


def test_a_pod_without_a_node_has_the_reason(compared: Any) -> None:
    code, out, _ = compared([nodepool(taints=[TAINT])], "--json")
    answer = json.loads(out)
    assert (code, answer["moved"]) == (1, [{"pod": "default/p", "before": "default", "after": None}])
    assert answer["after"]["refused"] == {"default/p": "did not tolerate taint (taint=gpu=yes:NoSchedule)"}
    assert (answer["after"]["nodes"], answer["after"]["price"]) == ({}, 0)


@pytest.mark.parametrize(
    ("pools", "error"),
    [
        ([make_pod("p")], "must have a NodePool"),
        ([nodepool(weight="heavy")], "weight"),
    ],
)
def test_a_file_without_usable_nodepools_is_refused(compared: Any, pools: list[Manifest], error: str) -> None:
    code, _, err = compared(pools)
    assert code == 2
    assert error in err
