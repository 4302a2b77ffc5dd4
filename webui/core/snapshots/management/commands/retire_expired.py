from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from webui.core.snapshots.retire import retire_expired


class Command(BaseCommand):
    help = "Delete the content of expired links."

    def handle(self, *_: Any, **__: Any) -> None:
        self.stdout.write(f"{retire_expired()} links retired")
