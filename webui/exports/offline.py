"""One HTML file that steps through a run without a network: the workbench with its answers in it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Literal
from urllib.parse import urlencode

import orjson
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language

from scheduler_core import Cycle, Scenario
from scheduler_core.contract import CycleView
from webui.bundles.bundle import PAGES, bundle, script
from webui.exports.inline import one_file
from webui.language.catalogue import catalogue
from webui.pages.verdict.subject import attempts, chosen
from webui.pages.verdict.words import title
from webui.runs import cycles
from webui.runs.lines import with_lines
from webui.runs.log import read
from webui.runs.models import Run
from webui.runs.schemas import RunOut, SnapshotOut
from webui.runs.versions import OFFERED
from webui.snapshots.models import Snapshot

MOST_BYTES = 12_000_000  # of answers; the log itself is always whole
MOST_EXPLAINED = 6_000  # cells whose arithmetic is in the file, and facts behind their numbers
MOST_NODES_WITH_FACTS = 40
LATER = ("js/editor/", "js/import/dialog.js")  # what is loaded when something is to be changed is left out
RESOURCES = ("cpu", "memory", "ephemeral-storage", "pods")

Answers = dict[str, Mapping[str, object] | str]
"""What the API would say, by path; bytes in base64."""


def offline_page(snapshot: Snapshot, run: Run, online: str) -> str:
    """`online` is the address of the same page: it says where to go for what the file does not have."""
    listed = attempts(run)
    context = {
        "boot": {
            "kind": "snapshot",
            "scenario": None,
            "snapshot": SnapshotOut.of(snapshot, run).model_dump(mode="json"),
            "run": RunOut.of(run).model_dump(mode="json"),
            "versions": OFFERED,
            "still": online,
        },
        "title": snapshot.title,
        "page_title": title(chosen(run, listed, {}), snapshot.title),
        "online": online,
        "answers": answers(snapshot, run),
    }
    language = catalogue(get_language() or "")
    scripts = {bundle("embed").url: script(PAGES["embed"], without=LATER)}
    scripts |= {language.url: language.script.decode()} if language else {}
    return one_file(render_to_string("offline.html", context, HttpRequest()), scripts)


def answers(snapshot: Snapshot, run: Run) -> Answers:
    """What the API would say, by path: the log, the cluster, and of as many cycles as fit the view and the operands."""
    scenario = Scenario.from_content(snapshot.content)
    path = f"/runs/{run.pk}"
    found: Answers = {
        path: RunOut.of(run).model_dump(mode="json"),
        f"{path}/events": {"events": read(run.pk, after=0, limit=run.events + 1), "status": run.status},
        f"{path}/cluster": scenario.cluster(),
        f"{path}/overview": cycles.overview(run),
        f"{path}/expectations": {"expectations": cycles.expectations(run)},
    }
    room, explained = MOST_BYTES, MOST_EXPLAINED
    for cycle in cycles.every_cycle(run):
        told = dict(_cycle(f"{path}/cycles/{cycle.n}", cycle, explained, snapshot.pk))
        room -= len(orjson.dumps(told))
        explained -= len(told) - 1
        if room < 0:
            break
        found |= told
    return found


def _cycle(
    path: str, cycle: Cycle, explained: int, snapshot_id: str
) -> Iterator[tuple[str, Mapping[str, object] | str]]:
    view = cycle.view()
    yield f"{path}/view?form=columns", b64encode(cycle.columns()).decode()
    cells = _cells(view)
    if len(cells) > explained:
        return
    for point, plugin, node in cells:
        question = urlencode({"point": point, "plugin": plugin, "node": node})
        yield f"{path}/explain?{question}", cycle.explain(point, plugin, node)
    for name in fact_names(view) if len(view["node_order"]) <= MOST_NODES_WITH_FACTS else ():
        with suppress(KeyError):  # the cycle has none of that name
            yield f"{path}/facts?{urlencode({'of': name})}", with_lines(cycle.fact(name), snapshot_id)


def fact_names(view: CycleView) -> Iterator[str]:
    """What a reader may open on the page of a cycle, as far as it can be told beforehand."""
    pod, trace = view["pod"], view["trace"]
    yield from ("preemption", f"pod:{pod}", *(f"weight:{plugin}" for plugin in trace.get("weights", ())))
    yield from (f"request:{pod}:{resource}" for resource in RESOURCES)
    yield from (f"remedies:{node}" for node in trace.get("filter", ()))
    for node in view["node_order"]:
        yield from (f"node:{node}", *(f"used:{node}:{resource}" for resource in RESOURCES))
    if spread := view["spread"]:
        for side, constraints in (("filter", spread["filter"]), ("score", spread["score"])):
            for each in constraints:
                place = f"{side}:{each['index']}"
                yield from (f"constraint:{place}", f"self:{place}", f"excluded:{place}")
                yield from (f"domain:{place}:{domain['value']}" for domain in each["domains"])


def _cells(view: CycleView) -> list[tuple[Literal["Filter", "Score"], str, str]]:
    """Those that have an arithmetic."""
    trace = view["trace"]
    if not (trace.get("filter") or trace.get("feasible")):
        return []
    skipped = {plugin for plugin, entry in trace.get("preFilter", {}).items() if entry["code"] == "Skip"}
    ran = [plugin for plugin in view["plugins"].get("Filter", ()) if plugin not in skipped]
    cells: list[tuple[Literal["Filter", "Score"], str, str]] = [
        ("Filter", plugin, node) for plugin in ran for node in view["node_order"]
    ]
    return cells + [
        ("Score", plugin, node) for plugin, each in trace.get("score", {}).items() for node in each
    ]
