"""`repro`: what is written, and what its script makes of the answers of a cluster."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from scheduler_core.__main__ import main

# Answers from files named after the pod; keeps its calls, and what it is to create from stdin.
KUBECTL = """#!/bin/sh
printf '%s\\n' "$*" >>calls
case "$1 $2" in
"get nodes") cat nodes ;;
"get pod") cat "$3.node" ;;
"get events") name=${6#*involvedObject.name=}; cat "${name%%,*}.events" ;;
"create --filename") if [ "$3" = - ]; then cat >moved.yaml <&3; fi ;;
esac 3<&0 2>/dev/null
:
"""


def node(name: str, cpu: str, **spec: Any) -> dict[str, Any]:
    status = {"allocatable": {"cpu": cpu, "pods": "10"}}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}, "spec": spec, "status": status}


def pod(name: str, cpu: str, **spec: Any) -> dict[str, Any]:
    meta = {"name": name, "namespace": "shop", "uid": "1", "ownerReferences": [{"kind": "Job", "name": "j"}]}
    container = {"name": "c", "resources": {"requests": {"cpu": cpu}}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": {"containers": [container], **spec}}


OBJECTS = [
    node("a", "4"),
    node("b", "4"),
    pod("old", "1", nodeName="a", priority=7),
    pod("same", "3"),
    pod("tie", "1", nodeSelector={}),
    pod("big", "9"),
    {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "kubernetes"}, "spec": {"ports": [{}]}},
    {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "x"}, "spec": {}},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "cluster.json"
    source.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": OBJECTS}))
    assert main(["repro", str(source), "--kwok", str(tmp_path / "repro"), "--seed", "1"]) == 0
    return tmp_path / "repro"


def written(path: Path) -> list[dict[str, Any]]:
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def test_objects_are_those_that_an_empty_cluster_takes(folder: Path) -> None:
    bound = written(folder / "7-bound-pods.yaml")[0]
    assert bound["metadata"] == {"name": "old", "namespace": "shop"}
    assert (bound["spec"]["priorityClassName"], bound["spec"]["nodeName"]) == ("reproduction-7", "a")
    assert [(c["metadata"]["name"], c["value"]) for c in written(folder / "2-classes.yaml")] == [
        ("reproduction-7", 7)
    ]
    assert [n["metadata"]["name"] for n in written(folder / "1-namespaces.yaml")] == ["shop", "default"]
    assert [n["status"]["conditions"][0]["status"] for n in written(folder / "5-nodes.yaml")] == ["True"] * 2
    assert written(folder / "6-services.yaml") == []
    assert written(folder / "scheduler.yaml")[0]["kind"] == "KubeSchedulerConfiguration"
    assert "* Left out: 1 PodDisruptionBudget." in (folder / "README.md").read_text()
    assert sorted(path.name[6:] for path in (folder / "pods").iterdir()) == [
        "big.yaml",
        "same.yaml",
        "tie.yaml",
    ]


def test_a_folder_with_files_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repro", str(folder.parent / "cluster.json"), "--kwok", str(folder)]) == 2
    assert "--kwok: must be a new or empty folder" in capsys.readouterr().err


class Cluster:
    """A folder with the answers of a cluster in which everything is as was computed."""

    def __init__(self, repro: Path) -> None:
        self.repro, self.folder = repro, repro.parent / "answers"
        self.folder.mkdir()
        (self.folder / "kubectl").write_text(KUBECTL)
        (self.folder / "kubectl").chmod(0o755)
        (self.folder / "nodes").touch()
        lines = (repro / "expected.tsv").read_text().splitlines()
        for _, _, name, outcome, answer, _ in (line.split("\t") for line in lines):
            (self.folder / f"{name}.{'node' if outcome == 'node' else 'events'}").write_text(answer)

    def compare(self) -> tuple[int, list[str]]:
        environment = {**os.environ, "KUBECTL": "./kubectl", "PATIENCE": "0"}
        command = ["sh", str(self.repro / "repro.sh"), "--context", "it's"]
        ended = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        return ended.returncode, (ended.stdout + ended.stderr).splitlines()


def test_the_script_compares_attempts(folder: Path) -> None:
    cluster = Cluster(folder)
    code, lines = cluster.compare()
    assert (code, lines[-1]) == (0, "3 of 3 attempts are as computed")
    calls = (cluster.folder / "calls").read_text().splitlines()
    assert all(call.endswith("--context it's") for call in calls), "options are handed on to kubectl"
    created = [Path(call.split()[2]).name for call in calls if call.startswith("create")]
    assert created[:3] == ["2-classes.yaml", "5-nodes.yaml", "7-bound-pods.yaml"]
    assert [name[6:] for name in created[3:]] == ["same.yaml", "tie.yaml", "big.yaml"]

    (cluster.folder / "same.node").write_text("a")
    (cluster.folder / "big.events").write_text("0/2 nodes are available: 2 Too many pods.\n")
    code, lines = cluster.compare()
    assert (code, lines[-1]) == (1, "1 of 3 attempts are as computed")
    assert "! shop/same is on a; computed: b" in lines
    assert "    0/2 nodes are available: 2 Too many pods." in lines

    (cluster.folder / "nodes").write_text("node/kind-control-plane\n")
    code, lines = cluster.compare()
    assert (code, lines[0][:35]) == (2, "the cluster has nodes of its own, w")


def test_another_draw_is_moved_to_the_computed_node(folder: Path) -> None:
    cluster = Cluster(folder)
    expected = folder / "expected.tsv"
    expected.write_text(expected.read_text().replace("\tnode\tb\tb\n", "\tnode\tb\ta,b\n", 1))
    (cluster.folder / "same.node").write_text("a")
    code, lines = cluster.compare()
    assert (code, lines[0]) == (0, "= shop/same is on a, which ties with b; moved there")
    moved = yaml.safe_load((cluster.folder / "moved.yaml").read_text())
    assert (moved["metadata"]["name"], moved["spec"]["nodeName"]) == ("same", "b")
