"""Facts about other versions of Kubernetes."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.sentences import Sentence, worded

from .finding import Finding, not_met
from .finished_run import FinishedRun, NoRun

MAX_LISTED = 5


@dataclass(frozen=True, slots=True)
class SamePlacement:
    """The pods, or one of them, end alike under two versions. Without `before` that is the version of the run."""

    after: str
    before: str = ""
    pod: str = ""

    @property
    def sentence(self) -> Sentence:
        pod = self.pod or worded("every pod")
        if self.before:
            return worded(
                "{pod} stays from {before} to {after}", pod=pod, before=self.before, after=self.after
            )
        return worded("{pod} stays on {version}", pod=pod, version=self.after)

    def check(self, run: FinishedRun) -> Finding:
        pod = run.key(self.pod) if self.pod else ""
        try:
            shifts = [shift for shift in run.shifts(self.before, self.after) if pod in ("", shift.pod)]
        except NoRun as error:
            return not_met(error.sentence)
        if not shifts:
            return Finding(holds=True, actual=worded("nothing moves"))
        moved = ", ".join(f"{s.pod} {s.before} -> {s.after} ({s.cause})" for s in shifts[:MAX_LISTED])
        actual = worded("{n} moved: {pods}", n=len(shifts), pods=moved)
        if more := len(shifts[MAX_LISTED:]):
            actual = worded("{moved}, and {n} more", moved=actual, n=more)
        return Finding(holds=False, actual=actual)
