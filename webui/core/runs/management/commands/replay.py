"""`manage.py replay RUN N`: a cycle of a run in a shell, computed again."""

from __future__ import annotations

import uuid
from typing import Any

import orjson
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import shell

from webui.core.runs import cycles
from webui.core.runs.models import Run
from webui.ground.lib.errors import Problem


class Command(shell.Command):
    help = (
        "Opens a shell with a cycle of a run: `cycle`, its `record` (what the plugins returned), its `view` "
        "(what a page shows) and the `run`. With -c it executes code with them, with --json it writes the view."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("run", type=uuid.UUID, help="the id of a run")
        parser.add_argument("n", type=int, help="the number of the cycle, from 0")
        parser.add_argument("--json", action="store_true", help="write the view and exit")

    def handle(self, **options: Any) -> None:
        self.names = replayed(options["run"], options["n"])
        if options["json"]:
            self.stdout.write(orjson.dumps(self.names["view"], option=orjson.OPT_INDENT_2).decode())
        else:
            super().handle(**options)

    def get_namespace(self, **options: Any) -> dict[str, object]:
        return self.names


def replayed(run_id: uuid.UUID, n: int) -> dict[str, object]:
    """Compute the cycle again; return the names of the shell. Raises CommandError if there is no such cycle."""
    run = Run.objects.select_related("snapshot").filter(pk=run_id).first()
    if run is None:
        raise CommandError(f"There is no run {run_id}.")
    try:
        cycle = cycles.cycle_once(run, n)
    except Problem as problem:
        raise CommandError("\n".join(f"{e['path']}: {e['message']}" for e in problem.errors)) from problem
    return {"run": run, "cycle": cycle, "record": cycle.result, "view": cycle.view()}
