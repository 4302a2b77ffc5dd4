"""Facts about the cluster at the end of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.sentences import Sentence, worded

from .finding import Finding, format_counts
from .finished_run import FinishedRun


@dataclass(frozen=True, slots=True)
class Matching:
    """The pods that match labels and run at the end, counted for each value of a node label."""

    key: str
    selector: Mapping[str, str]
    namespace: str = ""

    @property
    def sentence(self) -> Sentence:
        labels = ", ".join(f"{key}={value}" for key, value in self.selector.items()) or worded("all pods")
        if self.namespace:
            return worded(
                "{key} of {pods} in {namespace}", key=self.key, pods=labels, namespace=self.namespace
            )
        return worded("{key} of {pods}", key=self.key, pods=labels)

    def counts(self, run: FinishedRun) -> dict[str, int]:
        return run.counts(self.key, self.selector, self.namespace)


@dataclass(frozen=True, slots=True)
class Skew:
    """The largest count minus the smallest, over all nodes with the key, is at most `limit`."""

    matching: Matching
    limit: int

    @property
    def sentence(self) -> Sentence:
        return skew_of(self.matching, self.limit)

    def check(self, run: FinishedRun) -> Finding:
        counts = self.matching.counts(run)
        skew = max(counts.values(), default=0) - min(counts.values(), default=0)
        return Finding(skew <= self.limit, skew_and_counts(skew, counts))


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts are equal to these; values that are not listed may have any count."""

    matching: Matching
    values: Mapping[str, int]

    @property
    def sentence(self) -> Sentence:
        return count_of(self.matching, self.values)

    def check(self, run: FinishedRun) -> Finding:
        counts = self.matching.counts(run)
        counted = {value: counts[value] for value in self.values if value in counts}
        return Finding(counted == dict(self.values), format_counts(counts))


def skew_of(matching: Matching, limit: int) -> Sentence:
    return Sentence("skew({pods}) ≤ {limit}", {"pods": matching.sentence, "limit": limit})


def count_of(matching: Matching, values: Mapping[str, int]) -> Sentence:
    return Sentence("count({pods}) {counts}", {"pods": matching.sentence, "counts": format_counts(values)})


def skew_and_counts(skew: int, counts: Mapping[str, int]) -> Sentence:
    return Sentence("skew {skew}: {counts}", {"skew": skew, "counts": format_counts(counts)})
