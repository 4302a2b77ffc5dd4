"""Rows of a backup into the database, many with one statement."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model

from webui.site.operating.checked_lines import rows_of

BATCH = 500  # rows
BATCH_BYTES = 8_000_000  # of their lines: a snapshot of a large dump is one row
# What Django raises for a row of another form, model, field or value.
UNREADABLE = (DeserializationError, FieldDoesNotExist, ValidationError, LookupError, TypeError, ValueError)


class BadRow(ValueError):
    """A row cannot be stored; the text has its line and says why."""


@dataclass(frozen=True, slots=True)
class Row:
    line: int  # number, from 1
    size: int  # of the line in bytes
    deserialized: DeserializedObject

    @property
    def object(self) -> Model:
        return self.deserialized.object


def insert(file: Iterable[bytes]) -> int:
    """Insert the rows of a verified file and return their number.

    Raise BadRow for one that cannot be read or stored; the caller's transaction takes back those before.
    """
    rows = 0
    for batch in batches(read(number, line) for number, line in rows_of(file)):
        insert_batch(batch)
        rows += len(batch)
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise BadRow(f"a row refers to one that is not there: {sentence(error)}") from error
    return rows


def read(number: int, line: bytes) -> Row:
    try:
        (deserialized,) = serializers.deserialize("python", [json.loads(line)])
    except UNREADABLE as error:
        raise BadRow(f"line {number} is no row of this version: {sentence(error)}") from error
    return Row(number, len(line), deserialized)


def batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield neighbours of one model, as many as one statement takes."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        full = len(batch) == BATCH or size + row.size > BATCH_BYTES
        if batch and (full or type(row.object) is not type(batch[0].object)):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += row.size
    if batch:
        yield batch


def insert_batch(batch: list[Row]) -> None:
    try:
        with transaction.atomic():
            store(batch)
    except (DatabaseError, TypeError, ValueError) as error:
        name_refused(batch)
        lines = f"lines {batch[0].line} to {batch[-1].line}"
        raise BadRow(f"{lines} cannot be stored together: {sentence(error)}") from error


def name_refused(batch: list[Row]) -> None:
    """Store rows one by one, after all of them together were refused; raise BadRow for the first that is."""
    for row in batch:
        try:
            with transaction.atomic():
                store([row])
        except (DatabaseError, TypeError, ValueError) as error:
            raise BadRow(f"line {row.line} cannot be stored: {sentence(error)}") from error


def store(batch: list[Row]) -> None:
    """Insert rows of one model as they are: bulk_create() would set the times of `auto_now` anew."""
    manager: Any = type(batch[0].object)._base_manager
    fields = batch[0].object._meta.local_concrete_fields
    objects = [row.object for row in batch]
    at_once = connection.ops.bulk_batch_size(fields, objects)
    for start in range(0, len(objects), at_once):
        manager._insert(objects[start : start + at_once], fields=fields, using=connection.alias, raw=True)
    for row in batch:
        for name, values in (row.deserialized.m2m_data or {}).items():
            getattr(row.object, name).set(values)


def sentence(error: Exception) -> str:
    """Return what an exception says, in one line without the end of a sentence."""
    text = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    return text.rstrip(".") or type(error).__name__
