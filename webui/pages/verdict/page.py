"""The verdict as a page that needs no script: to read, to print, to find. Links on it lead to any step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from scheduler_core import Cycle
from scheduler_core.contract import NodeFailures, Trace, failure_by
from webui.lib.errors import Problem
from webui.pages.verdict import words
from webui.pages.verdict.lines import line
from webui.pages.verdict.subject import Attempt
from webui.runs import cycles
from webui.runs.models import Run

EXPLAINED_NODES = 60  # of a larger cluster the log's own counts say enough


@dataclass(frozen=True)
class Row:
    """A node: why it was rejected, or its points."""

    node: str
    link: str
    plugin: str
    reasons: list[str]
    lines: list[str]
    points: list[tuple[str, int, int]]  # plugin, weight, score
    total: int | None
    selected: bool


@dataclass(frozen=True)
class Other:
    name: str
    link: str
    outcome: str
    placed: bool


@dataclass(frozen=True)
class Verdict:
    attempt: Attempt
    headline: str
    sentence: str
    rejections: dict[str, int]
    rows: list[Row]
    detail: list[str]  # of the node and the plugin that the address names
    others: list[Other]


def verdict(run: Run, listed: list[Attempt], attempt: Attempt, params: Mapping[str, str]) -> Verdict:
    rows, detail = _nodes(run, attempt, params)
    return Verdict(
        attempt=attempt,
        headline=words.short(attempt),
        sentence=words.sentence(attempt),
        rejections=attempt.rejections,
        rows=rows,
        detail=detail,
        others=[_other(each) for each in listed if each is not attempt],
    )


def link(attempt: Attempt, **step: str) -> str:
    """The query that opens a step of this attempt."""
    number = {"attempt": str(attempt.number)} if attempt.number > 1 else {}
    return "?" + urlencode({"pod": attempt.pod, **number, **step}, safe="/:")


def _other(attempt: Attempt) -> Other:
    return Other(attempt.pod, link(attempt), words.short(attempt), bool(attempt.node))


def _nodes(run: Run, attempt: Attempt, params: Mapping[str, str]) -> tuple[list[Row], list[str]]:
    if attempt.filter is None or attempt.filter["counts"]["nodes"] > EXPLAINED_NODES:
        return [], []
    try:
        cycle = cycles.cycle(run, attempt.finished["cycle"])
    except Problem:  # recorded by another engine
        return [], []
    trace = cycle.trace()
    rejected = [_rejected(cycle, attempt, node, each) for node, each in trace.get("filter", {}).items()]
    feasible = [_feasible(trace, attempt, node) for node in trace["feasible"] or ()]
    feasible.sort(key=lambda row: -(row.total or 0))
    return feasible + rejected, _detail(cycle, params)


def _rejected(cycle: Cycle, attempt: Attempt, node: str, failures: NodeFailures) -> Row:
    plugin = failures["first"]
    steps = cycle.explain("Filter", plugin, node)["steps"]
    return Row(
        node=node,
        link=link(attempt, point="Filter", plugin=plugin, node=node),
        plugin=plugin,
        reasons=failure_by(failures, plugin).get("reasons", []),
        lines=[line(step) for step in steps if step.get("ok") is False],
        points=[],
        total=None,
        selected=False,
    )


def _feasible(trace: Trace, attempt: Attempt, node: str) -> Row:
    weights, scores = trace.get("weights", {}), trace.get("normalized", {})
    points = [(plugin, weights.get(plugin, 1), each[node]) for plugin, each in scores.items() if node in each]
    return Row(
        node=node,
        link=link(attempt, point="Total" if points else "Result", node=node),
        plugin="",
        reasons=[],
        lines=[],
        points=points,
        total=trace.get("total", {}).get(node),
        selected=node == trace.get("selected"),
    )


def _detail(cycle: Cycle, params: Mapping[str, str]) -> list[str]:
    """All that the named plugin looked at on the named node."""
    node, plugin = params.get("node", ""), params.get("plugin", "")
    if params.get("point") != "Filter" or not node or not plugin:
        return []
    try:
        return [line(step) for step in cycle.explain("Filter", plugin, node)["steps"]]
    except KeyError:
        return []
