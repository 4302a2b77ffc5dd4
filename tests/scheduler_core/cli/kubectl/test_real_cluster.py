"""`why` and `repro` against a real API server and scheduler, where there are some: CONTROL_PLANE names the program.

It is a program that starts them with made-up kubelets: `PROGRAM --folder DIR --nodes 6 --fast`, which prints
`ready: KUBECONFIG=…` when they answer.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.__main__ import main
from tests.builders import make_deployment
from tests.services.waiting import wait_for

from .fake_kubectl import RECORDED

PROGRAM = os.environ.get("CONTROL_PLANE", "")
pytestmark = pytest.mark.skipif(
    not PROGRAM or shutil.which("kubectl") is None, reason="there is no real control plane, or no kubectl"
)
PORT = "19443"


def container(cpu: str) -> list[dict[str, Any]]:
    return [{"name": "c", "image": "x", "resources": {"requests": {"cpu": cpu}}}]


@contextmanager
def control_plane(folder: Path, nodes: int) -> Iterator[str]:
    """Yield the kubeconfig of a new cluster."""
    command = [
        sys.executable,
        PROGRAM,
        "--folder",
        str(folder),
        "--port",
        PORT,
        "--nodes",
        str(nodes),
        "--fast",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready: ")
        yield str(folder / "kubeconfig")
        process.terminate()


def kubectl(kubeconfig: str, *arguments: str, text: str | None = None) -> str:
    command = ["kubectl", f"--kubeconfig={kubeconfig}", *arguments]
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def events(kubeconfig: str) -> dict[str, str]:
    """Return the scheduler's last message about each pod that waits."""
    found = json.loads(kubectl(kubeconfig, "get", "events", "-o", "json"))["items"]
    failed = [event for event in found if event["reason"] == "FailedScheduling"]
    return {event["involvedObject"]["name"]: event["message"] for event in failed}


@pytest.fixture
def kubeconfig(tmp_path: Path) -> Iterator[str]:
    with control_plane(tmp_path, 6) as path:
        yield path


def test_messages_are_those_of_the_real_events(kubeconfig: str, capsys: pytest.CaptureFixture[str]) -> None:
    objects = [
        make_deployment("api", 3, {"nodeSelector": {"pool": "memory-xl"}, "containers": container("1")}),
        make_deployment("train", 2, {"containers": container("20")}),
    ]
    kubectl(
        kubeconfig,
        "apply",
        "-f",
        "-",
        text=json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}),
    )
    wait_for(lambda: len(events(kubeconfig)) == 5, "the scheduler tries all pods", seconds=120)
    assert main(["why", "-A", "-o", "json", "--kubeconfig", kubeconfig]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["waiting"], answer["messages"]["equal"]) == (5, 5)
    said = events(kubeconfig)
    for workload in (workload for cause in answer["causes"] for workload in cause["workloads"]):
        assert workload["message"] == said[workload["pod"].partition("/")[2]]


def test_what_repro_writes_is_as_computed(tmp_path: Path) -> None:
    folder = tmp_path / "repro"
    assert main(["repro", str(RECORDED / "objects.json"), "--kwok", str(folder)]) == 0
    with control_plane(tmp_path, 0) as kubeconfig:
        command = ["sh", str(folder / "repro.sh"), "--kubeconfig", kubeconfig]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "6 of 6 attempts are as computed")
