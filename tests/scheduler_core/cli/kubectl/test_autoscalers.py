"""What the commands say of a cluster with an autoscaler: one answer, whichever is asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.__main__ import main
from tests.builders import Manifest, make_node, make_pod, with_labels

from .conftest import Recorded
from .test_not_scheduled import serve, stored

KARPENTER = {"apiVersion": "karpenter.sh/v1", "kind": "NodePool"}
LIMIT = "limit: 4 + 12 = 16 > limits.cpu 10"
TAINT = "taint nvidia.com/gpu=true:NoSchedule, which the pod does not tolerate"
BACKOFF = "backoff after a scale-up that failed: QUOTA_EXCEEDED (30 min before)"
MAXIMUM = "at maximum: 1 of 1"


def nodepool(name: str, *requirements: tuple[str, str], **spec: Any) -> Manifest:
    template = {
        "requirements": [{"key": key, "operator": "In", "values": [value]} for key, value in requirements]
    }
    taints = spec.pop("taints", [])
    return {
        **KARPENTER,
        "metadata": {"name": name},
        "spec": {**spec, "template": {"spec": {**template, "taints": taints}}},
    }


POOLS = [
    nodepool("default", ("karpenter.k8s.aws/instance-category", "m"), limits={"cpu": "10"}),
    nodepool(
        "gpu",
        ("karpenter.k8s.aws/instance-family", "g5"),
        weight=10,
        taints=[{"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}],
    ),
]
OF_POOL = {"karpenter.sh/nodepool": "default", "node.kubernetes.io/instance-type": "m5.xlarge"}
BIG = make_pod("big", requests={"cpu": "12"})


def karpenters() -> list[Manifest]:
    return [stored(with_labels(make_node("m1"), OF_POOL)), *map(stored, POOLS), stored(BIG, "default")]


STATUS = """time: 2026-11-24 20:00:00.4 +0000 UTC
nodeGroups:
- name: gpu-pool
  health: {cloudProviderTarget: 0, minSize: 0, maxSize: 4}
  scaleUp:
    status: Backoff
    backoffInfo: {errorCode: QUOTA_EXCEEDED, errorMessage: "Quota of account 4711"}
    lastTransitionTime: "2026-11-24T19:30:00Z"
- name: web
  health: {cloudProviderTarget: 1, minSize: 1, maxSize: 1}
  scaleUp: {status: NoActivity}
"""


def groups() -> list[Manifest]:
    node = with_labels(make_node("web-1"), {"cloud.google.com/gke-nodepool": "web"})
    meta = {"name": "cluster-autoscaler-status", "namespace": "kube-system"}
    told = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": {"status": STATUS}}
    return [stored(node), told, stored(BIG, "default")]


def gpu_pod() -> Manifest:
    pod = make_pod("train", requests={"nvidia.com/gpu": "1"})
    resources = pod["spec"]["containers"][0]["resources"]
    resources["limits"] = dict(resources["requests"])
    return pod


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("objects", "rows"), [(karpenters(), [LIMIT, TAINT]), (groups(), [BACKOFF, MAXIMUM])]
)
def test_all_commands_say_one_thing(
    cluster: Recorded,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    objects: list[Manifest],
    rows: list[str],
) -> None:
    serve(cluster, monkeypatch, objects)
    file = tmp_path / "more.json"
    file.write_text(json.dumps(make_pod("other", requests={"cpu": "12"})))
    for words in (
        ("why", "big", "-n", "default"),
        ("why", "-A"),
        ("whatif",),
        ("whatif", "--pod", "default/big"),
        ("fit", "--pools", "-f", str(file)),
    ):
        _, out, _ = cluster.ask(*words)
        assert [row for row in rows if row not in in_one_line(out)] == [], words
        assert "no node helps" not in out
        assert "account 4711" not in out


def test_a_group_of_a_snapshot_without_nodes_takes_the_pod(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`/snapshotz` has templates of groups at zero."""
    web = with_labels(make_node("web-1", cpu="2"), {"cloud.google.com/gke-nodepool": "web"})
    gpu = with_labels(make_node("template"), {"cloud.google.com/gke-nodepool": "gpu-pool"})
    gpu["status"]["allocatable"]["nvidia.com/gpu"] = "1"
    snapshot = {
        "NodeList": [{"Node": web, "Pods": []}],
        "TemplateNodes": {"gpu-pool": {"Node": gpu, "Pods": []}},
        "UnscheduledPodsCanBeScheduled": [],
    }
    (tmp_path / "snap.json").write_text(json.dumps(snapshot))
    (tmp_path / "pod.json").write_text(json.dumps(gpu_pod()))
    files = [str(tmp_path / "snap.json"), str(tmp_path / "pod.json")]
    main(["whatif", *files, "--pod", "default/train"], "schedscope")
    out = in_one_line(capsys.readouterr().out)
    made = "a node of gpu-pool (cpu 4, memory 8Gi, nvidia.com/gpu 1)"
    assert f"Cluster Autoscaler makes {made}, and the scheduler places the pod there." in out


def test_which_nodes_go_and_why_one_stays(cluster: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    pinned = make_pod("pinned", node="m1", requests={"cpu": "1"})
    pinned["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": "true"}
    empty = stored(with_labels(make_node("m2"), OF_POOL))
    serve(cluster, monkeypatch, [*karpenters(), empty, stored(pinned, "default")])
    _, out, _ = cluster.ask("node")
    assert "Karpenter: 1 of 2 nodes goes" in out
    assert "1. m2 goes (Emptiness)" in in_one_line(out)
    _, out, _ = cluster.ask("node", "m1")
    says = 'Pod has "karpenter.sh/do-not-disrupt" annotation (Pod=default/pinned)'
    assert f"stays: {says}" in in_one_line(out)
