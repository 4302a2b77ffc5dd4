from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


class Command(migrate.Command):
    """Django's command, which would end in a traceback for a database that is too old."""

    def handle(self, *args: Any, **options: Any) -> None:
        applied = MigrationRecorder(connections[options["database"]]).applied_migrations()
        for migration in MigrationLoader(None).disk_migrations.values():
            missing = [".".join(key) for key in migration.replaces if key not in applied]
            if missing and len(missing) < len(migration.replaces):
                raise CommandError(
                    f"The database is of a version before 0.3.0: it lacks {', '.join(missing)}. Migrate it with "
                    "version 0.3.0 first, then with this one. It is as it was."
                )
        super().handle(*args, **options)
