"""The process that follows is ended while its process that looks ahead works, as its operator starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.folder import ROOT
from tests.services.live import Live
from tests.services.waiting import wait_for
from tests.webui.features.live.apiserver import MadeServer, served


def processes(group: int, megabytes: int = 0) -> int:
    """Return how many processes of a group there are, of so many megabytes."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pgid=,rss=,stat="], capture_output=True, text=True, check=True
    )
    rows = [row.split() for row in listed.stdout.splitlines()]
    return sum(
        int(of) == group and int(size) >= megabytes * 1024 and state[0] != "Z" for of, size, state in rows
    )


@pytest.mark.parametrize(
    ("number", "is_for_all"),
    [
        (signal.SIGINT, True),  # Ctrl-C
        (signal.SIGTERM, True),  # systemd
        (signal.SIGTERM, False),
        (signal.SIGKILL, False),
    ],
)
def test_all_processes_end_without_a_word(
    live: Live, tmp_path: Path, number: signal.Signals, is_for_all: bool
) -> None:
    log = tmp_path / "log"
    name = f"ends-{number.name}-{is_for_all}"
    command = [sys.executable, "manage.py", "follow", "--name", name, "--open"]
    with served(MadeServer(), tmp_path) as server, log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--kubeconfig", server.kubeconfig],
            cwd=ROOT,
            env={**os.environ, **live.environment},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            wait_for(lambda: "follows" in log.read_text(), "it follows")
            wait_for(lambda: processes(process.pid, 30) == 2, "another process has begun to look ahead")
            (os.killpg if is_for_all else os.kill)(process.pid, number)
            assert process.wait(20) == (-number if number == signal.SIGKILL else 0)
            wait_for(lambda: processes(process.pid) == 0, "the others end")
        finally:
            process.kill()
    assert [line.split()[0] for line in log.read_text().splitlines()] == ["follows"]
