"""All that an installation stores as one file, and back: rows as JSON lines, compressed by gzip, which checks them.

The file does not depend on the database: one of SQLite is restored into PostgreSQL and the other way round.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.core.serializers.python import Serializer
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import ForeignKey, Model

FORMAT = 3
# `migrate` makes these; references to them go by name. Sessions end with the move, and a worker that waits for the
# restored rows writes its timetable meanwhile.
DERIVED = frozenset({"contenttypes.contenttype", "auth.permission", "sessions.session", "site.timetable"})
CHUNK = 500  # rows read or inserted at a time
CHUNK_BYTES = 8_000_000  # of their lines: a snapshot of a large dump is one row
ADVICE = "The database is as it was. Copy the file again from where it was made, or restore another backup."
# What Django raises for a row of another form, model, field or value.
UNREADABLE = (DeserializationError, FieldDoesNotExist, ValidationError, LookupError, TypeError, ValueError)


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
    head = {"schedscope": FORMAT, "migrations": migrations()}
    file.write(json.dumps(head).encode() + b"\n")
    number = 0
    for model in models():
        for row in model._base_manager.order_by("pk").iterator(CHUNK):
            (fields,) = Rows().serialize([row], use_natural_foreign_keys=True)
            # str: Django's own format of JSON cuts microseconds
            file.write(json.dumps(fields, default=str).encode() + b"\n")
            number += 1
    return number


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
            while file.read(CHUNK_BYTES):
                pass  # gzip compares its checksum at the end
            file.seek(0)
            file.readline()
            require_same(head["migrations"])
            with transaction.atomic():
                require_empty()
                rows = insert(file)
                reset_sequences()
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadBackup(f"{path}: damaged or no backup of SchedScope: {error}. {ADVICE}") from error
    except BadRow as error:
        raise BadBackup(f"{path}: {error}. {ADVICE}") from error
    return rows


class BadRow(ValueError):
    """A row cannot be stored; the text has its line and says why."""


def insert(file: Iterable[bytes]) -> int:
    """Insert the rows and return their number; raise BadRow for one that cannot be read or stored."""
    number, batch, size = 1, list[DeserializedObject](), 0
    for number, line in enumerate(file, start=2):
        try:
            (row,) = serializers.deserialize("python", [json.loads(line)])
        except UNREADABLE as error:
            raise BadRow(f"line {number} cannot be restored: {one_line(error)}") from error
        is_other = bool(batch) and type(row.object) is not type(batch[0].object)
        if is_other or len(batch) == CHUNK or size + len(line) > CHUNK_BYTES:
            insert_batch(batch, number - 1)
            batch, size = [], 0
        batch.append(row)
        size += len(line)
    insert_batch(batch, number)
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise BadRow(f"a row refers to one that is not there: {one_line(error)}") from error
    return number - 1


def insert_batch(batch: list[DeserializedObject], last: int) -> None:
    """Insert rows of one model as they are: bulk_create() would set the times of `auto_now` anew."""
    if not batch:
        return
    objects = [row.object for row in batch]
    manager: Any = type(objects[0])._base_manager
    fields = objects[0]._meta.local_concrete_fields
    at_once = connection.ops.bulk_batch_size(fields, objects)
    try:
        for start in range(0, len(objects), at_once):
            manager._insert(objects[start : start + at_once], fields=fields, using=connection.alias, raw=True)
        for row in batch:
            for name, values in (row.m2m_data or {}).items():
                getattr(row.object, name).set(values)
    except (DatabaseError, TypeError, ValueError) as error:
        lines = f"lines {last - len(batch) + 1} to {last}"
        raise BadRow(f"{lines} cannot be restored: {one_line(error)}") from error


def one_line(error: Exception) -> str:
    """Return what an exception says, in one line without the end of a sentence."""
    text = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    return text.rstrip(".") or type(error).__name__


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
    """Return the migrations of this version that the database has; those that they replace are left out."""
    known = MigrationLoader(connection).graph.nodes.keys()
    applied = MigrationRecorder(connection).applied_migrations().keys()
    return sorted(".".join(key) for key in known & applied)


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
