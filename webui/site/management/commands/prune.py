from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from webui.site.retention import prune


class Command(BaseCommand):
    help = "Delete expired links, unkept links, old answers of tasks, orphaned drafts and expired sessions."

    def handle(self, *_: Any, **__: Any) -> None:
        for name, count in prune().items():
            self.stdout.write(f"{count} {name}")
