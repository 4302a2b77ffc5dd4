"""A snapshot and its run as files: manifests, trace, picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import orjson

from scheduler_core import DEFAULT_VERSION, Scenario
from webui.exports.card import Card, draw
from webui.lib.errors import Problem
from webui.pages.verdict.subject import attempts, chosen
from webui.runs import cycles
from webui.runs.models import Run
from webui.runs.picture import picture
from webui.snapshots.models import Snapshot

MOST_CYCLES = 2_000  # that a trace is made of
MOST_WORK = 2_000_000  # nodes times cycles

Params = Mapping[str, str]


def yaml(snapshot: Snapshot, run: Run | None, params: Params) -> bytes:
    """The text as its author wrote it."""
    return snapshot.source.encode()


def trace(snapshot: Snapshot, run: Run | None, params: Params) -> bytes:
    """Every cycle in the keys of `python -m scheduler_core trace`."""
    if run is None or run.status in Run.UNFINISHED:
        raise Problem(409, [{"path": "run", "message": "is not finished: ask again when it is"}])
    if run.cycles > MOST_CYCLES or run.cycles * snapshot.summary["nodes"] > MOST_WORK:
        limit = f"{MOST_CYCLES:,} cycles and {MOST_WORK:,} nodes × cycles"
        raise Problem(
            413, [{"path": "run", "message": f"is beyond {limit}: ask for single cycles in the API"}]
        )
    answer = {
        "scenario": {"name": snapshot.title},
        "kubernetes_version": snapshot.kubernetes_version,
        "seed": snapshot.seed,
        "trace": [cycle.trace() for cycle in cycles.every_cycle(run)],
    }
    return orjson.dumps(answer)


def svg(snapshot: Snapshot, run: Run | None, params: Params) -> bytes:
    card = card_of(snapshot, run, params)
    return draw(card).svg(card.alt).encode()


def png(snapshot: Snapshot, run: Run | None, params: Params) -> bytes:
    return draw(card_of(snapshot, run, params)).png()


Kind = Callable[[Snapshot, Run | None, Params], bytes]
KINDS: dict[str, tuple[Kind, str]] = {
    "yaml": (yaml, "application/yaml; charset=utf-8"),
    "json": (trace, "application/json; charset=utf-8"),
    "svg": (svg, "image/svg+xml; charset=utf-8"),
    "png": (png, "image/png"),
}


def card_of(snapshot: Snapshot, run: Run | None, params: Params) -> Card:
    listed = attempts(run) if run else []
    cluster = Scenario.from_content(snapshot.content).cluster()
    return Card(
        title=snapshot.title,
        unusual=unusual(snapshot),
        attempt=chosen(run, listed, params) if run else None,
        picture=picture(cluster, [each.finished for each in listed]),
    )


def unusual(snapshot: Snapshot) -> list[str]:
    """What a reader must know of the run: it is not what everybody gets."""
    version = snapshot.kubernetes_version
    found = [f"v{version}"] if version != DEFAULT_VERSION else []
    return [*found, *([f"seed {snapshot.seed}"] if snapshot.seed is not None else [])]
