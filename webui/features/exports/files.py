"""A snapshot and its run as files: manifests, trace, picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import orjson
from django.utils.translation import get_language, gettext

from scheduler_core import DEFAULT_VERSION
from webui.core.runs import cycles
from webui.core.runs.models import Run
from webui.core.runs.picture import picture
from webui.core.snapshots.models import Snapshot
from webui.features.exports.card import Card, draw
from webui.features.workbench.verdict.subject import first_attempts, select_attempt
from webui.ground.lib.errors import Problem
from webui.ground.lib.kept import Kept, Key

MAX_CYCLES = 2_000  # in an exported trace
MAX_NODE_CYCLES = 2_000_000  # nodes times cycles

Params = Mapping[str, str]


def yaml(snapshot: Snapshot, run: Run | None, params: Params) -> bytes:
    """Return the source as its author wrote it."""
    return snapshot.source.encode()


def trace(snapshot: Snapshot, run: Run | None, params: Params) -> bytes:
    """Return every cycle with the keys of `python -m scheduler_core trace`.

    Raise Problem: 409 for an unfinished run, 413 for one that is too large.
    """
    if run is None or run.status in Run.UNFINISHED:
        raise Problem(409, [{"path": "run", "message": gettext("is not finished: try again when it is")}])
    if run.cycles > MAX_CYCLES or run.cycles * snapshot.summary["nodes"] > MAX_NODE_CYCLES:
        message = gettext(
            "exceeds %(cycles)s cycles and %(products)s nodes × cycles: get single cycles from the API"
        ) % {"cycles": f"{MAX_CYCLES:,}", "products": f"{MAX_NODE_CYCLES:,}"}
        raise Problem(413, [{"path": "run", "message": message}])
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
    """Return the content of the preview picture; `params` is the query, which may name a pod."""
    attempts = first_attempts(run) if run else []
    cluster = snapshot.scenario().cluster()
    return Card(
        title=snapshot.title,
        unusual=unusual_options(snapshot),
        attempt=select_attempt(run, attempts, params) if run else None,
        picture=picture(cluster, [attempt.finished for attempt in attempts]),
    )


def unusual_options(snapshot: Snapshot) -> list[str]:
    """Return the version and the seed of the run if they are not the default."""
    version = snapshot.kubernetes_version
    options = [f"v{version}"] if version != DEFAULT_VERSION else []
    return [*options, *([f"seed {snapshot.seed}"] if snapshot.seed is not None else [])]


# Pictures are drawn once a process: messengers ask for the picture of a link for each of its readers.
pictures = Kept(most_bytes=32_000_000)


def picture_key(snapshot: Snapshot, run: Run, kind: str, params: Params) -> Key:
    """Return what a picture of an ended run depends on."""
    return (snapshot.pk, run.pk, kind, get_language(), params.get("pod"), params.get("attempt"))
