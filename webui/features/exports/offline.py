"""One HTML file that steps through a run offline: the workbench with the API's answers in it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Literal, cast
from urllib.parse import urlencode

import orjson

from scheduler_core import Cycle
from scheduler_core.contract import CycleView, NodeClaims
from webui.core.runs import cycles
from webui.core.runs.lines import with_lines
from webui.core.runs.log import read
from webui.core.runs.models import Run
from webui.core.runs.schemas import RunOut
from webui.core.snapshots.models import Snapshot
from webui.features.exports.inline import page_file
from webui.features.learn.own import own_lesson
from webui.features.notes.api import notes_of
from webui.features.workbench.run_page import RunPage
from webui.features.workbench.verdict.subject import first_attempts, select_attempt
from webui.features.workbench.verdict.words import title
from webui.features.workbench.views import boot_of

MAX_BYTES = 12_000_000  # of answers; the log is always complete
MAX_EXPLAINED = 6_000  # cells with their arithmetic, and facts
MAX_NODES_WITH_FACTS = 40
MAX_MEMBERS_REORDERED = 8  # of pod groups for which another order is looked for
LATER = ("js/editor/", "js/import/dialog.js")  # modules for editing are left out
RESOURCES = ("cpu", "memory", "ephemeral-storage", "pods")

Answers = dict[str, Mapping[str, object] | str]
"""Answers of the API by path; bytes in base64."""


NOWHERE = "https://offline.invalid/"  # the address of a page that is on no site; its query is where it opens


def offline_page(snapshot: Snapshot, run: Run, online: str) -> str:
    """Return the page as HTML. `online` is its URL on the site, for what the file does not contain, or NOWHERE.

    The query of the URL says where the page opens.
    """
    attempts = first_attempts(run)
    context = {
        "boot": boot_of(snapshot, run) | {"still": online},
        "page": RunPage.of_snapshot(snapshot, run),
        "title": snapshot.title,
        "page_title": title(select_attempt(run, attempts, {}), snapshot.title),
        "online": "" if online.startswith(NOWHERE) else online,
        "answers": answers(snapshot, run),
    }
    return page_file("offline.html", context, "embed", without=LATER)


def answers(snapshot: Snapshot, run: Run) -> Answers:
    """Return answers of the API by path: the log, the cluster, and views and operands of the cycles that fit."""
    scenario = snapshot.scenario()
    path = f"/runs/{run.pk}"
    answers_by_path: Answers = {
        path: RunOut.of(run).model_dump(mode="json"),
        f"{path}/events": {"events": read(run.pk, after=0, limit=run.events + 1), "status": run.status},
        f"{path}/cluster": scenario.cluster(),
        f"{path}/admission": scenario.admitted.json(),
        f"{path}/overview": orjson.loads(cycles.overview(run).plain),
        f"{path}/expectations": orjson.loads(cycles.expectations(run).plain),
    }
    if scenario.lesson:
        with cycles.reading(run) as recording:
            answers_by_path[f"{path}/lesson"] = {"lesson": own_lesson(scenario.lesson, recording)}
    notes = [note.model_dump(mode="json") for note in notes_of(snapshot)]
    if notes:
        answers_by_path[f"/snapshots/{snapshot.pk}/notes"] = {"may_write": False, "left": 0, "notes": notes}
    bytes_left, explained_left = MAX_BYTES, MAX_EXPLAINED
    for cycle in cycles.every_cycle(run):
        cycle_answers = dict(_cycle(f"{path}/cycles/{cycle.n}", cycle, explained_left, snapshot.pk))
        bytes_left -= len(orjson.dumps(cycle_answers))
        explained_left -= len(cycle_answers) - 1
        if bytes_left < 0:
            break
        answers_by_path |= cycle_answers
    for pod in cycles.pods_of_workloads(run):
        kueue = {"walk": cycles.kueue(run, pod)}
        bytes_left -= len(orjson.dumps(kueue))
        if bytes_left < 0:
            break
        answers_by_path[f"{path}/queue/pod?{urlencode({'pod': pod})}"] = kueue
    for n in cycles.gang_starts(run):
        gang = cycles.gang(run, n)
        bytes_left -= len(orjson.dumps(gang))
        if bytes_left < 0:
            break
        answers_by_path[f"{path}/cycles/{n}/gang"] = gang
        if len(gang["members"]) <= MAX_MEMBERS_REORDERED:
            answers_by_path[f"{path}/cycles/{n}/gang/order"] = cycles.another_order(run, n)
    return answers_by_path


def _cycle(
    path: str, cycle: Cycle, explained_left: int, snapshot_id: str
) -> Iterator[tuple[str, Mapping[str, object] | str]]:
    view = cycle.view()
    yield f"{path}/view?form=columns", b64encode(cycle.columns()).decode()
    cells = _cells(view)
    if len(cells) > explained_left:
        return
    for point, plugin, node in cells:
        query = urlencode({"point": point, "plugin": plugin, "node": node})
        yield f"{path}/explain?{query}", cycle.explain(point, plugin, node)
    if len(view["node_order"]) > MAX_NODES_WITH_FACTS:
        return
    for name in (*fact_names(view), *_claim_facts(cycle, view)):
        with suppress(KeyError):  # the cycle has no such fact
            yield f"{path}/facts?{urlencode({'of': name})}", with_lines(cycle.fact(name), snapshot_id)


def _claim_facts(cycle: Cycle, view: CycleView) -> Iterator[str]:
    """Yield the names of the facts of resource claims: all nodes, each of them, and each device of its grid."""
    with suppress(KeyError):  # the pod has no claims
        cycle.fact("claims")
        yield from ("claims", "devices")
        for node in view["node_order"]:
            yield f"node_claims:{node}"
            claims = cast("NodeClaims", cycle.fact(f"node_claims:{node}"))
            for row in claims["rows"]:
                request = "/".join(filter(None, (row["claim"], row["request"], row["alternative"])))
                for allocated in claims["devices"]:
                    device = "/".join(allocated[key] for key in ("driver", "pool", "name"))
                    yield f"node_device:{node}:{device}:{request}"


def fact_names(view: CycleView) -> Iterator[str]:
    """Yield the names of the facts that a reader may open on the page of a cycle, as far as they are predictable."""
    pod, trace = view["pod"], view["trace"]
    yield from ("preemption", f"pod:{pod}", *(f"weight:{plugin}" for plugin in trace.get("weights", ())))
    yield from (f"request:{pod}:{resource}" for resource in RESOURCES)
    yield from (f"remedies:{node}" for node in trace.get("filter", ()))
    for node in view["node_order"]:
        yield from (f"node:{node}", *(f"used:{node}:{resource}" for resource in RESOURCES))
    if spread := view["spread"]:
        for side, constraints in (("filter", spread["filter"]), ("score", spread["score"])):
            for constraint in constraints:
                key = f"{side}:{constraint['index']}"
                yield from (f"constraint:{key}", f"self:{key}", f"excluded:{key}")
                yield from (f"domain:{key}:{domain['value']}" for domain in constraint["domains"])


def _cells(view: CycleView) -> list[tuple[Literal["Filter", "Score"], str, str]]:
    """Return the cells that have operands, as (point, plugin, node)."""
    trace = view["trace"]
    if not (trace.get("filter") or trace.get("feasible")):
        return []
    skipped = {plugin for plugin, entry in trace.get("preFilter", {}).items() if entry["code"] == "Skip"}
    ran = [plugin for plugin in view["plugins"].get("Filter", ()) if plugin not in skipped]
    cells: list[tuple[Literal["Filter", "Score"], str, str]] = [
        ("Filter", plugin, node) for plugin in ran for node in view["node_order"]
    ]
    return cells + [
        ("Score", plugin, node)
        for plugin, score_by_node in trace.get("score", {}).items()
        for node in score_by_node
    ]
