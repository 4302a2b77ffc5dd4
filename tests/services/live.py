"""The whole application, as its users have it."""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.services import http
from tests.services.filled import create_filled_database, run_python
from tests.services.folder import FOLDER, ROOT, database_url
from tests.services.valkey import valkey_server
from tests.services.waiting import wait_for
from webui.site.processes import child, commands

SCENARIO_MAX_BYTES = 30_000_000  # so that a request above the limit is made quickly
REQUEST_MAX_BYTES = 4 * SCENARIO_MAX_BYTES + 100_000
PROCESSES = 20  # of the tests at once, at most, whose ids follow each other
_given: set[int] = set()
LIMITS: Mapping[str, str] = {"SCENARIO_MAX_BYTES": str(SCENARIO_MAX_BYTES)}


@dataclass(frozen=True)
class Live:
    url: str
    environment: Mapping[str, str]
    logs: Sequence[Path]

    def client(self) -> httpx.Client:
        """A visitor with cookies of their own."""
        return http.client(base_url=self.url, timeout=30)


@contextmanager
def live_application(limits: Mapping[str, str] = LIMITS) -> Iterator[Live]:
    """Start the application on a database of its own; `limits` are settings of its environment."""
    folder = Path(tempfile.mkdtemp(prefix="live-", dir=FOLDER))
    with ExitStack() as stack:
        broker = stack.enter_context(valkey_server(folder / "valkey.sock"))
        environment = {
            "DATABASE_URL": database_url(folder.name),
            "REDIS_URL": broker,
            "DATA_DIR": str(folder),
            **limits,
        }
        create_filled_database(folder.name, environment)
        port = free_port()
        stack.enter_context(running(commands.web("127.0.0.1", port), environment, folder / "web.log"))
        stack.enter_context(running(commands.worker(), environment, folder / "worker.log"))
        logs = [folder / "web.log", folder / "worker.log"]
        application = Live(f"http://127.0.0.1:{port}", environment, logs)
        try:
            wait_for(lambda: is_ready(application.url), "the application is ready", seconds=120)
        except AssertionError as error:
            error.add_note("\n".join(log.read_text() for log in logs))
            raise
        yield application


@contextmanager
def running(command: list[str], environment: Mapping[str, str], log: Path) -> Iterator[None]:
    with log.open("wb") as output:
        process = child.spawn(command, environment=environment, output=output)
    try:
        yield
    finally:
        child.stop(process, 5)


def manage(environment: Mapping[str, str], *arguments: str) -> None:
    run_python(environment, str(ROOT / "manage.py"), *arguments)


def is_ready(url: str) -> bool:
    try:
        return http.get(f"{url}/readyz").status_code == 200
    except httpx.HTTPError:
        return False


def free_port() -> int:
    """A port that nothing uses, below those that the system gives to connections: they may take it meanwhile.

    Nor is it given a second time, before the first one is listened at: each process of the tests has its own.
    """
    while True:
        port = 20_000 + PROCESSES * secrets.randbelow(12_000 // PROCESSES) + os.getpid() % PROCESSES
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in _given:
                _given.add(port)
                return port
