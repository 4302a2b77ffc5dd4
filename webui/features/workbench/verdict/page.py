"""The verdict as a page without scripts: to read, to print, to search. It links to each step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scheduler_core import Cycle
from scheduler_core.contract import NodeFailures, Trace, failure_by
from webui.core.runs import cycles
from webui.core.runs.models import Run
from webui.features.workbench.verdict import words
from webui.features.workbench.verdict.lines import line
from webui.features.workbench.verdict.subject import Attempt
from webui.ground.lib.errors import Problem
from webui.ground.lib.kept import Kept

EXPLAINED_NODES = 60  # of a larger cluster only the counts of the log are shown
_tables = Kept(most_bytes=16_000_000)


@dataclass(frozen=True)
class Row:
    """A node: why it was rejected, or its scores."""

    node: str
    link: str
    plugin: str
    reasons: list[str]
    lines: list[str]
    points: list[tuple[str, int, int]]  # plugin, weight, score
    total: int | None
    selected: bool


@dataclass(frozen=True)
class OtherAttempt:
    """A link to another attempt of the run."""

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
    nodes: SafeString  # why each took the pod or not; empty where there are too many
    others: list[OtherAttempt]


def verdict(run: Run, attempts: list[Attempt], attempt: Attempt, params: Mapping[str, str]) -> Verdict:
    """Return what the page shows of `attempt`; `params` is the query, which may name a node and a plugin."""
    return Verdict(
        attempt=attempt,
        headline=words.headline(attempt),
        sentence=words.sentence(attempt),
        rejections=attempt.rejections,
        nodes=_nodes(run, attempt, params),
        others=[_other(other) for other in attempts if other is not attempt],
    )


def link(attempt: Attempt, **step: str) -> str:
    """Return the query that opens a step of this attempt."""
    number = {"attempt": str(attempt.number)} if attempt.number > 1 else {}
    return "?" + urlencode({"pod": attempt.pod, **number, **step}, safe="/:")


def _other(attempt: Attempt) -> OtherAttempt:
    return OtherAttempt(attempt.pod, link(attempt), words.headline(attempt), bool(attempt.node))


def _nodes(run: Run, attempt: Attempt, params: Mapping[str, str]) -> SafeString:
    """Return the table of the nodes as HTML, which takes a cycle to be computed again."""
    if attempt.filter is None or attempt.filter["counts"]["nodes"] > EXPLAINED_NODES:
        return SafeString()
    n = attempt.finished["cycle"]
    detail = (
        (params.get("node", ""), params.get("plugin", "")) if params.get("point") == "Filter" else ("", "")
    )
    key = (run.pk, n, get_language(), *(detail if all(detail) else ()))
    html = _tables.get(key, lambda: _table(run, attempt, *detail).encode())
    return mark_safe(html.decode())


def _table(run: Run, attempt: Attempt, node: str, plugin: str) -> str:
    try:
        cycle = cycles.cycle(run, attempt.finished["cycle"])
    except Problem:  # recorded by another engine
        return ""
    rows, detail = _rows(cycle, attempt), _detail(cycle, node, plugin)
    return render_to_string(
        "verdict_nodes.html", {"rows": rows, "detail": detail, "node": node, "plugin": plugin}
    )


def _rows(cycle: Cycle, attempt: Attempt) -> list[Row]:
    trace = cycle.trace()
    rejected = [
        _rejected(cycle, attempt, node, failures) for node, failures in trace.get("filter", {}).items()
    ]
    feasible = [_feasible(trace, attempt, node) for node in trace["feasible"] or ()]
    feasible.sort(key=lambda row: -(row.total or 0))
    return feasible + rejected


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
    points = [
        (plugin, weights.get(plugin, 1), score_by_node[node])
        for plugin, score_by_node in scores.items()
        if node in score_by_node
    ]
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


def _detail(cycle: Cycle, node: str, plugin: str) -> list[str]:
    """Return a line for every step of the named plugin on the named node."""
    if not node or not plugin:
        return []
    try:
        return [line(step) for step in cycle.explain("Filter", plugin, node)["steps"]]
    except KeyError:
        return []
