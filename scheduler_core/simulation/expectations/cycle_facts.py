"""Facts about the results of one attempt: filters, scores, candidates of preemption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.scheduler.cycle.contract import Trace, failure_by
from scheduler_core.sentences import Sentence, listed, verbatim, worded

from .finding import Finding, because, format_counts, not_met, step_of
from .finished_run import FinishedRun

Scores = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Feasible:
    """Exactly these nodes pass the filters."""

    pod: str
    nodes: tuple[str, ...]
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        if not self.nodes:
            return worded("{pod} fits on no node", pod=self.pod)
        return worded("{pod} fits on {nodes}", pod=self.pod, nodes=listed(self.nodes))

    def check(self, run: FinishedRun) -> Finding:
        event, trace = run.cycle_of(self.pod, self.attempt)
        nodes = trace.get("feasible") or []
        return Finding(set(nodes) == set(self.nodes), _listed(nodes), step_of(event, "Filter"))


@dataclass(frozen=True, slots=True)
class Rejected:
    """This node is rejected, and the plugin at which the scheduler stops gives this reason."""

    pod: str
    node: str
    reason: str = ""
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        return because(worded("{node} rejects {pod}", node=self.node, pod=self.pod), self.reason)

    def check(self, run: FinishedRun) -> Finding:
        event, trace = run.cycle_of(self.pod, self.attempt)
        if self.node in (trace.get("feasible") or []):
            return not_met(worded("{node} passes", node=self.node), step_of(event, "Filter", None, self.node))
        plugin, reasons = _first_rejection(trace, self.node)
        if plugin is None:
            return not_met(worded("{node} was not evaluated", node=self.node), step_of(event, "Filter"))
        text = listed(reasons)
        return Finding(
            self.reason in text, because(verbatim(plugin), text), step_of(event, "Filter", plugin, self.node)
        )


@dataclass(frozen=True, slots=True)
class Scored:
    """The plugin gives these scores per node: raw, and normalized to 0 … 100 before weighting."""

    pod: str
    plugin: str
    raw: Scores
    normalized: Scores
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        kinds = ((worded("raw"), self.raw), (worded("normalized"), self.normalized))
        return Sentence(
            "{pod} {plugin} {scores}", {"pod": self.pod, "plugin": self.plugin, "scores": _scores(*kinds)}
        )

    def check(self, run: FinishedRun) -> Finding:
        event, trace = run.cycle_of(self.pod, self.attempt)
        raw = _scores_of(trace.get("score", {}), self.plugin, self.raw)
        normalized = _scores_of(trace.get("normalized", {}), self.plugin, self.normalized)
        kinds = ((worded("raw"), raw), (worded("normalized"), normalized))
        holds = raw == dict(self.raw) and normalized == dict(self.normalized)
        point = "Score" if self.raw else "NormalizeScore"
        return Finding(holds, _scores(*kinds) or worded("no score"), step_of(event, point, self.plugin))


@dataclass(frozen=True, slots=True)
class Totals:
    """The weighted sums of these nodes."""

    pod: str
    total: Scores
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        return worded("{pod} total {scores}", pod=self.pod, scores=format_counts(self.total))

    def check(self, run: FinishedRun) -> Finding:
        event, trace = run.cycle_of(self.pod, self.attempt)
        total = trace.get("total", {})
        totals = {node: total[node] for node in self.total if node in total}
        return Finding(totals == dict(self.total), format_counts(totals), step_of(event, "Total"))


@dataclass(frozen=True, slots=True)
class Violations:
    """Preemption would violate this number of disruption budgets on each of these candidate nodes."""

    pod: str
    violations: Scores
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        return worded("{pod} violates budgets {counts}", pod=self.pod, counts=format_counts(self.violations))

    def check(self, run: FinishedRun) -> Finding:
        event, trace = run.cycle_of(self.pod, self.attempt)
        candidates = trace["postFilter"].get("candidates", {}) if "postFilter" in trace else {}
        violations = {
            node: candidates[node]["pdbViolations"] for node in self.violations if node in candidates
        }
        return Finding(
            violations == dict(self.violations), format_counts(violations), step_of(event, "PostFilter")
        )


@dataclass(frozen=True, slots=True)
class PluginSkipped:
    """PreScore of this plugin returns Skip."""

    pod: str
    plugin: str
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        return worded("{pod} {plugin} skips scoring", pod=self.pod, plugin=self.plugin)

    def check(self, run: FinishedRun) -> Finding:
        event, trace = run.cycle_of(self.pod, self.attempt)
        answers = trace.get("preScore", {})
        code = verbatim(answers[self.plugin]["code"]) if self.plugin in answers else worded("not called")
        return Finding(
            code == "Skip", listed([self.plugin, code], ": "), step_of(event, "PreScore", self.plugin)
        )


def _first_rejection(trace: Trace, node: str) -> tuple[str | None, list[str]]:
    """Return the plugin that rejected the node, with its reasons; PreFilter rejects all nodes or excludes some."""
    failures = trace.get("filter", {}).get(node)
    if failures:
        return failures["first"], failure_by(failures, failures["first"])["reasons"]
    for plugin, status in trace.get("preFilter", {}).items():
        if "nodeNames" in status and node not in status["nodeNames"]:
            return plugin, [worded("node not in {nodes}", nodes=", ".join(status["nodeNames"]))]
        if status["code"] not in ("Success", "Skip"):
            return plugin, status.get("reasons", [])
    return None, []


def _listed(nodes: Sequence[str]) -> Sentence:
    return listed(nodes) if nodes else worded("no node")


def _scores(*kinds: tuple[Sentence, Scores]) -> Sentence:
    """Return the scores of each kind that has any; the empty sentence if none has."""
    return listed(
        [
            Sentence("{kind} {counts}", {"kind": name, "counts": format_counts(scores)})
            for name, scores in kinds
            if scores
        ],
        "; ",
    )


def _scores_of(scores: Mapping[str, Scores], plugin: str, expected: Scores) -> dict[str, int]:
    given = scores.get(plugin, {})
    return {node: given[node] for node in expected if node in given}
