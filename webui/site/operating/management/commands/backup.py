from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from webui.site.operating.backup import backup


class Command(BaseCommand):
    help = "Write all drafts, snapshots, runs and accounts to one file, while the site goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            rows = backup(file)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        self.stdout.write(f"{rows} rows in {file}, {file.stat().st_size / 1e6:.1f} MB")
