"""Facts about the cluster at the end of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .finding import Finding, format_counts
from .finished_run import FinishedRun


@dataclass(frozen=True, slots=True)
class Matching:
    """The pods that match labels and run at the end, counted for each value of a node label."""

    key: str
    selector: Mapping[str, str]
    namespace: str = ""

    def __str__(self) -> str:
        labels = ", ".join(f"{key}={value}" for key, value in self.selector.items()) or "all pods"
        return f"{self.key} of {labels}" + (f" in {self.namespace}" if self.namespace else "")

    def counts(self, run: FinishedRun) -> dict[str, int]:
        return run.counts(self.key, self.selector, self.namespace)


@dataclass(frozen=True, slots=True)
class Skew:
    """The largest count minus the smallest, over all nodes with the key, is at most `limit`."""

    matching: Matching
    limit: int

    def __str__(self) -> str:
        return f"skew({self.matching}) ≤ {self.limit}"

    def check(self, run: FinishedRun) -> Finding:
        counts = self.matching.counts(run)
        skew = max(counts.values(), default=0) - min(counts.values(), default=0)
        return Finding(skew <= self.limit, f"skew {skew}: {format_counts(counts)}")


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts are equal to these; values that are not listed may have any count."""

    matching: Matching
    values: Mapping[str, int]

    def __str__(self) -> str:
        return f"count({self.matching}) {format_counts(dict(self.values))}"

    def check(self, run: FinishedRun) -> Finding:
        counts = self.matching.counts(run)
        counted = {value: counts[value] for value in self.values if value in counts}
        return Finding(counted == dict(self.values), format_counts(counts))
