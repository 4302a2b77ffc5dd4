"""A database of 0.3.0 goes on with the migrations that replace its own, an older one is refused as it is."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.webui.conftest import Visitor
from webui.site.operating.backup import migrations
from webui.site.readiness import missing_parts

Keys = set[tuple[str, str]]


@pytest.fixture
def recorded() -> Iterator[MigrationRecorder]:
    """What the database says of its migrations; at the end what it said before."""
    recorder = MigrationRecorder(connection)
    before = set(recorder.applied_migrations())
    yield recorder
    recorder.migration_qs.all().delete()
    for app, name in before:
        recorder.record_applied(app, name)


def as_of_0_3_0(recorder: MigrationRecorder) -> Keys:
    """Let the database say what one of 0.3.0 does, whose tables are the same; return what replaces that."""
    replacing = {key: m for key, m in MigrationLoader(None).disk_migrations.items() if m.replaces}
    for app, name in replacing:
        recorder.record_unapplied(app, name)
    for migration in replacing.values():
        for app, name in migration.replaces:
            recorder.record_applied(app, name)
    return set(replacing)


@pytest.mark.django_db(transaction=True)
def test_a_database_of_0_3_0_has_nothing_to_migrate(recorded: MigrationRecorder, alice: Visitor) -> None:
    fresh = migrations()
    run = alice.run(alice.draft())
    replacing = as_of_0_3_0(recorded)
    assert "migrations" in missing_parts()
    output = StringIO()
    call_command("migrate", stdout=output)
    assert "No migrations to apply" in output.getvalue()
    assert replacing <= set(recorded.applied_migrations())
    assert "migrations" not in missing_parts()
    assert migrations() == fresh, "a backup of either is restored into the other"
    assert alice.get(f"/api/runs/{run['id']}").json()["status"] == "finished"


@pytest.mark.django_db(transaction=True)
def test_an_older_database_is_refused_and_told_the_way(recorded: MigrationRecorder) -> None:
    as_of_0_3_0(recorded)
    last = max(key for key in recorded.applied_migrations() if key[0] == "runs")
    recorded.record_unapplied(*last)
    before = set(recorded.applied_migrations())
    with pytest.raises(
        CommandError, match=rf"before 0\.3\.0: it lacks {'.'.join(last)}\. Migrate it with version 0\.3\.0"
    ):
        call_command("migrate", verbosity=0)
    assert set(recorded.applied_migrations()) == before
