"""The launcher: everything starts, stays, and ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.ground.launcher import DATABASE, Launcher, alive, command, environment, launched_on_filled
from tests.services import http
from tests.services.folder import ROOT
from tests.services.live import free_port, is_ready
from tests.services.waiting import wait_for


def test_it_says_once_where_it_answers(up: Launcher) -> None:
    port = up.url.rpartition(":")[2]
    assert up.output.read_text().count(f"http://localhost:{port}") == 1
    assert http.get(f"{up.url}/").status_code == 200


def test_static_files_are_served_without_debug(up: Launcher) -> None:
    for path in ("vendor/plotly/plotly.min.js", "django_ace/ace/ace.js", "css/base.css"):
        assert http.get(f"{up.url}/static/{path}").status_code == 200, path


def test_the_packages_of_the_lock_file_for_users_are_enough(tmp_path: Path) -> None:
    """The others are those that tests and tools need, and that users do not have."""
    venv, uv = ROOT / ".venv" / ".users", Path(sys.executable).parent / "uv"
    python = str(venv / "bin" / "python")
    subprocess.run([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, venv], check=True)
    lock = str(ROOT / "requirements.lock")
    subprocess.run([uv, "pip", "sync", "--quiet", "--require-hashes", "--python", python, lock], check=True)
    with launched_on_filled(tmp_path, python) as launcher:
        assert http.get(f"{launcher.url}/").status_code == 200
        assert len(processes_of(launcher, f"{python} -m celery")) == 2
    assert subprocess.run([python, "-c", "import pytest"], capture_output=True, check=False).returncode == 1


def test_a_worker_that_dies_is_started_again(up: Launcher) -> None:
    workers = processes_of(up, "celery")
    assert len(workers) == 2, "one of them for small runs"
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    wait_for(lambda: up.says("The worker ended (SIGKILL"), "the launcher says that the worker ended")
    wait_for(lambda: up.says("The worker for small runs ended (SIGKILL"), "and that the other one did")
    wait_for(lambda: len(set(processes_of(up, "celery")) - set(workers)) == 2, "both are started again")
    wait_for(lambda: is_ready(up.url), "a new worker answers")


def test_a_broker_that_dies_is_started_again(up: Launcher) -> None:
    os.kill(process_of(up, "valkey-server"), signal.SIGKILL)
    wait_for(lambda: up.says("The broker ended (SIGKILL"), "the launcher says that the broker ended")
    wait_for(lambda: is_ready(up.url), "broker and worker answer again")


def test_a_second_one_on_the_same_data_is_refused(up: Launcher) -> None:
    refused = run_to_its_end(free_port(), up.output.parent)
    assert refused.returncode == 1
    assert "SchedScope already runs on" in refused.stderr


@pytest.mark.parametrize(
    ("name", "url", "reason"),
    [
        ("REDIS_URL", "redis://:secret@127.0.0.1:1/0", "no Redis or Valkey answers at redis://127.0.0.1:1/0"),
        ("DATABASE_URL", "postgres://me:secret@127.0.0.1:1/sched", "the database does not answer"),
    ],
)
def test_a_server_that_does_not_answer_is_named(tmp_path: Path, name: str, url: str, reason: str) -> None:
    refused = run_to_its_end(free_port(), tmp_path, {name: url})
    assert refused.returncode == 1
    assert f"CommandError: {name}: {reason}" in refused.stderr
    assert "secret" not in refused.stderr and "Traceback" not in refused.stderr


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        refused = run_to_its_end(listener.getsockname()[1], tmp_path)
    assert refused.returncode == 1
    assert "Set PORT to use another one" in refused.stderr


def test_an_address_of_no_machine_is_refused(tmp_path: Path) -> None:
    refused = run_to_its_end(free_port(), tmp_path, {"HOST": "192.0.2.1"})
    assert refused.returncode == 1
    assert "on 192.0.2.1: Cannot assign requested address. Set HOST to use another one" in refused.stderr


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that several launchers use, one after the other: only the first has to load the examples."""
    return tmp_path_factory.mktemp("used")


def end(launcher: Launcher, number: signal.Signals) -> None:
    """Send the signal; all that the launcher started ends with it, in 10 seconds."""
    started = launcher.descendants()
    assert len(started) >= 3
    begin = time.monotonic()
    launcher.process.send_signal(number)
    assert launcher.process.wait(20) == 0
    assert time.monotonic() - begin < 10
    assert alive(started) == set()


@pytest.mark.skipif("sys.platform != 'linux'", reason="only Linux tells a child that its parent was killed")
def test_nothing_is_left_when_it_is_killed(used: Path) -> None:
    with launched_on_filled(used) as launcher:
        started = launcher.descendants()
        launcher.process.kill()
        launcher.process.wait()
        wait_for(lambda: not alive(started), "all that it started has ended", seconds=10)


def test_all_of_it_ends_and_a_run_goes_on_after_a_restart(used: Path) -> None:
    with launched_on_filled(used) as launcher:
        run = start_a_long_run(launcher.url)
        wait_for(lambda: progress(launcher.url, run)["cycles"] > 5, "the run is under way")
        end(launcher, signal.SIGTERM)
    assert kept_status(used, run) == "running", "it ended too early for this test to mean anything"
    with launched_on_filled(used) as launcher:
        wait_for(lambda: progress(launcher.url, run)["status"] == "finished", "the run ends", seconds=60)
        events = all_events(launcher.url, run)
        end(launcher, signal.SIGHUP)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    placed = [event["pod"] for event in events if event["kind"] == "cycle.finished"]
    assert placed == [f"default/pod-{number}" for number in range(PODS)]


PODS = 400


def start_a_long_run(url: str) -> str:
    room = {"cpu": "64", "memory": "256Gi", "pods": "110"}
    nodes: list[dict[str, Any]] = [
        {"kind": "Node", "metadata": {"name": f"node-{number}"}, "status": {"allocatable": room}}
        for number in range(200)
    ]
    pods: list[dict[str, Any]] = [
        {
            "kind": "Pod",
            "metadata": {"name": f"pod-{number}"},
            "spec": {"containers": [{"name": "c", "image": "i"}]},
        }
        for number in range(PODS)
    ]
    items = [{"apiVersion": "v1", **item} for item in nodes + pods]
    source = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    with http.client(base_url=url, timeout=30) as owner:
        scenario = owner.post("/api/scenarios", json={"title": "Long", "source": source}).json()
        return str(owner.post(f"/api/scenarios/{scenario['id']}/runs", json={}).json()["id"])


def progress(url: str, run: str) -> dict[str, Any]:
    return dict(http.get(f"{url}/api/runs/{run}", timeout=30).json())


def kept_status(folder: Path, run: str) -> str:
    """What the database says while nothing runs."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        row = database.execute("SELECT status FROM runs_run WHERE id = ?", [run.replace("-", "")]).fetchone()
    return str(row[0])


def all_events(url: str, run: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    while True:
        after = events[-1]["seq"] if events else 0
        page = http.get(f"{url}/api/runs/{run}/events", params={"after": after}, timeout=30).json()["events"]
        if not page:
            return events
        events += page


def process_of(up: Launcher, name: str) -> int:
    """The launcher's own child that runs a program of this name."""
    (process,) = processes_of(up, name)
    return process


def processes_of(up: Launcher, name: str) -> list[int]:
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, check=True, text=True
    ).stdout
    rows = (line.split(maxsplit=2) for line in listing.splitlines())
    return [int(row[0]) for row in rows if int(row[1]) == up.process.pid and name in row[2]]


def run_to_its_end(
    port: int, folder: Path, settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(port),
        env={**environment(folder), **(settings or {})},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
