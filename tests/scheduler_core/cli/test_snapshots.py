"""Snapshots of other programs are read by every command that reads files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.__main__ import main

# As Go writes them: without kind and apiVersion, with empty structs and null.
NODE = {
    "metadata": {"name": "n1", "creationTimestamp": "2026-08-01T10:00:00Z", "labels": {"pool": "a"}},
    "spec": {},
    "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}, "nodeInfo": {"machineID": ""}},
}


def pod(name: str, cpu: str, **spec: Any) -> dict[str, Any]:
    container = {"name": "c", "image": "x", "resources": {"requests": {"cpu": cpu}}}
    meta = {"name": name, "namespace": "shop", "creationTimestamp": None}
    return {"metadata": meta, "spec": {"containers": [container], **spec}, "status": {"phase": "Pending"}}


RUNNING, WAITING = pod("running", "3", nodeName="n1"), pod("waiting", "2")


def of_autoscaler(running: dict[str, Any], **more: Any) -> str:
    return json.dumps(
        {
            "NodeList": [{"Node": NODE, "Pods": [running]}],
            "UnscheduledPodsCanBeScheduled": [WAITING],
            "StartTimestamp": "2026-08-01T10:00:00Z",
            "EndTimestamp": "2026-08-01T10:00:01Z",
            "TemplateNodes": {"pool-b": {"Node": {**NODE, "metadata": {"name": "template"}}, "Pods": None}},
            **more,
        }
    )


def of_kai() -> str:
    raw = {
        "pods": [RUNNING, WAITING],
        "nodes": [NODE],
        "queues": [{"metadata": {"name": "q"}}],
        "topologies": None,
    }
    params = {"schedulerName": "kai-scheduler"}
    return json.dumps({"config": {"actions": "allocate"}, "schedulerParams": params, "rawObjects": raw})


@pytest.mark.parametrize(
    ("text", "program"),
    [
        (of_autoscaler(RUNNING), "3 objects of Cluster Autoscaler's snapshot, which has no pods that need"),
        (of_autoscaler({"Pod": RUNNING, "RequiredAffinityTerms": None}), "3 objects of Cluster Autoscaler's"),
        (of_kai(), "4 objects of KAI-Scheduler's snapshot, which has no volumes, services and namespaces"),
    ],
)
def test_a_snapshot_is_read_as_its_objects(
    text: str, program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "snapshotz.json"
    file.write_text(text)
    assert main(["simulate", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("shop/waiting pending: 0/1 nodes are available: 1 Insufficient cpu.")
    assert f"{file}: {program}" in printed.err


def test_the_archive_of_kai_is_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "snapshot.gzip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("snapshot.json", of_kai())
    assert main(["simulate", str(file)]) == 1
    assert "shop/waiting pending: 0/1 nodes" in capsys.readouterr().out
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("pods.json", "{}")
    assert main(["simulate", str(file)]) == 2
    assert "an archive must be a snapshot of KAI-Scheduler, with snapshot.json" in capsys.readouterr().err


def test_a_snapshot_that_failed_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "snapshotz.json"
    file.write_text(of_autoscaler(RUNNING, NodeList=None, Error="timed out"))
    assert main(["simulate", str(file)]) == 2
    assert "Error" in (said := capsys.readouterr().err)
    assert "must be absent, ask again: timed out" in said
