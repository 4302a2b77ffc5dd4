"""During an update, web servers and workers of two versions share a database that the newer one has migrated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration

from tests.webui.conftest import Visitor
from webui.core.runs.models import Run

# The last migration of the version before, of each application: those after it only add.
BASELINE = "0001_squashed_0_3_0"
# A constraint that holds for what the version before writes, too; a field that is renamed keeps its column.
ADDITIONS = (
    migrations.CreateModel,
    migrations.AddConstraint,
    migrations.AddIndex,
    migrations.RemoveConstraint,
    migrations.RemoveIndex,
)
TABLES = ("runs.Run", "runs.RunEvent", "scenarios.Scenario", "sharing.Snapshot")


def new_migrations() -> Iterator[Migration]:
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("webui.")}
    for (app, name), migration in MigrationLoader(connection).disk_migrations.items():
        if app in ours and name > BASELINE:
            yield migration


def is_addition(operation: object, migration: Migration) -> bool:
    """Return whether a version that does not know of the change can go on writing."""
    match operation:
        case migrations.AddField(field=field):
            return bool(field.null or field.db_default is not models.NOT_PROVIDED or field.many_to_many)
        case migrations.AlterField(field=field):
            # Of a column that keeps its name and type, and may now be left out or hold longer texts.
            may_be_left_out = field.null or field.db_default is not models.NOT_PROVIDED
            return bool(may_be_left_out or is_longer(field, operation, migration))
        case migrations.SeparateDatabaseAndState(database_operations=of_database):
            return not of_database
    return isinstance(operation, (*ADDITIONS, migrations.RenameField))


def is_longer(field: models.Field[Any, Any], changed: migrations.AlterField, migration: Migration) -> bool:
    before = MigrationLoader(connection).project_state((migration.app_label, migration.name), at_end=False)
    old = before.models[migration.app_label, changed.model_name_lower].fields[changed.name]
    return (
        isinstance(field, models.CharField)
        and isinstance(old, models.CharField)
        and (field.max_length or 0) > (old.max_length or 0)
    )


@pytest.mark.django_db
def test_migrations_only_add() -> None:
    others = {
        f"{migration.app_label}.{migration.name}: {operation.describe()}"
        for migration in new_migrations()
        for operation in migration.operations
        if not is_addition(operation, migration)
    }
    assert others == set()


@pytest.mark.django_db(transaction=True)
def test_tables_with_columns_of_a_newer_version_are_read_and_written(alice: Visitor) -> None:
    tables = [apps.get_model(label)._meta.db_table for label in TABLES]
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'ALTER TABLE "{table}" ADD COLUMN of_a_newer_version integer NOT NULL DEFAULT 7')
    try:
        run = Run.objects.get(pk=alice.run(alice.draft())["id"])
        assert run.status == Run.Status.FINISHED
        assert len(alice.get(f"/api/runs/{run.pk}/events").json()["events"]) == run.events
    finally:
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f'ALTER TABLE "{table}" DROP COLUMN of_a_newer_version')
