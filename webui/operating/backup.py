"""All that an installation stores as one file, and back: rows as JSON lines, compressed.

The file does not depend on the database: one of SQLite is restored into PostgreSQL and the other way round.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

FORMAT = 1
# `migrate` makes these; references to them go by name. Sessions end with the move.
DERIVED = frozenset({"contenttypes.contenttype", "auth.permission", "sessions.session"})
CHUNK = 500  # rows read at a time


class BadBackup(ValueError):
    """A file cannot be restored; the text says why and what to do."""


def backup(path: Path) -> int:
    """Write all rows, as they are at one moment, and return their number. An existing file is replaced at the end."""
    partial = path.with_name(path.name + ".partial")
    with gzip.open(partial, "wt", encoding="utf-8", compresslevel=6) as file, one_moment():
        rows = write_rows(file)
    partial.replace(path)
    return rows


def write_rows(file: IO[str]) -> int:
    print(json.dumps({"schedscope": FORMAT, "migrations": migrations()}), file=file)
    rows = 0
    for model in models():
        for row in model._base_manager.order_by("pk").iterator(CHUNK):
            (fields,) = serializers.serialize("python", [row], use_natural_foreign_keys=True)
            print(json.dumps(fields, default=str), file=file)  # str: the JSON serializer cuts microseconds
            rows += 1
    print(json.dumps({"rows": rows}), file=file)
    return rows


def restore(path: Path) -> int:
    """Read all rows into an empty, migrated database and return their number; all or none.

    Raise BadBackup if the file is damaged or of other migrations, or if the database is not empty.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic():
            check(file.readline())
            rows = read_rows(file)
            reset_sequences()
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadBackup(f"{path}: damaged or no backup of SchedScope: {error}") from error
    return rows


def check(first_line: str) -> None:
    header = json.loads(first_line)
    if not isinstance(header, dict) or header.get("schedscope") != FORMAT:
        raise BadBackup("no backup of SchedScope, or one of a newer version: its first line has another form")
    if other := set(header["migrations"]) ^ set(migrations()):
        raise BadBackup(
            f"made by another version: the databases differ by {', '.join(sorted(other))}. "
            "Restore with the version that made it, then update."
        )
    if full := [model._meta.label for model in models() if model._base_manager.exists()]:
        raise BadBackup(
            f"the database is not empty ({', '.join(full)}). Restore into a new one, after `migrate`."
        )


def read_rows(lines: Iterator[str]) -> int:
    rows = 0
    for line in lines:
        if line.startswith('{"rows":'):
            if json.loads(line)["rows"] != rows:
                raise BadBackup(f"damaged: {rows} rows instead of {json.loads(line)['rows']}")
            return rows
        for row in serializers.deserialize("python", [json.loads(line)]):
            row.save(force_insert=True)
            rows += 1
    raise BadBackup(f"cut off after {rows} rows: the end is missing")


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
