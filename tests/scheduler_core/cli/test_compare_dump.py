"""`compare-dump`: the dump of a real kube-scheduler (v1.36.2) beside the objects of its API server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.__main__ import main

LOG = """\
I1123 18:49:40.000000   18659 server.go:1] "Starting"
I1123 18:49:48.074162   18659 dumper.go:52] "Dump of cached NodeInfo" nodes=<
	Node name: gpu-1
	Deleted: false
	Requested Resources: &{MilliCPU:1000 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 \
ScalarResources:map[nvidia.com/gpu:1]}
	Allocatable Resources:&{MilliCPU:4000 Memory:8589934592 EphemeralStorage:0 AllowedPodNumber:10 \
ScalarResources:map[hugepages-2Mi:4194304 nvidia.com/gpu:2]}
	Scheduled Pods(number: 1):
	name: g, namespace: default, uid: f360f83a-d052-4f44-80eb-c9fa8c914fd0, phase: Running, nominated node: 
	Nominated Pods(number: 1):
	name: big, namespace: default, uid: fd1a5f66-6cb3-4dd4-a8a0-47c9c0e12f9a, phase: Pending, nominated node: gpu-1
	
	
	Node name: node-0002
	Deleted: true
	Requested Resources: &{MilliCPU:0 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[]}
	Allocatable Resources:&{MilliCPU:0 Memory:0 EphemeralStorage:0 AllowedPodNumber:0 ScalarResources:map[]}
	Scheduled Pods(number: 0):
 >
I1123 18:49:48.074181   18659 dumper.go:62] "Dump of scheduling queue" \
summary="activeQ:0; backoffQ:0; unschedulablePods:1" pods=<
	name: big, namespace: default, uid: fd1a5f66-6cb3-4dd4-a8a0-47c9c0e12f9a, phase: Pending, nominated node: gpu-1
 >
"""  # noqa: W291, W293 (as kube-scheduler writes them)


def pod(name: str, **spec: Any) -> dict[str, Any]:
    container = {"name": "c", "resources": {"limits": {"cpu": "1", "nvidia.com/gpu": "1"}}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name},
        "spec": {"containers": [container], **spec},
    }


AMOUNTS = {"cpu": "4", "memory": "8Gi", "pods": "10", "hugepages-2Mi": "4Mi", "nvidia.com/gpu": "2"}
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "gpu-1"}, "status": {"allocatable": AMOUNTS}}
OBJECTS = [NODE, pod("g", nodeName="gpu-1"), pod("big"), pod("other", schedulerName="other")]


def ask(folder: Path, objects: list[dict[str, Any]], *options: str, log: str = LOG) -> int:
    (folder / "log").write_text(log)
    (folder / "objects.json").write_text(json.dumps({"kind": "List", "items": objects}))
    return main(["compare-dump", str(folder / "log"), str(folder / "objects.json"), *options])


def test_what_the_scheduler_knows_is_as_in_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(tmp_path, OBJECTS) == 0
    assert capsys.readouterr().out == (
        "2 nodes in the scheduler's cache, 1 pod on them, 1 waiting: all as in the files\n"
    )


def test_what_it_knows_otherwise_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    smaller = {**NODE, "status": {"allocatable": {**AMOUNTS, "nvidia.com/gpu": "1"}}}
    new = {**NODE, "metadata": {"name": "new"}}
    objects = [smaller, new, pod("g"), pod("big", nodeName="gpu-1"), pod("more", nodeName="new")]
    assert ask(tmp_path, objects) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  gpu-1: nvidia.com/gpu allocatable 2 for the scheduler, 1 in the files",
        "  new: a node in the files alone",
        "  default/big: on no node for the scheduler, on gpu-1 in the files",
        "  default/g: on gpu-1 for the scheduler, on no node in the files",
        "  default/more: on no node for the scheduler, on new in the files",
        "  default/big: waits for the scheduler alone",
        "  default/g: waits in the files alone",
    ]
    assert ask(tmp_path, objects, "-o", "json") == 1
    assert len(json.loads(capsys.readouterr().out)["differences"]) == 7


def test_the_last_dump_counts_and_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(tmp_path, OBJECTS, log=LOG.replace("gpu-1", "gone") + LOG) == 0
    capsys.readouterr()
    assert ask(tmp_path, OBJECTS, log="I1123 18:49:40.000000   18659 server.go:1] Starting\n") == 2
    assert "has no dump: send SIGUSR2 to kube-scheduler" in capsys.readouterr().err
