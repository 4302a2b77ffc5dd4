"""`manage.py sweep`: many runs of manifests or dumps, on the workers or in this process; a table, JSON or CSV."""

from __future__ import annotations

import secrets
import sys
import time
from pathlib import Path
from typing import Any

import orjson
import yaml
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, transaction

from scheduler_core import InvalidInput, Scenario, read_sweep
from scheduler_core import Sweep as EngineSweep
from scheduler_core.contract import SweepResult, SweepSpecification
from webui.core.accounts.quotas import OPERATOR
from webui.core.scenarios.source import check
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.models import Sweep
from webui.features.sweeps.start import start
from webui.features.sweeps.tables import csv_text, plain_text
from webui.features.sweeps.whole import evaluate_all
from webui.ground.lib.errors import ErrorItem, Problem, items

LOOK_SECONDS = 0.3
INVALID_INPUT, NOT_FINISHED = 2, 1


class Command(BaseCommand):
    help = (
        "Run manifests or dumps many times, as a specification says (docs/scale.md), and print what comes of it. "
        "Exit code: 0 when all runs are evaluated, 1 if the sweep failed or was cancelled, 2 for input that cannot "
        "be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="YAML or JSON, - for stdin; several scenarios for a fleet",
        )
        question = parser.add_mutually_exclusive_group(required=True)
        question.add_argument("--seeds", type=int, metavar="N", help="run the scenario with the seeds 1 to N")
        question.add_argument(
            "--sweep",
            metavar="FILE",
            help="a specification as YAML or JSON: {kind: weights, x: …, seeds: 10}",
        )
        parser.add_argument(
            "--here", action="store_true", help="compute in this process, without database and workers"
        )
        parser.add_argument("--output", choices=("table", "json", "csv"), default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            specification = read_sweep(_specification(options))
            texts = {name: _read(name) for name in options["files"]}
            scenarios = {name: _scenario(text) for name, text in texts.items()}
            result = (
                self._here(list(scenarios.values()), specification)
                if options["here"]
                else self._on_workers(_links(texts, scenarios), specification)
            )
        except InvalidInput as error:
            raise _invalid(items(error.errors)) from error
        except Problem as problem:
            raise _invalid(problem.errors) from problem
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise CommandError(str(error), returncode=INVALID_INPUT) from error
        except DatabaseError as error:
            advice = "run migrate, or use --here, which needs no database"
            raise CommandError(f"DATABASE_URL: {error}: {advice}", returncode=NOT_FINISHED) from error
        self._print(result, options["output"])

    def _here(self, scenarios: list[Scenario], specification: SweepSpecification) -> SweepResult:
        engine = EngineSweep(scenarios, specification)
        tally = evaluate_all(engine, lambda done, rate: self._progress(done, engine.points, rate))
        return engine.result(tally)

    def _on_workers(self, snapshots: list[Snapshot], specification: SweepSpecification) -> SweepResult:
        with transaction.atomic():
            sweep = start(snapshots, dict(specification), OPERATOR)
        while sweep.status in Sweep.UNFINISHED:
            time.sleep(LOOK_SECONDS)
            sweep.refresh_from_db(fields=["status", "error", "evaluated", "rate"])
            self._progress(sweep.evaluated, sweep.points, sweep.rate)
        if sweep.status != Sweep.Status.FINISHED:
            raise CommandError(sweep.problem or "the sweep was cancelled", returncode=NOT_FINISHED)
        sweep.refresh_from_db(fields=["result"])
        result: SweepResult = orjson.loads(sweep.result)
        return result

    def _progress(self, evaluated: int, points: int, rate: float) -> None:
        """Tell how far the sweep is: on a terminal in place, else only at the end."""
        left = f", {(points - evaluated) / rate:,.0f} s left" if rate and evaluated < points else ""
        line = f"{evaluated:,}/{points:,} runs, {rate:,.1f} a second{left}"
        if sys.stderr.isatty():
            self.stderr.write(f"\r{line}\x1b[K", ending="" if evaluated < points else "\n")
        elif evaluated == points:
            self.stderr.write(line)

    def _print(self, result: SweepResult, output: str) -> None:
        if output == "json":
            self.stdout.write(orjson.dumps(result, option=orjson.OPT_INDENT_2).decode())
        else:
            self.stdout.write(csv_text(result) if output == "csv" else plain_text(result), ending="")


def _specification(options: dict[str, Any]) -> object:
    """Return the specification as it is written; a document may have it under the key `sweep`."""
    if options["sweep"] is None:
        return {"kind": "seeds", "seeds": options["seeds"]}
    document = yaml.safe_load(_read(options["sweep"]))
    is_wrapped = isinstance(document, dict) and document.keys() == {"sweep"}
    return document["sweep"] if is_wrapped else document


def _read(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def _scenario(text: str) -> Scenario:
    """Return the scenario of a text; raise Problem (422)."""
    checked = check(text)
    if checked.scenario is None:
        raise Problem(422, items(checked.errors))
    return checked.scenario


@transaction.atomic
def _links(texts: dict[str, str], scenarios: dict[str, Scenario]) -> list[Snapshot]:
    """Return unlisted links to the scenarios."""
    return [
        freeze(
            SnapshotContent(
                title=Path(name).name[:200],
                source=texts[name],
                scenario=scenario,
                kubernetes_version=scenario.release,
                seed=None,
                nonce=secrets.token_hex(16),
            )
        )
        for name, scenario in scenarios.items()
    ]


def _invalid(errors: list[ErrorItem]) -> CommandError:
    lines = (
        " ".join(str(error[key]) for key in ("object", "path", "message") if error.get(key))
        for error in errors
    )
    return CommandError("\n".join(lines), returncode=INVALID_INPUT)
