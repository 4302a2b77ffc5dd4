"""Looking at the text of a draft."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings

from scheduler_core import InvalidInput, Limits, Scenario, TooLarge, load
from scheduler_core.contract import ScenarioSummary
from webui.lib.errors import ErrorItem, Problem, items


@dataclass(frozen=True, slots=True)
class Checked:
    """Either a scenario or the reasons why there is none."""

    scenario: Scenario | None
    errors: list[ErrorItem]

    @property
    def summary(self) -> ScenarioSummary | None:
        return self.scenario.summary() if self.scenario else None


def check(source: str) -> Checked:
    """Raises a 413 for a source beyond the limits: that is not even looked at."""
    return _check(source, Limits(bytes=settings.SCENARIO_MAX_BYTES, objects=settings.SCENARIO_MAX_OBJECTS))


@lru_cache(maxsize=4)  # a text is validated while it is typed, then saved, then run
def _check(source: str, limits: Limits) -> Checked:
    try:
        return Checked(load(source, limits), [])
    except TooLarge as error:
        raise Problem(413, items(error.errors)) from error
    except InvalidInput as error:
        return Checked(None, items(error.errors))
