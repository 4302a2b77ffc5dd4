"""`manage.py work`: one worker, for installations that start each process by themselves."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from webui.site.processes import commands


class Command(BaseCommand):
    help = "Run one worker with the options that SchedScope needs, in place of this process."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--small", action="store_true", help="reserve it for small runs")

    def handle(self, *, small: bool, **options: Any) -> None:
        command = commands.worker(small=small)
        os.execv(command[0], command)
