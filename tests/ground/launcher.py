"""`manage.py up`, as `make run` starts it, for the tests that watch it live and die."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.services.folder import ROOT, SHARED
from tests.services.live import free_port, is_ready
from tests.services.waiting import wait_for

DATABASE = "schedscope.sqlite3"
# What the first launcher of a test run has filled with the examples: others begin with it, in half of the time.
FILLED = SHARED / "launched.sqlite3"
FROM_OUTSIDE = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE")


@dataclass
class Launcher:
    process: subprocess.Popen[bytes]
    url: str
    output: Path

    def descendants(self) -> set[int]:
        return descendants(self.process.pid)

    def says(self, text: str) -> bool:
        return text in self.output.read_text()

    def wait_until_ready(self) -> None:
        try:
            wait_for(self.ready_or_ended, "`manage.py up` is ready", seconds=90)
            assert is_ready(self.url)
        except AssertionError as error:
            error.add_note(self.output.read_text())
            raise

    def ready_or_ended(self) -> bool:
        return self.says("is ready") or self.process.poll() is not None


def environment(folder: Path) -> dict[str, str]:
    """That of somebody who has set nothing: SQLite and a broker of its own."""
    inherited = {name: value for name, value in os.environ.items() if name not in FROM_OUTSIDE}
    return {**inherited, "DATA_DIR": str(folder), "PYTHONUNBUFFERED": "1"}


def command(port: int, root: Path = ROOT, python: str = sys.executable) -> list[str]:
    return [python, str(root / "manage.py"), "up", "--with-parent", "--port", str(port)]


@contextmanager
def launched_on_filled(folder: Path, python: str = sys.executable) -> Iterator[Launcher]:
    """Start it on a copy of the first launcher's database, if there is one: else it is the first."""
    database = folder / DATABASE
    if FILLED.exists() and not database.exists():
        shutil.copy(FILLED, database)
    with launched(folder, python=python) as launcher:
        if not FILLED.exists():
            save(database)
        yield launcher


def save(database: Path) -> None:
    """Copy a database that is in use."""
    copy = FILLED.with_name(f"{os.getpid()}.sqlite3")
    with closing(sqlite3.connect(database)) as used, closing(sqlite3.connect(copy)) as target:
        used.backup(target)
    copy.rename(FILLED)


@contextmanager
def launched(
    folder: Path, *options: str, root: Path = ROOT, python: str = sys.executable
) -> Iterator[Launcher]:
    port = free_port()
    output = folder / "output"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [*command(port, root, python), *options],
            cwd=root,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    launcher = Launcher(process, f"http://127.0.0.1:{port}", output)
    try:
        launcher.wait_until_ready()
        yield launcher
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def descendants(pid: int) -> set[int]:
    children: dict[int, set[int]] = {}
    for child, (parent, _) in processes().items():
        children.setdefault(parent, set()).add(child)
    pids: set[int] = set()
    waiting = [pid]
    while waiting:
        new = children.get(waiting.pop(), set()) - pids
        pids |= new
        waiting.extend(new)
    return pids


def alive(pids: set[int]) -> set[int]:
    """Those that still run; a zombie only waits for somebody to read its exit status."""
    return {pid for pid, (_, state) in processes().items() if pid in pids and not state.startswith("Z")}


def processes() -> dict[int, tuple[int, str]]:
    """Every process's parent and state."""
    listing = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, check=True, text=True
    ).stdout
    rows = (line.split() for line in listing.splitlines())
    return {int(pid): (int(parent), state) for pid, parent, state in rows}
