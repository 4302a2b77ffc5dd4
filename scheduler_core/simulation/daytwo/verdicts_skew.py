"""How evenly the pods of a workload are spread, from moment to moment."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from .contract import ConstraintVerdict, PlayConstraint, PlayNode, PlayWorkload, SkewVerdict, Timeline
from .moments import Span, index_at

_Change = tuple[int, str, str, int]  # moment, node, revision, pods more


class SpreadOverTime:
    """The pods of a workload by domain of one constraint, at each moment.

    Pods that are being deleted do not count, as for the scheduler; with `by_revision` the newest revision alone.
    """

    def __init__(
        self,
        timeline: Timeline,
        workload: PlayWorkload,
        constraint: PlayConstraint,
        uncounted: frozenset[str],
    ) -> None:
        self._constraint = constraint
        self._nodes = [node for node in timeline["nodes"] if node["name"] not in uncounted]
        self._revisions = workload["revisions"]
        changes = sorted(_changes(timeline, workload))
        turns = {moment for moment, *_ in changes}
        turns |= {moment for node in self._nodes for moment in node["present"]}
        turns |= {state["moment"] for node in self._nodes for state in node["states"]}
        self._turns = sorted(turns)
        self._counts = [*self._folded(changes)]

    def _folded(self, changes: list[_Change]) -> Iterator[dict[str, int]]:
        """Yield the pods by domain at each turn."""
        pods: defaultdict[str, Counter[str]] = defaultdict(Counter)
        position, seen = 0, ""
        for turn in self._turns:
            while position < len(changes) and changes[position][0] <= turn:
                _, node, revision, more = changes[position]
                pods[node][revision] += more
                seen = self._newer(seen, revision) if more > 0 else seen
                position += 1
            yield self._by_domain(pods, turn, seen)

    def _newer(self, revision: str, other: str) -> str:
        ages = {name: age for age, name in enumerate(self._revisions)}
        return other if ages.get(other, -1) >= ages.get(revision, -1) else revision

    def _by_domain(self, pods: dict[str, Counter[str]], moment: int, newest: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        for node in self._nodes:
            if (value := domain_of(node, self._constraint["topology_key"], moment)) is None:
                continue
            here = pods.get(node["name"], Counter())
            count = here[newest] if self._constraint["by_revision"] else here.total()
            counts[value] = counts.get(value, 0) + count
        return counts

    def counts(self, moment: int) -> dict[str, int]:
        """Return the pods by domain, of all domains that there are."""
        index = index_at(self._turns, moment)
        return self._counts[index] if index >= 0 else {}

    def skew(self, moment: int) -> int:
        """Return the largest count minus the smallest; for anti-affinity the largest count."""
        counts = self.counts(moment)
        largest = max(counts.values(), default=0)
        if self._constraint["kind"] == "anti-affinity" or len(counts) < (
            self._constraint["min_domains"] or 0
        ):
            return largest
        return largest - min(counts.values(), default=0)

    def touches(self, span: Span) -> bool:
        return span.touches(self._turns)


def domain_of(node: PlayNode, key: str, moment: int) -> str | None:
    """Return the value of a node's label at a moment, None if it has none or is not there."""
    index = index_at([state["moment"] for state in node["states"]], moment)
    is_present = index_at(node["present"], moment) % 2 == 0
    return node["states"][index]["labels"].get(key) if is_present and index >= 0 else None


def _changes(timeline: Timeline, workload: PlayWorkload) -> Iterator[_Change]:
    for stay in timeline["stays"]:
        if stay["workload"] != workload["workload"] or stay["placed"] is None or stay["node"] is None:
            continue
        yield stay["placed"], stay["node"], stay["revision"], 1
        ends = [moment for moment in (stay["deleting"], stay["gone"]) if moment is not None]
        if ends:
            yield min(ends), stay["node"], stay["revision"], -1


Spreads = dict[tuple[str, int], SpreadOverTime]


def skew_verdicts(timeline: Timeline, span: Span, spreads: Spreads) -> Iterator[SkewVerdict]:
    """Yield what an action does to the spread of each workload that it touches, constraint by constraint."""
    for workload in timeline["workloads"]:
        for number, constraint in enumerate(workload["constraints"]):
            spread = spreads[workload["workload"], number]
            if spread.touches(span):
                yield _verdict(workload["workload"], number, constraint, spread, span)


def all_spreads(timeline: Timeline, uncounted: Mapping[tuple[str, int], frozenset[str]]) -> Spreads:
    """Return the spread of each workload by the number of its constraint; `uncounted` nodes are no domains of it."""
    return {
        (workload["workload"], number): SpreadOverTime(
            timeline, workload, constraint, uncounted.get((workload["workload"], number), frozenset())
        )
        for workload in timeline["workloads"]
        for number, constraint in enumerate(workload["constraints"])
    }


def _verdict(
    workload: str, number: int, constraint: PlayConstraint, spread: SpreadOverTime, span: Span
) -> SkewVerdict:
    worst_moment = max(span.lasting(), key=spread.skew)
    before, worst, after = (spread.skew(m) for m in (span.before, worst_moment, span.action["last"]))
    verdict: ConstraintVerdict = "stays-skewed"
    if after <= constraint["max_skew"]:
        verdict = "heals" if max(before, worst) > constraint["max_skew"] else "keeps"
    return {
        "workload": workload,
        "constraint": number,
        "verdict": verdict,
        "before": before,
        "worst": worst,
        "worst_moment": worst_moment,
        "after": after,
        "counts": spread.counts(span.action["last"]),
    }
