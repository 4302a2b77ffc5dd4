"""`manage.py serve`: one web server, for installations that start each process by themselves."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from webui.site.processes import commands


class Command(BaseCommand):
    help = "Run one web server with the options that SchedScope needs, in place of this process."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        command = commands.web(host, port)
        os.execv(command[0], command)
