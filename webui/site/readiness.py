"""Whether this process can serve runs: database with its tables, broker with room, a worker, room on the disk."""

from __future__ import annotations

import logging
import tempfile
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db import Error as DatabaseError
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from webui.config.broker import is_worker_alive

FRESH_SECONDS = 3.0  # for which an answer is given again
FRESH_SECONDS_MISSING = 0.5  # less while something is missing: somebody waits for it
START_SECONDS = 10.0  # in which parts may be missing without a line in the log
ROOM = 256 * 1024  # bytes that must fit on the disk of an SQLite database: a few batches of events

logger = logging.getLogger(__name__)


class Readiness:
    """Checks at most one at a time, however many callers there are; they share its answer."""

    def __init__(self) -> None:
        self._check = threading.Lock()
        self._missing: Mapping[str, str] | None = None
        self._checked_at = 0.0
        self._complete_at = time.monotonic()
        self._logged: tuple[str, ...] = ()

    def missing(self) -> Mapping[str, str]:
        """Return the parts that are missing, each with the reason, as of at most a few seconds ago.

        While somebody else checks, that is the answer before; only the first check is waited for.
        """
        answer = self._fresh_answer()
        if answer is None and self._check.acquire(blocking=self._missing is None):
            try:
                answer = self._fresh_answer()
                if answer is None:
                    answer = self._renew()
            finally:
                self._check.release()
        return answer if answer is not None else self._missing or {}

    def _fresh_answer(self) -> Mapping[str, str] | None:
        period = FRESH_SECONDS_MISSING if self._missing else FRESH_SECONDS
        return self._missing if time.monotonic() - self._checked_at < period else None

    def _renew(self) -> Mapping[str, str]:
        missing = missing_parts()
        self._missing, self._checked_at = missing, time.monotonic()
        self._log(missing)
        return missing

    def _log(self, missing: Mapping[str, str]) -> None:
        """Log a change, once it has lasted."""
        if not missing:
            self._complete_at = time.monotonic()
            if self._logged:
                logger.warning("ready again")
        elif time.monotonic() - self._complete_at < START_SECONDS or tuple(missing) == self._logged:
            return
        else:
            logger.error("not ready: %s", "; ".join(f"{part} {reason}" for part, reason in missing.items()))
        self._logged = tuple(missing)


readiness = Readiness()


def missing_parts() -> dict[str, str]:
    """Return the parts that are missing, each with the reason, for an operator."""
    missing: dict[str, str] = {}
    for check in (_missing_database, _missing_disk, _missing_broker):
        missing |= check()
    return missing


def _missing_database() -> dict[str, str]:
    connection = connections.create_connection(DEFAULT_DB_ALIAS)  # no view's: it must not outlive the check
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError as error:
        return {"database": f"does not answer: {error}"}
    finally:
        connection.close()
    waiting = sorted(f"{app}.{name}" for app, name in _newest_migrations() - applied.keys())
    return (
        {"migrations": f"have to be applied by `manage.py migrate`: {', '.join(waiting)}"} if waiting else {}
    )


@cache
def _newest_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _missing_disk() -> dict[str, str]:
    """Check the disk of an SQLite database; that of a database server is its own matter."""
    database = settings.DATABASES[DEFAULT_DB_ALIAS]
    return missing_room(Path(database["NAME"]).parent) if database["ENGINE"].endswith("sqlite3") else {}


def missing_room(folder: Path) -> dict[str, str]:
    """Return {} if ROOM bytes can be written to a folder."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
            file.flush()
    except OSError as error:
        return {"disk": f"cannot be written to: {folder}: {error.strerror}"}
    return {}


def _missing_broker() -> dict[str, str]:
    try:
        alive = is_worker_alive()
    except redis.exceptions.OutOfMemoryError as error:
        return {"broker memory": f"is full; raise its `maxmemory`: {error}"}
    except redis.ResponseError as error:
        return {"broker": f"takes nothing: {error}"}
    except (redis.RedisError, OSError, ValueError) as error:
        return {"broker": f"does not answer: {error}"}
    return {} if alive else {"worker": "has given no sign of life"}
