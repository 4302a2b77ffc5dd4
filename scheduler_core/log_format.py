"""What the logs of this engine mean, as a number. It is kept with a log, and says later whether that can be read."""

from __future__ import annotations

RECORDING_FORMAT = 1
"""The number of what `simulate` records.

Raise it by one when a scenario is recorded otherwise than before, or when a cycle that is computed again from an
unchanged log comes out otherwise: another event or field, another decision, another order. What is written otherwise
and computes the same keeps the number. `tests/scheduler_core/run/test_log_format.py` fails when the number is due;
then state whether logs of the former one can still be read, in `READABLE_FORMATS`.
"""

READABLE_FORMATS = frozenset({RECORDING_FORMAT})
"""The numbers whose logs `Recording` reads."""


class UnreadableLog(ValueError):
    """The log cannot be read as one of this scenario by this engine."""
