"""Facts about other versions of Kubernetes."""

from __future__ import annotations

from dataclasses import dataclass

from .finding import Finding, not_met
from .finished_run import FinishedRun, NoRun

MAX_LISTED = 5


@dataclass(frozen=True, slots=True)
class SamePlacement:
    """The pods, or one of them, end alike under two versions. Without `before` that is the version of the run."""

    after: str
    before: str = ""
    pod: str = ""

    def __str__(self) -> str:
        versions = f"from {self.before} to {self.after}" if self.before else f"on {self.after}"
        return f"{self.pod or 'every pod'} stays {versions}"

    def check(self, run: FinishedRun) -> Finding:
        pod = run.key(self.pod) if self.pod else ""
        try:
            shifts = [shift for shift in run.shifts(self.before, self.after) if pod in ("", shift.pod)]
        except NoRun as error:
            return not_met(str(error))
        if not shifts:
            return Finding(holds=True, actual="nothing moves")
        listed = [f"{s.pod} {s.before} -> {s.after} ({s.cause})" for s in shifts[:MAX_LISTED]]
        rest = f", and {len(shifts) - MAX_LISTED} more" if len(shifts) > MAX_LISTED else ""
        return Finding(holds=False, actual=f"{len(shifts)} moved: {', '.join(listed)}{rest}")
