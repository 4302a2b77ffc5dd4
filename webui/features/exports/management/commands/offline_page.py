from __future__ import annotations

import sys
import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from scheduler_core import InvalidInput, find_version, load
from webui.core.runs.execute import claim, execute
from webui.core.runs.models import Run
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.features.exports.offline import NOWHERE, offline_page


class Command(BaseCommand):
    help = "Run manifests from stdin, and write the page that steps through the run offline."

    def add_arguments(self, parser: CommandParser | ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--title", default="Untitled")
        parser.add_argument("--pod", help="the pod, as namespace/name, that the page opens at")
        parser.add_argument("--kubernetes-version", type=find_version)
        parser.add_argument("--seed", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        source = sys.stdin.read()
        try:
            scenario = load(source, version=options["kubernetes_version"])
        except InvalidInput as error:
            raise CommandError("\n".join(map(str, error.errors))) from error
        with transaction.atomic():
            snapshot = freeze(
                SnapshotContent(
                    title=options["title"],
                    source=source,
                    scenario=scenario,
                    kubernetes_version=scenario.release,
                    seed=options["seed"],
                    nonce=uuid.uuid4().hex,
                )
            )
            created = Run.objects.create(snapshot=snapshot)
        run = claim(created.pk, owner="offline_page")
        if run is None:
            raise CommandError("the run is taken by a worker: use a database without one")
        execute(run, live=False)
        if run.error:
            raise CommandError(run.problem)
        opens_at = f"?{urlencode({'pod': options['pod']})}" if options["pod"] else ""
        options["file"].write_text(offline_page(snapshot, run, NOWHERE + opens_at), encoding="utf-8")
