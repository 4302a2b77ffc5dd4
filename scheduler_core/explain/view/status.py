"""A plugin's answer as JSON."""

from __future__ import annotations

from scheduler_core.scheduler.cycle.contract import StatusEntry
from scheduler_core.scheduler.framework.status import Status


def status_entry(status: Status) -> StatusEntry:
    """Return the answer with its reasons sorted, and without the key when there are none."""
    entry: StatusEntry = {"code": status.code.label}
    if status.reasons:
        entry["reasons"] = sorted(status.reasons)
    return entry
