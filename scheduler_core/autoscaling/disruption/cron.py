"""Schedules of budgets, in UTC (robfig/cron v3, ParseStandard)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scheduler_core.autoscaling.objects.durations import parse_duration

_YEARS = 5  # after which a schedule that has not hit never does

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_NAMED = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
_FIELDS: tuple[tuple[int, int, dict[str, int]], ...] = (
    (0, 59, {}),
    (0, 23, {}),
    (1, 31, {}),
    (1, 12, {name: i for i, name in enumerate(_MONTHS, start=1)}),
    (0, 6, {name: i for i, name in enumerate(_DAYS)}),
)
_RANGE = re.compile(r"(\*|\?|\w+)(?:-(\w+))?(?:/(\d+))?")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The minutes, hours, days and months of a schedule; `any_day` if one kind of days is not restricted."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    any_day: bool

    def hits_within(self, after: float, until: float) -> bool:
        """Return whether it hits later than `after`, but not later than `until`; one that never hits always does."""
        first = datetime.fromtimestamp(after, UTC)
        day = first.replace(hour=0, minute=0, second=0, microsecond=0)
        for _ in range(_YEARS * 366):
            if self._is_on(day) and (hit := self._first(day, first)):
                return hit.timestamp() <= until
            day += timedelta(days=1)
        return True  # Go's zero time, which is before all others

    def _is_on(self, day: datetime) -> bool:
        of_month, of_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        matches = of_month and of_week if self.any_day else of_month or of_week
        return day.month in self.months and matches

    def _first(self, day: datetime, after: datetime) -> datetime | None:
        """Return the first hit of a day that is later."""
        hits = (day.replace(hour=h, minute=m) for h in sorted(self.hours) for m in sorted(self.minutes))
        return next((hit for hit in hits if hit > after), None)


@dataclass(frozen=True, slots=True)
class Every:
    """A hit every so many seconds after any time."""

    seconds: float

    def hits_within(self, after: float, until: float) -> bool:
        return after + self.seconds <= until


def parse_schedule(text: str) -> Schedule | Every | None:
    """Return a schedule, None if it is none."""
    if text.startswith("@every "):
        every = parse_duration(text.removeprefix("@every "))
        return None if every is None else Every(max(1.0, float(int(every))))
    fields = _NAMED.get(text, text).split()
    if len(fields) != len(_FIELDS):
        return None
    sets = [_parse_field(field, *bounds) for field, bounds in zip(fields, _FIELDS, strict=True)]
    minutes, hours, days, months, weekdays = sets
    if minutes is None or hours is None or days is None or months is None or weekdays is None:
        return None
    any_day = any(field.startswith(("*", "?")) for field in (fields[2], fields[4]))
    return Schedule(minutes, hours, days, months, weekdays, any_day)


def _parse_field(field: str, least: int, most: int, names: dict[str, int]) -> frozenset[int] | None:
    values: set[int] = set()
    for part in field.split(","):
        match = _RANGE.fullmatch(part.lower())
        if not match:
            return None
        first, last, step = match.groups()
        if first in ("*", "?"):
            start, end = least, most
        else:
            start = _number(first, names)
            end = _number(last, names) if last else most if step else start
        if not least <= start <= end <= most or step == "0":
            return None
        values.update(range(start, end + 1, int(step or 1)))
    return frozenset(values)


def _number(text: str, names: dict[str, int]) -> int:
    """Return a number or the number of a name, -1 if it is neither."""
    return names.get(text, int(text) if text.isdecimal() else -1)
