"""Events are stored compressed, and those of older versions stay readable."""

from __future__ import annotations

import hashlib

import orjson
import pytest
from django.db import connection

from tests.webui.clusters import many
from tests.webui.conftest import Visitor
from webui.core.runs import limits, log
from webui.core.runs.models import DICTIONARY, PayloadField, RunEvent


def stored_bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT SUM(LENGTH(packed)) FROM runs_runevent")
        return int(cursor.fetchone()[0])


@pytest.mark.django_db
@pytest.mark.sqlite
def test_events_take_a_fifth_of_their_json(alice: Visitor) -> None:
    run = alice.run(alice.draft(many(30)))
    events = log.read(run["id"], after=0, limit=1000)
    assert stored_bytes() * 5 < sum(len(orjson.dumps(event)) for event in events)


@pytest.mark.django_db
def test_rows_of_older_versions_are_read(alice: Visitor) -> None:
    run = alice.run(alice.draft())
    before = log.read(run["id"], after=0, limit=1000)
    with connection.cursor() as cursor:
        for event in before:
            text = orjson.dumps({name: value for name, value in event.items() if name != "seq"}).decode()
            cursor.execute(
                "UPDATE runs_runevent SET payload = %s, packed = NULL WHERE run_id = %s AND seq = %s",
                [text, run["id"], event["seq"]],
            )
    assert log.read(run["id"], after=0, limit=1000) == before


def test_what_was_packed_once_is_read() -> None:
    """The dictionary is part of every stored row."""
    digest = "e27bf9a34116954471c42d0ff1d934859a941f4b1cdd968d73ccacb184b24740"
    assert hashlib.sha256(DICTIONARY).hexdigest() == digest
    stored = bytes.fromhex("0123d4213146ea9018c29a72a6b500")
    assert PayloadField().unpack(stored) == {"kind": "run.finished", "placed": 3, "pending": 1, "at": 0.5}


@pytest.mark.django_db
def test_a_page_of_kinds_begins_where_the_last_one_ended(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BATCH_EVENTS", 3)
    run = alice.run(alice.draft(many(5)))
    kinds = ("cycle.started", "cycle.finished")
    rows = RunEvent.objects.filter(run=run["id"], kind__in=kinds).order_by("seq")
    assert list(log.events_of(run["id"], *kinds)) == [row.payload for row in rows]
