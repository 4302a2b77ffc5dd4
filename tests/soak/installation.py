"""An installation of two machines with workers, a web server, a broker and a database, each of which can be killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from tests.services import http
from tests.services.folder import FOLDER
from tests.services.live import free_port, is_ready, manage
from tests.services.postgres import prepare
from tests.services.processes import children, processor_seconds
from tests.services.valkey import answers
from tests.services.waiting import wait_for
from webui.site.processes import child, commands

# Processes are killed here, not machines: what the system was given stays. A commit, though, has to be one.
FAST = ("fsync=off", "full_page_writes=off")
START_SECONDS = 120.0  # generous: the machine may be busy


@dataclass
class Process:
    """A process that can be killed and started again."""

    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    user: str | None = None
    running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.running = child.spawn(
                self.command, environment=self.environment, output=output, user=self.user
            )

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End the process with all its children."""
        assert self.running is not None
        os.killpg(self.running.pid, number)
        self.running.wait()

    def pause(self) -> None:
        """Stop it with its children, as if the machine stood still."""
        assert self.running is not None
        os.killpg(self.running.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.running is not None
        os.killpg(self.running.pid, signal.SIGCONT)

    def memory(self) -> float:
        """Return the most memory that the process has taken so far, in MB."""
        assert self.running is not None
        lines = Path(f"/proc/{self.running.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024

    def processor_seconds(self) -> float:
        """Return how long the process has computed so far."""
        assert self.running is not None
        return processor_seconds(self.running.pid)

    def stop(self) -> None:
        if self.running is not None:
            child.stop(self.running, 5)


@dataclass
class Installation:
    folder: Path
    environment: Mapping[str, str]
    url: str
    database: Process
    broker: Process
    web: Process
    workers: list[Process] = field(default_factory=list)
    outage: float = 0.0  # seconds until a broker that was killed is started again

    def new_worker(self) -> Process:
        log = self.folder / "worker.log"
        worker = Process(commands.worker(), self.environment, log)
        worker.start()
        self.workers.append(worker)
        return worker

    def client(self) -> httpx.Client:
        return http.client(base_url=self.url, timeout=30)

    def database_connection(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            dbname="postgres", user="postgres", host=str(self.folder), autocommit=True, connect_timeout=5
        )

    def product_connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(
            dbname="schedscope", user="postgres", host=str(self.folder), autocommit=True, connect_timeout=5
        )

    def has_no_runs(self) -> bool:
        """Return whether no run is queued or computed."""
        with self.product_connection() as connection:
            row = connection.execute("SELECT count(*) FROM runs_run WHERE status <> 'finished'").fetchone()
        return row == (0,)

    # ---- the seven kinds: each kills something at random and repairs it at once ---------------------

    def kill_worker_child(self, index: int) -> None:
        worker = self.workers[index % len(self.workers)].running
        assert worker is not None
        for process in children(worker.pid):
            os.kill(process, signal.SIGKILL)

    def kill_worker(self, index: int) -> None:
        worker = self.workers[index % len(self.workers)]
        worker.kill()
        worker.start()

    def lose_machine(self, index: int) -> None:
        """Lose the workers of a machine for good: only the other one is left."""
        if len(self.workers) < 2:
            self.new_worker()
            wait_for(lambda: len(self.pools()) == 2, "the new machine has workers", seconds=START_SECONDS)
        self.workers.pop(index % len(self.workers)).kill()

    def kill_web(self, _: int) -> None:
        self.web.kill()
        self.web.start()

    def kill_broker(self, index: int) -> None:
        """Restart the broker, every other time without what it held."""
        self.broker.kill()
        if index % 2:
            shutil.rmtree(self.folder / "valkey")
            (self.folder / "valkey").mkdir()
        time.sleep(self.outage)
        self.broker.start()

    def end_database_connections(self, _: int) -> None:
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = %s"
        with self.database_connection() as connection:
            connection.execute(end, ["schedscope"])

    def kill_database(self, _: int) -> None:
        self.database.kill(signal.SIGQUIT)  # "immediate": as a crash, but for the memory it shares
        self.database.start()
        wait_for(self.database_answers, "the database answers", seconds=START_SECONDS)

    @property
    def kinds(self) -> dict[str, Callable[[int], None]]:
        return {
            "worker child": self.kill_worker_child,
            "worker": self.kill_worker,
            "worker's machine for good": self.lose_machine,
            "web": self.kill_web,
            "broker": self.kill_broker,
            "database connections": self.end_database_connections,
            "database": self.kill_database,
        }

    def database_answers(self) -> bool:
        try:
            self.database_connection().close()
        except psycopg.OperationalError:
            return False
        return True

    def ended(self) -> list[str]:
        """The processes that ended although nobody killed them."""
        processes = (*self.workers, self.web, self.broker, self.database)
        return [" ".join(p.command[:4]) for p in processes if p.running and p.running.poll() is not None]

    def pools(self) -> list[int]:
        """The workers that have processes to compute with."""
        return [w.running.pid for w in self.workers if w.running and children(w.running.pid)]


@contextmanager
def installation(*, machines: int = 2, **settings: str) -> Iterator[Installation]:
    """Start everything with these settings; each of the machines has a worker with one process."""
    folder = Path(tempfile.mkdtemp(prefix="soak-", dir=FOLDER))
    folder.chmod(0o711)
    port = free_port()
    environment = {
        "DATABASE_URL": f"postgres://postgres@/schedscope?host={folder}",
        "REDIS_URL": f"unix://{folder}/valkey.sock",
        "DATA_DIR": str(folder),
        "WORKERS": "1",
        **settings,
    }
    runner, programs = prepare(folder / "postgres")
    if runner.user:
        shutil.chown(folder, runner.user)
    address = (f"unix_socket_directories={folder}", "listen_addresses=", "max_connections=100")
    options = [part for setting in FAST + address for part in ("-c", setting)]
    postgres = [*runner.prefix, str(programs / "postgres"), "-D", str(folder / "postgres"), *options]
    valkey = commands.valkey(folder / "valkey.sock", folder / "valkey")
    place = Installation(
        folder,
        environment,
        f"http://127.0.0.1:{port}",
        Process(postgres, {}, folder / "postgres.log", user=runner.user),
        Process(valkey, {}, folder / "valkey.log"),
        Process(commands.web("127.0.0.1", port), environment, folder / "web.log"),
    )
    try:
        start(place, machines)
        yield place
    except BaseException as error:
        for log in (folder / "web.log", folder / "worker.log"):
            if log.exists():
                error.add_note(f"{log.name}: {log.read_text()[-4000:]}")
        raise
    finally:
        for process in (*place.workers, place.web, place.broker, place.database):
            process.stop()


def start(place: Installation, machines: int) -> None:
    place.database.start()
    place.broker.start()
    wait_for(place.database_answers, "PostgreSQL answers", seconds=START_SECONDS)
    wait_for(lambda: answers(place.environment["REDIS_URL"]), "Valkey answers", seconds=START_SECONDS)
    with place.database_connection() as connection:
        connection.execute("CREATE DATABASE schedscope")
    manage(place.environment, "migrate", "--verbosity", "0")
    place.web.start()
    for _ in range(machines):
        place.new_worker()
    wait_for(
        lambda: is_ready(place.url) and len(place.pools()) == machines, "all is ready", seconds=START_SECONDS
    )
