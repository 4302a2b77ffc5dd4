"""All that an installation stores as one file, and back: rows as JSON lines, compressed, with their digest.

The file does not depend on the database: one of SQLite is restored into PostgreSQL and the other way round.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.python import Serializer
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import ForeignKey, Model

from webui.site.operating.checked_lines import CheckedLines, DamagedLines, verify
from webui.site.operating.insertion import BadRow, insert

FORMAT = 2
# `migrate` makes these; references to them go by name. Sessions end with the move, and a worker that waits for the
# restored rows writes its timetable meanwhile.
DERIVED = frozenset({"contenttypes.contenttype", "auth.permission", "sessions.session", "site.timetable"})
CHUNK = 500  # rows read at a time
ADVICE = "The database is as it was. Copy the file again from where it was made, or restore another backup."


class BadBackup(ValueError):
    """A file cannot be restored; the text says why and what to do."""


def backup(path: Path) -> int:
    """Write all rows, as they are at one moment, and return their number.

    Nobody else may read the file. An existing one is replaced at the end.
    """
    with (
        replacement(path) as raw,
        gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6) as file,
        one_moment(),
    ):
        return write_rows(file)


@contextmanager
def replacement(path: Path) -> Iterator[IO[bytes]]:
    """Yield a new file of mode 0600 that takes the place of `path` once all is written and on the disk."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise


def write_rows(file: gzip.GzipFile) -> int:
    lines = CheckedLines(file)
    lines.write_head({"schedscope": FORMAT, "migrations": migrations()})
    for model in models():
        for row in model._base_manager.order_by("pk").iterator(CHUNK):
            (fields,) = Rows().serialize([row], use_natural_foreign_keys=True)
            lines.write(json.dumps(fields, default=str))  # str: the JSON serializer cuts microseconds
    lines.write_end()
    return lines.rows


class Rows(Serializer):
    """Rows as plain values. Only what `migrate` makes is named by natural keys, and that by M2M fields alone."""

    _current: dict[str, Any]

    def handle_fk_field(self, obj: Model, field: ForeignKey[Any, Any]) -> None:
        self._current[field.name] = getattr(obj, field.attname)


def restore(path: Path) -> int:
    """Read all rows into an empty, migrated database and return their number; all or none.

    Raise BadBackup if the file is damaged or of other migrations, or if the database is not empty.
    """
    try:
        with gzip.open(path, "rb") as file:
            head = head_of(file.readline())
            file.seek(0)
            verify(file)
            file.seek(0)
            require_same(head["migrations"])
            with transaction.atomic():
                require_empty()
                rows = insert(file)
                reset_sequences()
    except (DamagedLines, BadRow) as error:
        raise BadBackup(f"{path}: {error}. {ADVICE}") from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadBackup(f"{path}: damaged or no backup of SchedScope: {error}. {ADVICE}") from error
    return rows


def head_of(line: bytes) -> dict[str, Any]:
    """Return the first line of a backup. Raise BadBackup if it is another one."""
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("schedscope") != FORMAT:
        raise BadBackup(
            "no backup of SchedScope, one of another version, or damaged: its first line has another form. "
            "Restore with the version that made it, then update."
        )
    return head


def require_same(written: list[str]) -> None:
    """Raise BadBackup unless the database has these very migrations."""
    if other := set(written) ^ set(migrations()):
        raise BadBackup(
            f"made by another version: the databases differ by {', '.join(sorted(other))}. "
            "Restore with the version that made it, then update."
        )


def require_empty() -> None:
    if full := [model._meta.label for model in models() if model._base_manager.exists()]:
        raise BadBackup(
            f"the database is not empty ({', '.join(full)}). Restore into a new one, after `migrate`."
        )


def models() -> list[type[Model]]:
    """Return the models whose rows are kept, each after those that its references name."""
    labels = [(config, None) for config in apps.get_app_configs()]
    every = serializers.sort_dependencies(labels)  # None: all models of the application
    return [model for model in every if model._meta.label_lower not in DERIVED and model._meta.managed]


def migrations() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def reset_sequences() -> None:
    """Let new rows be numbered after those that were restored."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models()):
            cursor.execute(statement)


@contextmanager
def one_moment() -> Iterator[None]:
    """Let all reads see the database as it is now, while others go on writing."""
    if connection.vendor == "sqlite":  # atomic() would keep others from writing
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
