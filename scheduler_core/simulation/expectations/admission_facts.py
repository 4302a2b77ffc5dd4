"""Facts about workloads that Kueue admits before the scheduler sees their pods."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.sentences import Sentence, worded

from .finding import Finding, because, not_met
from .finished_run import FinishedRun


@dataclass(frozen=True, slots=True)
class Admitted:
    """Kueue admits the workload; or, if not `admitted`, it does not, with this text in its message."""

    workload: str
    admitted: bool = True
    reason: str = ""

    @property
    def sentence(self) -> Sentence:
        if self.admitted:
            return worded("{workload} admitted", workload=self.workload)
        return because(worded("{workload} not admitted", workload=self.workload), self.reason)

    def check(self, run: FinishedRun) -> Finding:
        found = run.admission(self.workload)
        if found is None:
            return not_met(worded("no such workload"))
        admitted, message = found
        actual = worded("admitted") if admitted else worded("not admitted: {message}", message=message)
        return Finding(admitted == self.admitted and (admitted or self.reason in message), actual)
