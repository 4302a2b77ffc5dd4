"""The number of the format of this engine's logs. It is stored with a log and decides whether the log can be read."""

from __future__ import annotations

RECORDING_FORMAT = 4
"""The format of what `simulate` records.

Increase it by one if a scenario is recorded differently, or if a cycle recomputed from an unchanged log is different:
another event or field, another decision, another order. Code that computes the same results keeps the number.
`tests/scheduler_core/simulation/run/test_log_format.py` fails when the number must change; then declare in
`READABLE_FORMATS` whether logs of the previous format can still be read.
"""

READABLE_FORMATS = frozenset({1, 2, 3, RECORDING_FORMAT})
"""The formats that `Recording` reads. Logs of format 1 lack the events of nominations, which no outcome depends on.

Those of format 2 lack resource claims: their cycles are computed as if no claim had devices but those of the input.
Those of format 3 drew among equal nodes in every version: their cycles keep the nodes that they took.
"""


class UnreadableLog(ValueError):
    """The log cannot be read by this engine, or is not one of this scenario."""
