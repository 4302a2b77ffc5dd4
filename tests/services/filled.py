"""A database with what a new installation starts with: made by the first process of a test run that needs it,
copied by the others."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.services.folder import FOLDER, ON_SQLITE, ROOT, SHARED, database_file
from tests.services.postgres import create_database

COPY = SHARED / ("filled.sqlite3" if ON_SQLITE else "filled.dump")
# In one process, for its imports take as long as the work.
FILL = """
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
call_command("load_gallery", verbosity=0)
"""


def create_filled_database(name: str, environment: Mapping[str, str]) -> None:
    """Create a database that has all tables and the gallery; `environment` leads the application to it."""
    if not ON_SQLITE:
        create_database(name)
    with one_at_a_time():
        if not COPY.exists():
            run_python(environment, "-c", FILL)
            save(name)
            return
    restore(name)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    with COPY.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def save(name: str) -> None:
    if ON_SQLITE:
        shutil.copy(database_file(name), COPY)
    else:
        postgres_program("pg_dump", "--format=custom", "--compress=0", f"--file={COPY}", name)


def restore(name: str) -> None:
    if ON_SQLITE:
        shutil.copy(COPY, database_file(name))
    else:
        postgres_program("pg_restore", f"--dbname={name}", str(COPY))


def postgres_program(program: str, *arguments: str) -> None:
    """Run a program of the server's own installation, since those of other versions may refuse to serve it."""
    with psycopg.connect(dbname="postgres", user="postgres", host=str(FOLDER)) as connection:
        row = connection.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    assert row is not None
    address = ["--host", str(FOLDER), "--username", "postgres"]
    subprocess.run([Path(row[0]) / program, *address, *arguments], check=True)


def run_python(environment: Mapping[str, str], *arguments: str) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "webui.config.settings"}
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **settings, **environment},
        stdin=subprocess.DEVNULL,
        check=True,
    )
