"""`python -m tests.soak --kills 200`: kill at random, and report how long it took until each run had ended.

An installation of two machines with workers, a web server, a broker and a database computes runs that are watched;
one of these after another is killed and repaired. Each log, and what each viewer got, must be as undisturbed. With
`--sweep` all kills are in the middle of one sweep, whose result must be as undisturbed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import httpx
import orjson
import psycopg
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from tests.services import folder as tests_folder

if __name__ == "__main__":
    tests_folder.use_in_settings()  # before the settings are read

from scheduler_core import Sweep, load, read_sweep, simulate
from tests.services import http
from tests.services.live import free_port, is_ready, manage
from tests.services.postgres import prepare
from tests.services.processes import children
from tests.services.valkey import answers
from tests.services.waiting import wait_for
from tests.webui.clusters import many
from webui.site.processes import child, commands

Json = dict[str, Any]

PROMISED = 60.0  # seconds from the last repair to the end of a run
START_SECONDS = 120.0  # generous: the machine may be busy
LIMIT = 600.0  # seconds until a run or a sweep counts as stuck
VIEWERS = 3
DONE = 1000  # the websocket's code at the end of a run
ENDED = ("finished", "failed", "cancelled")
# Processes are killed here, not machines: what the system was given stays. A commit, though, has to be one.
FAST = ("fsync=off", "full_page_writes=off")


# ---- the installation --------------------------------------------------------------------------------


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

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process and its children."""
        assert self.running is not None
        os.killpg(self.running.pid, number)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        assert self.running is not None
        self.send(number)
        self.running.wait()

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

    def new_worker(self) -> None:
        worker = Process(commands.worker(), self.environment, self.folder / "worker.log")
        worker.start()
        self.workers.append(worker)

    def client(self) -> httpx.Client:
        return http.client(base_url=self.url, timeout=120)

    def connection(self, database: str = "schedscope") -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(
            dbname=database, user="postgres", host=str(self.folder), autocommit=True, connect_timeout=5
        )

    def state(self, query: str, id_: str) -> tuple[str, int]:
        """Return status and progress by the database, for the web server may be dead."""
        try:
            with self.connection() as connection:
                row = connection.execute(query.encode(), [id_]).fetchone()
        except psycopg.OperationalError:
            return "unknown", 0
        assert row is not None
        return row[0], row[1]

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
        with self.connection("postgres") as connection:
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
            self.connection("postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    def ended(self) -> list[str]:
        """Return the processes that ended although nobody killed them."""
        processes = (*self.workers, self.web, self.broker, self.database)
        return [" ".join(p.command[:4]) for p in processes if p.running and p.running.poll() is not None]

    def pools(self) -> list[int]:
        """Return the workers that have processes to compute with."""
        return [w.running.pid for w in self.workers if w.running and children(w.running.pid)]


@contextmanager
def installation(*, machines: int = 2, **settings: str) -> Iterator[Installation]:
    """Start everything with these settings; each of the machines has a worker with one process."""
    folder = Path(tempfile.mkdtemp(prefix="soak-", dir=tests_folder.FOLDER))
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
        _start(place, machines)
        yield place
    except BaseException as error:
        for log in (folder / "web.log", folder / "worker.log"):
            if log.exists():
                error.add_note(f"{log.name}: {log.read_text()[-4000:]}")
        raise
    finally:
        for process in (*place.workers, place.web, place.broker, place.database):
            process.stop()


def _start(place: Installation, machines: int) -> None:
    place.database.start()
    place.broker.start()
    wait_for(place.database_answers, "PostgreSQL answers", seconds=START_SECONDS)
    wait_for(lambda: answers(place.environment["REDIS_URL"]), "Valkey answers", seconds=START_SECONDS)
    with place.connection("postgres") as connection:
        connection.execute("CREATE DATABASE schedscope")
    manage(place.environment, "migrate", "--verbosity", "0")
    place.web.start()
    for _ in range(machines):
        place.new_worker()
    wait_for(
        lambda: is_ready(place.url) and len(place.pools()) == machines, "all is ready", seconds=START_SECONDS
    )


# ---- what is disturbed -------------------------------------------------------------------------------


class Viewer(threading.Thread):
    """Collects the events of a run until the server says that there are no more; reconnects when it must."""

    def __init__(self, url: str, run: str) -> None:
        super().__init__(daemon=True)
        self.address = f"{url.replace('http', 'ws')}/ws/runs/{run}"
        self.events: list[Json] = []
        self.is_left = threading.Event()
        self.start()

    def run(self) -> None:
        while not self.is_left.wait(0.1):
            try:
                self._watch()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == DONE:
                    return
            except (OSError, InvalidHandshake, TimeoutError):
                pass

    def _watch(self) -> None:
        with connect(f"{self.address}?after={len(self.events)}", proxy=None, open_timeout=10) as socket:
            while True:
                self.events += json.loads(socket.recv(timeout=60))["events"]


class Work(Protocol):
    """Work of the installation that is disturbed."""

    def state(self) -> tuple[str, int]: ...
    def check(self) -> None: ...
    def leave(self) -> None: ...


class WatchedRun:
    """A run, and those who watch it."""

    def __init__(self, place: Installation, pods: int, number: int) -> None:
        self._place = place
        source = many(pods).replace("kind: Pod", f"# {number}\nkind: Pod", 1)
        self.expected = [
            {"seq": seq, **event} for seq, event in enumerate(simulate(load(source), seed=number), start=1)
        ]
        with place.client() as visitor:
            self.run = begin_run(visitor, source, seed=number)["id"]
        self.viewers = [Viewer(place.url, self.run) for _ in range(VIEWERS)]

    def state(self) -> tuple[str, int]:
        return run_state(self._place, self.run)

    def check(self) -> None:
        """Fail unless the log and what every viewer got are those of the undisturbed run."""
        events: list[Json] = []
        path = f"/api/runs/{self.run}/events"
        while page := fetched(self._place, path, after=len(events))["events"]:
            events += page
        assert events == self.expected, f"run {self.run}: the log differs"
        for viewer in self.viewers:
            viewer.join(LIMIT)
            assert viewer.events == self.expected, f"run {self.run}: a viewer saw another log"

    def leave(self) -> None:
        for viewer in self.viewers:
            viewer.is_left.set()


class RunningSweep:
    """A sweep over seeds of a scenario that has been run; `start` begins it."""

    def __init__(self, place: Installation, source: str, seeds: int) -> None:
        self._place, self._source, self.id = place, source, ""
        self._specification: Json = {"kind": "seeds", "seeds": seeds}
        self._link = link_to(place, source)

    def start(self) -> None:
        body = {"sweep": self._specification}
        with self._place.client() as visitor:
            answer = visitor.post(f"/api/snapshots/{self._link}/sweeps", json=body).raise_for_status()
        self.id = str(answer.json()["id"])

    def state(self) -> tuple[str, int]:
        return self._place.state("SELECT status, evaluated FROM sweeps_sweep WHERE id = %s", self.id)

    def answer(self) -> Json:
        return fetched(self._place, f"/api/sweeps/{self.id}")

    def check(self) -> None:
        """Fail unless the result is that of the sweep in one process and one piece."""
        engine = Sweep([load(self._source)], read_sweep(self._specification))
        expected = orjson.dumps(engine.result(engine.evaluate(0, engine.points)))
        assert orjson.dumps(self.answer()["result"]) == expected, f"sweep {self.id}: the result differs"

    def leave(self) -> None:
        """Nobody watches it."""


def begin_run(visitor: httpx.Client, source: str, **fields: Any) -> Json:
    """Run a new draft of the source, and return the run."""
    draft = visitor.post("/api/scenarios", json={"title": "Soak", "source": source}).raise_for_status()
    run = visitor.post(f"/api/scenarios/{draft.json()['id']}/runs", json=fields).raise_for_status()
    return dict(run.json())


def run_state(place: Installation, run: str) -> tuple[str, int]:
    """Return the status of a run, and for its progress a number that grows with every fourth cycle."""
    return place.state("SELECT status, cycles / 4 FROM runs_run WHERE id = %s", run)


def link_to(place: Installation, source: str) -> str:
    """Return the link of a finished run of the source."""
    with place.client() as visitor:
        run = begin_run(visitor, source)
    wait_for(lambda: run_state(place, run["id"])[0] == "finished", "the run of the link ends", seconds=LIMIT)
    return str(run["snapshot"])


def fetched(place: Installation, path: str, **parameters: Any) -> Json:
    """Return an answer, once the web server gives it."""

    def answer() -> Json:
        try:
            return dict(http.get(place.url + path, params=parameters, timeout=30).raise_for_status().json())
        except httpx.HTTPError:
            return {}

    return wait_for(answer, f"{path} is read", seconds=LIMIT)


# ---- the kills ---------------------------------------------------------------------------------------


@dataclass
class Report:
    """What was killed, and how many seconds after the last repair each piece of work had ended."""

    kills: Counter[str] = field(default_factory=Counter)
    in_the_middle: int = 0
    seconds: list[tuple[float, str]] = field(default_factory=list)


def disturb(
    place: Installation, work: Work, kinds: Sequence[str], chance: random.Random, report: Report
) -> None:
    """Kill something of each kind, each time after the work has gone on; check what comes of it."""

    def is_over() -> bool:
        return work.state()[0] in ENDED

    def has_gone_on(begun: int) -> bool:
        return is_over() or work.state()[1] > begun

    try:
        for kind in kinds:
            wait_for(partial(has_gone_on, work.state()[1]), "the work goes on", seconds=LIMIT)
            report.kills[kind] += 1
            report.in_the_middle += not is_over()
            place.kinds[kind](chance.randrange(1000))
        repaired = time.monotonic()
        wait_for(is_over, f"the work ends after: {', '.join(kinds)}", seconds=LIMIT)
        report.seconds.append((time.monotonic() - repaired, ", ".join(kinds)))
        assert work.state()[0] == "finished", work.state()
        assert not place.ended(), f"ended by themselves: {place.ended()}"
        work.check()
    finally:
        work.leave()


def soak(place: Installation, kinds: Sequence[str], *, per_run: int, pods: int, seed: int) -> Report:
    """Kill something of each of the kinds in turn, `per_run` in a run; check each run, and those who watch it."""
    chance, report = random.Random(seed), Report()
    for number, start in enumerate(range(0, len(kinds), per_run)):
        disturb(place, WatchedRun(place, pods, number), kinds[start : start + per_run], chance, report)
        seconds, some = report.seconds[-1]
        print(f"{report.kills.total()} kills: {seconds:.1f} s after {some}", flush=True)
    return report


def soak_sweep(place: Installation, kinds: Sequence[str], *, seeds: int, pods: int, seed: int) -> Report:
    """Kill something of each of the kinds in turn in the middle of one sweep."""
    report, sweep = Report(), RunningSweep(place, many(pods), seeds)
    sweep.start()
    disturb(place, sweep, kinds, random.Random(seed), report)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--per-run", type=int, default=2, help="kills in one run")
    parser.add_argument("--pods", type=int, default=600, help="of each run")
    parser.add_argument("--sweep", type=int, metavar="SEEDS", help="kill in one sweep over so many seeds")
    parser.add_argument("--kind", action="append", help="kill only these")
    parser.add_argument("--outage", type=float, default=0.0, help="seconds for which the broker is away")
    parser.add_argument(
        "--lease", type=int, default=30, help="seconds after which the work of a lost worker is free"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with installation(RUN_LEASE=str(options.lease)) as place:
        place.outage = options.outage
        chance = random.Random(options.seed)
        chosen = options.kind or list(place.kinds)
        drawn = [kind for _ in range(options.kills) for kind in chance.sample(chosen, len(chosen))]
        kinds, size = drawn[: options.kills], {"pods": options.pods, "seed": options.seed}
        if options.sweep:
            report = soak_sweep(place, kinds, seeds=options.sweep, **size)
        else:
            report = soak(place, kinds, per_run=options.per_run, **size)
    seconds = sorted(taken for taken, _ in report.seconds)
    print(f"{report.kills.total()} kills, {report.in_the_middle} in the middle of work: {dict(report.kills)}")
    print(f"{len(seconds)} runs or sweeps, every log, viewer and result as undisturbed")
    print(
        f"seconds from the last repair to the end: median {statistics.median(seconds):.1f}, most {seconds[-1]:.1f}"
    )
    return int(seconds[-1] > PROMISED)


if __name__ == "__main__":
    raise SystemExit(main())
