from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import override
from ninja import Router, Schema

from scheduler_core import Cycle
from scheduler_core.contract import NodeFailures, UpgradeMatrix, failure_by
from webui.core.runs import cycles
from webui.core.runs.api import run_for
from webui.core.runs.models import Run
from webui.features.upgrade.models import Upgrade
from webui.features.workbench.verdict import words
from webui.features.workbench.verdict.lines import line
from webui.features.workbench.verdict.subject import Attempt, first_attempts, select_attempt
from webui.ground.lib.errors import ErrorsOut, not_found

router = Router(tags=["exports"])


class IssueOut(Schema):
    """A step as Markdown, to be pasted where people argue."""

    markdown: str


@router.get("/runs/{uuid:run_id}/issue", response={200: IssueOut, 404: ErrorsOut, 409: ErrorsOut})
def get_issue(
    request: HttpRequest,
    run_id: uuid.UUID,
    pod: str = "",
    attempt: str = "",
    point: str = "",
    plugin: str = "",
    node: str = "",
) -> IssueOut:
    """Return an attempt as a block of Markdown: message, the sum that decided, the versions, and the link.

    Without a pod it is the most telling attempt. The versions are those of the newest upgrade matrix of the link in
    which the pod ends so, or the run's own alone if there is none.
    """
    run = run_for(run_id)
    cycles.require_ended(run)
    step = {"pod": pod, "attempt": attempt or "1", "point": point, "plugin": plugin, "node": node}
    page = request.build_absolute_uri(reverse("snapshot", args=[run.snapshot_id]))
    return IssueOut(markdown=issue_block(run, step, page))


# ---- the block. Its language is English, whatever the reader's: so are issues --------------------------------

MOST_SUMS = 3
MOST_SCORES = 2  # nodes whose totals are compared
STEP = ("point", "plugin", "node")


@override(settings.LANGUAGE_CODE)
def issue_block(run: Run, params: Mapping[str, str], page: str) -> str:
    """Return the block about the attempt that the query names, or the most telling one; `page` is its address.

    Raise Problem (404) for a run that tries no pod.
    """
    attempt = select_attempt(run, first_attempts(run), params)
    if attempt is None:
        raise not_found("attempt")
    with cycles.cycle(run, attempt.finished["cycle"]) as cycle:
        sums = list(_sums(cycle, attempt, params))
    message = attempt.finished["message"]
    return "\n".join(
        (
            f"**{_code(attempt.pod)}: {words.headline(attempt)}** (kube-scheduler {run.snapshot.kubernetes_version})",
            "",
            *((f"> {message}", "") if message else ()),
            *(f"* {sum_line}" for sum_line in sums),
            "",
            _versions(run, attempt),
            "",
            f"[This step with its arithmetic]({page}?{_query(attempt, params)})",
            "",
        )
    )


def _sums(cycle: Cycle, attempt: Attempt, params: Mapping[str, str]) -> Iterator[str]:
    """Yield what decided: the refusal that is shown, of a choice the two highest totals, else a refusal a plugin."""
    trace = cycle.trace()
    failures = trace.get("filter") or {}
    pointed_at = params.get("node", "") if params.get("node") in failures else ""
    if pointed_at:
        yield _refusal(cycle, failures[pointed_at], pointed_at)
    if attempt.node and len(trace.get("total") or {}) > 1:
        yield from _totals(cycle, attempt.node)
        return
    firsts: dict[str, str] = {}  # a node by the plugin that refuses it
    for node, failure in failures.items():
        firsts.setdefault(failure["first"], node)
    if pointed_at:
        firsts.pop(failures[pointed_at]["first"])
    for node in list(firsts.values())[: MOST_SUMS - bool(pointed_at)]:
        yield _refusal(cycle, failures[node], node)


def _refusal(cycle: Cycle, failure: NodeFailures, node: str) -> str:
    plugin = failure["first"]
    steps = cycle.explain("Filter", plugin, node)["steps"]
    sums = [line(step) for step in steps if step.get("ok") is False]
    return f"{_code(node)}, {plugin}: {'; '.join(sums or failure_by(failure, plugin).get('reasons', ()))}"


def _totals(cycle: Cycle, winner: str) -> Iterator[str]:
    trace = cycle.trace()
    totals, weights = trace.get("total") or {}, trace.get("weights") or {}
    normalized = trace.get("normalized") or {}
    best = sorted(totals, key=lambda node: (node != winner, -totals[node]))[:MOST_SCORES]
    telling = [name for name in weights if len({normalized[name].get(node) for node in best}) > 1]
    for node in best:
        parts = [f"{name} {weights[name]} × {normalized[name][node]}" for name in telling]
        why = f" ({', '.join(parts)})" if parts else ""
        yield f"{_code(node)}: {totals[node]}{why}"


def _versions(run: Run, attempt: Attempt) -> str:
    """Return in which versions it ends so: those of the newest upgrade matrix, or else the run's own alone."""
    upgrade = (
        Upgrade.objects.filter(snapshot=run.snapshot_id, matrix__isnull=False).order_by("-created").first()
    )
    versions = _same(upgrade.matrix, attempt) if upgrade and upgrade.matrix else None
    if versions is None:
        return f"Run under Kubernetes {run.snapshot.kubernetes_version}."
    names, total = versions
    return f"It ends so under {len(names)} of the {total} versions that were tried: {', '.join(names)}."


def _same(matrix: UpgradeMatrix, attempt: Attempt) -> tuple[list[str], int] | None:
    """Return the versions under which the pod ends as in the attempt, and of how many; None if it is not there."""
    pod = next((candidate for candidate in matrix["pods"] if candidate["pod"] == attempt.pod), None)
    if pod is None:
        return None
    names = [version["name"] for version in matrix["versions"]]
    same = [
        names[number]
        for stay in pod["stays"]
        if stay["node"] == attempt.node
        for number in range(stay["first"], stay["last"] + 1)
    ]
    return same, len(names)


def _query(attempt: Attempt, params: Mapping[str, str]) -> str:
    step = {key: params[key] for key in STEP if params.get(key)}
    number = {"attempt": str(attempt.number)} if attempt.number > 1 else {}
    return urlencode({"pod": attempt.pod, **number, **step}, safe="/:")


def _code(name: str) -> str:
    return f"`{name}`"
