"""Facts about workloads that Kueue admits before the scheduler sees their pods."""

from __future__ import annotations

from dataclasses import dataclass

from .finding import Finding, not_met
from .finished_run import FinishedRun


@dataclass(frozen=True, slots=True)
class Admitted:
    """Kueue admits the workload; or, if not `admitted`, it does not, with this text in its message."""

    workload: str
    admitted: bool = True
    reason: str = ""

    def __str__(self) -> str:
        if self.admitted:
            return f"{self.workload} admitted"
        return f"{self.workload} not admitted" + (f": {self.reason}" if self.reason else "")

    def check(self, run: FinishedRun) -> Finding:
        admission = run.admission(self.workload)
        if admission is None:
            return not_met("no such workload")
        admitted, message = admission
        actual = "admitted" if admitted else f"not admitted: {message}"
        return Finding(admitted == self.admitted and (admitted or self.reason in message), actual)
