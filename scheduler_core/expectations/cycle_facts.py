"""Facts about what one attempt computed: filters, scores, candidates of preemption."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.cycle.contract import Trace, failure_by

from .finding import Finding, listed, missed, place
from .shown import Shown

Scores = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Feasible:
    """Exactly these nodes pass the filters."""

    pod: str
    nodes: tuple[str, ...]
    attempt: int | None = None

    def __str__(self) -> str:
        return f"{self.pod} fits on {', '.join(self.nodes) or 'no node'}"

    def check(self, run: Shown) -> Finding:
        event, trace = run.look(self.pod, self.attempt)
        nodes = trace.get("feasible") or []
        actual = ", ".join(nodes) or "no node"
        return Finding(set(nodes) == set(self.nodes), actual, place(event, "Filter"))


@dataclass(frozen=True, slots=True)
class Rejected:
    """This node fails, and the plugin at which the scheduler stops gives this reason."""

    pod: str
    node: str
    reason: str = ""
    attempt: int | None = None

    def __str__(self) -> str:
        return f"{self.node} rejects {self.pod}" + (f": {self.reason}" if self.reason else "")

    def check(self, run: Shown) -> Finding:
        event, trace = run.look(self.pod, self.attempt)
        if self.node in (trace.get("feasible") or []):
            return missed(f"{self.node} passes", place(event, "Filter", None, self.node))
        plugin, reasons = _stopped(trace, self.node)
        if plugin is None:
            return missed(f"{self.node} was not looked at", place(event, "Filter"))
        text = ", ".join(reasons)
        return Finding(self.reason in text, f"{plugin}: {text}", place(event, "Filter", plugin, self.node))


@dataclass(frozen=True, slots=True)
class Scored:
    """The plugin gives these scores, per node: raw, and from 0 to 100 before the weight."""

    pod: str
    plugin: str
    raw: Scores
    normalized: Scores
    attempt: int | None = None

    def __str__(self) -> str:
        kinds = (("raw", self.raw), ("normalized", self.normalized))
        parts = [f"{name} {listed(dict(scores))}" for name, scores in kinds if scores]
        return f"{self.pod} {self.plugin} {'; '.join(parts)}"

    def check(self, run: Shown) -> Finding:
        event, trace = run.look(self.pod, self.attempt)
        raw = _of(trace.get("score", {}), self.plugin, self.raw)
        normalized = _of(trace.get("normalized", {}), self.plugin, self.normalized)
        kinds = (("raw", raw), ("normalized", normalized))
        actual = "; ".join(f"{name} {listed(scores)}" for name, scores in kinds if scores)
        holds = raw == dict(self.raw) and normalized == dict(self.normalized)
        point = "Score" if self.raw else "NormalizeScore"
        return Finding(holds, actual or "no score", place(event, point, self.plugin))


@dataclass(frozen=True, slots=True)
class Totals:
    """The weighted sums of these nodes."""

    pod: str
    total: Scores
    attempt: int | None = None

    def __str__(self) -> str:
        return f"{self.pod} total {listed(dict(self.total))}"

    def check(self, run: Shown) -> Finding:
        event, trace = run.look(self.pod, self.attempt)
        total = trace.get("total", {})
        found = {node: total[node] for node in self.total if node in total}
        return Finding(found == dict(self.total), listed(found), place(event, "Total"))


@dataclass(frozen=True, slots=True)
class Violations:
    """So many disruption budgets would be violated on each of these candidates of preemption."""

    pod: str
    violations: Scores
    attempt: int | None = None

    def __str__(self) -> str:
        return f"{self.pod} violates budgets {listed(dict(self.violations))}"

    def check(self, run: Shown) -> Finding:
        event, trace = run.look(self.pod, self.attempt)
        candidates = trace["postFilter"].get("candidates", {}) if "postFilter" in trace else {}
        found = {node: candidates[node]["pdbViolations"] for node in self.violations if node in candidates}
        return Finding(found == dict(self.violations), listed(found), place(event, "PostFilter"))


@dataclass(frozen=True, slots=True)
class PluginSkipped:
    """PreScore of this plugin says Skip."""

    pod: str
    plugin: str
    attempt: int | None = None

    def __str__(self) -> str:
        return f"{self.pod} {self.plugin} skips scoring"

    def check(self, run: Shown) -> Finding:
        event, trace = run.look(self.pod, self.attempt)
        answers = trace.get("preScore", {})
        code = answers[self.plugin]["code"] if self.plugin in answers else "not asked"
        return Finding(code == "Skip", f"{self.plugin}: {code}", place(event, "PreScore", self.plugin))


def _stopped(trace: Trace, node: str) -> tuple[str | None, list[str]]:
    """The plugin that rejected the node, and its reasons; PreFilter rejects all of them, or those left out."""
    failures = trace.get("filter", {}).get(node)
    if failures:
        return failures["first"], failure_by(failures, failures["first"])["reasons"]
    for plugin, status in trace.get("preFilter", {}).items():
        if "nodeNames" in status and node not in status["nodeNames"]:
            return plugin, [f"node not in {', '.join(status['nodeNames'])}"]
        if status["code"] not in ("Success", "Skip"):
            return plugin, status.get("reasons", [])
    return None, []


def _of(scores: Mapping[str, Scores], plugin: str, wanted: Scores) -> dict[str, int]:
    given = scores.get(plugin, {})
    return {node: given[node] for node in wanted if node in given}
