from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from webui.site.operating.backup import BadBackup, restore


class Command(BaseCommand):
    help = "Read a file of `manage.py backup` into an empty database, after `manage.py migrate`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            rows = restore(file)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except BadBackup as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{rows} rows restored")
