"""The moments of a trace: seconds since any moment, or dates."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from scheduler_core.kubernetes.objects.reading import quoted
from scheduler_core.sentences import worded

from .table import Row

_MILLISECONDS = 1e11  # as seconds, that would be the year 5138

Clock = Literal["seconds", "dates"]


class Moments:
    """Reads the moments of a table, all of which are of one clock: that of the first one."""

    def __init__(self) -> None:
        self.clock: Clock | None = None

    def read(self, row: Row, column: str) -> float | None:
        """Return seconds, None for an empty cell; a moment that cannot be read is a problem of the row."""
        text = row.text(column)
        if not text:
            return None
        seconds, clock = _seconds(text)
        if clock is None:
            expected = worded("must be seconds such as 9437497, or a date such as 2023-07-01T08:00:00Z")
            row.problem(
                column,
                worded(
                    "{expected}; got {value}: write one of the two", expected=expected, value=quoted(text)
                ),
            )
        elif seconds >= _MILLISECONDS:
            row.problem(
                column,
                worded("must be seconds, got {value}: divide milliseconds by 1000", value=quoted(text)),
            )
        elif clock != (self.clock or clock):
            row.problem(
                column,
                worded("must be seconds as above, got {value}: write all moments alike", value=quoted(text))
                if self.clock == "seconds"
                else worded(
                    "must be a date as above, got {value}: write all moments alike", value=quoted(text)
                ),
            )
        else:
            self.clock = clock
            return seconds
        return None


def _seconds(text: str) -> tuple[float, Clock | None]:
    try:
        seconds = float(text)
        return (seconds, "seconds") if seconds >= 0 else (0.0, None)
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return 0.0, None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp(), "dates"
