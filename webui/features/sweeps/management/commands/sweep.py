"""`manage.py sweep`: many runs of manifests or dumps, on the workers or in this process; a table, JSON or CSV."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import orjson
import yaml
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, transaction

from scheduler_core import InvalidInput, Scenario, merge_sweeps, read_sweep, sweep_table
from scheduler_core import Sweep as EngineSweep
from scheduler_core.contract import SweepResult, SweepSpecification, SweepTally
from webui.core.accounts.quotas import OPERATOR
from webui.core.scenarios.source import check
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.job import SWEEP
from webui.features.sweeps.models import Sweep
from webui.features.sweeps.pieces import GROWTH, PIECE_SECONDS
from webui.ground.lib.csv_text import rows_as_csv
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
        tally = _evaluate(engine, lambda done, rate: self._progress(done, engine.points, rate))
        return engine.result(tally)

    def _on_workers(self, snapshots: list[Snapshot], specification: SweepSpecification) -> SweepResult:
        with transaction.atomic():
            sweep = SWEEP.start(SWEEP.request(snapshots, dict(specification), OPERATOR), OPERATOR)
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
            table = sweep_table(result)
            self.stdout.write(rows_as_csv(table) if output == "csv" else _columns(table), ending="")


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


def _evaluate(engine: EngineSweep, report: Callable[[int, float], None]) -> SweepTally:
    """Return the tally of all points; `report` is called from time to time with how many are done, and the rate."""
    begun = time.monotonic()
    size = 1
    tally = engine.evaluate(0, 0)
    while tally["points"] < engine.points:
        start, piece_begun = tally["points"], time.monotonic()
        stop = min(engine.points, start + size)
        tally = merge_sweeps(tally, engine.evaluate(start, stop))
        now = time.monotonic()
        wanted = int((stop - start) / max(1e-6, now - piece_begun) * PIECE_SECONDS)
        size = max(1, min(wanted, GROWTH * size))
        report(stop, stop / max(1e-6, now - begun))
    return tally


def _columns(table: Sequence[Sequence[object]]) -> str:
    """Return the rows in columns."""
    rows = [[_cell(value) for value in row] for row in table]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "".join(f"{line}\n" for line in lines)


def _cell(value: object) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
