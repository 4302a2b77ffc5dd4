from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from webui.features.gallery.cases import read_cases
from webui.features.gallery.loading import load_cases


class Command(BaseCommand):
    help = "Load the worked examples. Quick if nothing has changed."
    requires_system_checks = ()  # they import all views, and `migrate`, which precedes it, has made them

    def handle(self, *args: Any, **options: Any) -> None:
        count = load_cases(read_cases())
        if options["verbosity"]:
            self.stdout.write(f"gallery: {count} cases run" if count else "gallery: up to date")
