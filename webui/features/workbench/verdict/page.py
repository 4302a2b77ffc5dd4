"""The verdict as a page without scripts: to read, to print, to search. It links to each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scheduler_core import Cycle
from webui.core.runs import cycles
from webui.core.runs.models import Run
from webui.features.workbench.verdict import words
from webui.features.workbench.verdict.lines import line
from webui.features.workbench.verdict.nodes import NodeVerdict, node_verdicts
from webui.features.workbench.verdict.stored import Read, is_explained
from webui.features.workbench.verdict.subject import Attempt
from webui.ground.lib.errors import Problem
from webui.ground.lib.kept import Kept

_tables = Kept(most_bytes=16_000_000)


@dataclass(frozen=True)
class Row:
    """A node in words: why it was rejected, or its scores."""

    node: str
    link: str
    plugin: str
    reasons: list[str]
    lines: list[str]
    points: Sequence[tuple[str, int, int]]  # plugin, weight, score
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


def verdict(run: Run, read: Read, attempt: Attempt, params: Mapping[str, str]) -> Verdict:
    """Return what the page shows of `attempt`; `params` is the query, which may name a node and a plugin."""
    return Verdict(
        attempt=attempt,
        headline=words.headline(attempt),
        sentence=words.sentence(attempt),
        rejections=attempt.rejections,
        nodes=_nodes(run, read, attempt, params),
        others=[_other(other) for other in read.attempts if other is not attempt],
    )


def link(attempt: Attempt, **step: str) -> str:
    """Return the query that opens a step of this attempt."""
    number = {"attempt": str(attempt.number)} if attempt.number > 1 else {}
    return "?" + urlencode({"pod": attempt.pod, **number, **step}, safe="/:")


def _other(attempt: Attempt) -> OtherAttempt:
    return OtherAttempt(attempt.pod, link(attempt), words.headline(attempt), bool(attempt.node))


def _nodes(run: Run, read: Read, attempt: Attempt, params: Mapping[str, str]) -> SafeString:
    """Return the table of the nodes as HTML. What was not stored takes a cycle to be computed again."""
    if not is_explained(attempt):
        return SafeString()
    n = attempt.finished["cycle"]
    step = (params.get("node", ""), params.get("plugin", "")) if params.get("point") == "Filter" else ("", "")
    detail = step if all(step) else ("", "")
    stored = read.nodes if n == read.cycle and not any(detail) else None
    key = (run.pk, n, get_language(), *detail)
    html = _tables.get(key, lambda: _table(run, attempt, stored, *detail).encode())
    return mark_safe(html.decode())


def _table(run: Run, attempt: Attempt, stored: list[NodeVerdict] | None, node: str, plugin: str) -> str:
    nodes, detail = stored, list[str]()
    if nodes is None:
        try:
            with cycles.cycle(run, attempt.finished["cycle"]) as cycle:
                nodes, detail = node_verdicts(cycle), _detail(cycle, node, plugin)
        except Problem:  # recorded by another engine
            return ""
    rows = [_row(node_verdict, attempt) for node_verdict in nodes]
    return render_to_string(
        "verdict_nodes.html", {"rows": rows, "detail": detail, "node": node, "plugin": plugin}
    )


def _row(verdict: NodeVerdict, attempt: Attempt) -> Row:
    node, plugin = verdict["node"], verdict["plugin"]
    if plugin:
        step = link(attempt, point="Filter", plugin=plugin, node=node)
    else:
        step = link(attempt, point="Total" if verdict["points"] else "Result", node=node)
    return Row(
        node=node,
        link=step,
        plugin=plugin,
        reasons=verdict["reasons"],
        lines=[line(failure) for failure in verdict["steps"]],
        points=verdict["points"],
        total=verdict["total"],
        selected=verdict["selected"],
    )


def _detail(cycle: Cycle, node: str, plugin: str) -> list[str]:
    """Return a line for every step of the named plugin on the named node."""
    if not node or not plugin:
        return []
    try:
        return [line(step) for step in cycle.explain("Filter", plugin, node)["steps"]]
    except KeyError:
        return []
