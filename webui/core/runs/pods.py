"""How the pods of a run ended, read from its log."""

from __future__ import annotations

import uuid
from functools import lru_cache

import orjson

from webui.core.runs import log
from webui.core.runs.cycles import require_ended
from webui.core.runs.models import Run
from webui.ground.lib.body import Body

MOST = 2_000  # pods in one answer: more than anybody chooses from


def pods_of(run: Run) -> Body:
    """Return the end of each pod as JSON. Raise Problem (409) while the run goes on."""
    require_ended(run)
    return _pods(run.pk)


@lru_cache(maxsize=32)
def _pods(run_id: uuid.UUID) -> Body:
    nodes: dict[str, str | None] = {}
    for event in log.finished_cycles(run_id):
        nodes[event["pod"]] = event["node"]
        for victim in event.get("victims") or ():
            if victim in nodes:
                nodes[victim] = None
    listed = list(nodes.items())
    if len(listed) > MOST:
        listed = sorted(listed, key=lambda end: end[1] is not None)[:MOST]
    pods = [{"pod": pod, "node": node} for pod, node in listed]
    return Body(orjson.dumps({"pods": pods, "left_out": len(nodes) - len(pods)}))
