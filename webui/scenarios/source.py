"""Check the source of a draft."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings

from scheduler_core import InvalidInput, Limits, Scenario, TooLarge, load, note_lines, reading_report
from scheduler_core.contract import ScenarioSummary
from webui.lib.errors import ErrorItem, Problem, items


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Either a scenario or the errors in its source."""

    scenario: Scenario | None
    errors: list[ErrorItem]

    @property
    def summary(self) -> ScenarioSummary | None:
        return self.scenario.summary() if self.scenario else None


def notes(source: str) -> list[str]:
    """Return what was not read of a valid source and what it lacks, each as a sentence; [] if it has errors."""
    scenario = check(source).scenario
    return note_lines(reading_report(scenario, [source])) if scenario else []


def check(source: str) -> CheckResult:
    """Load a source. Raise Problem (413), without reading it, if it exceeds the limits."""
    return _check(source, Limits(bytes=settings.SCENARIO_MAX_BYTES, objects=settings.SCENARIO_MAX_OBJECTS))


@lru_cache(maxsize=4)  # a text is validated while it is typed, then saved, then run
def _check(source: str, limits: Limits) -> CheckResult:
    try:
        return CheckResult(load(source, limits), [])
    except TooLarge as error:
        raise Problem(413, items(error.errors)) from error
    except InvalidInput as error:
        return CheckResult(None, items(error.errors))
