"""The launcher: everything starts, stays, and ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.ground.launcher import Launcher, alive, command, environment, launched
from tests.services.live import free_port, is_ready
from tests.services.waiting import wait_for


def test_it_says_once_where_it_answers(up: Launcher) -> None:
    port = up.url.rpartition(":")[2]
    assert up.output.read_text().count(f"http://localhost:{port}") == 1
    assert httpx.get(f"{up.url}/").status_code == 200


def test_static_files_are_served_without_debug(up: Launcher) -> None:
    for path in ("vendor/plotly/plotly.min.js", "django_ace/ace/ace.js", "css/base.css"):
        assert httpx.get(f"{up.url}/static/{path}").status_code == 200, path


def test_a_worker_that_dies_is_started_again(up: Launcher) -> None:
    worker = process_of(up, "celery")
    os.kill(worker, signal.SIGKILL)
    wait_for(lambda: up.says("The worker ended (SIGKILL"), "the launcher says that the worker ended")
    wait_for(lambda: is_ready(up.url), "a new worker answers")
    assert process_of(up, "celery") != worker


def test_a_broker_that_dies_is_started_again(up: Launcher) -> None:
    os.kill(process_of(up, "valkey-server"), signal.SIGKILL)
    wait_for(lambda: up.says("The broker ended (SIGKILL"), "the launcher says that the broker ended")
    wait_for(lambda: is_ready(up.url), "broker and worker answer again")


def test_a_second_one_on_the_same_data_is_refused(up: Launcher) -> None:
    refused = run_to_its_end(free_port(), up.output.parent)
    assert refused.returncode == 1
    assert "SchedScope already runs on" in refused.stderr


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run_to_its_end(taken.getsockname()[1], tmp_path)
    assert refused.returncode == 1
    assert "PORT= chooses another one" in refused.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_with_all_it_started(tmp_path: Path, number: signal.Signals) -> None:
    with launched(tmp_path) as launcher:
        started = launcher.descendants()
        assert len(started) >= 3
        begin = time.monotonic()
        launcher.process.send_signal(number)
        assert launcher.process.wait(20) == 0
    assert time.monotonic() - begin < 10
    assert alive(started) == set()


@pytest.mark.skipif("sys.platform != 'linux'", reason="only Linux tells a child that its parent was killed")
def test_nothing_is_left_when_it_is_killed(tmp_path: Path) -> None:
    with launched(tmp_path) as launcher:
        started = launcher.descendants()
        launcher.process.kill()
        launcher.process.wait()
        wait_for(lambda: not alive(started), "all that it started has ended", seconds=10)


def process_of(up: Launcher, name: str) -> int:
    """The launcher's own child that runs a program of this name."""
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, check=True, text=True
    ).stdout
    rows = (line.split(maxsplit=2) for line in listing.splitlines())
    return next(int(row[0]) for row in rows if int(row[1]) == up.process.pid and name in row[2])


def run_to_its_end(port: int, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(port), env=environment(folder), capture_output=True, text=True, timeout=60, check=False
    )
