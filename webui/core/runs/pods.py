"""How the pods of a run ended, read from its log."""

from __future__ import annotations

from webui.core.runs import log
from webui.core.runs.models import Run
from webui.ground.lib.errors import Problem


def pods_of(run: Run) -> list[dict[str, str | None]]:
    """Return the end of each pod, in the order of the first attempts. Raise Problem (409) while the run goes on."""
    if run.status in Run.UNFINISHED:
        raise Problem(409, [{"path": "run", "message": "has not ended yet: ask again once it has"}])
    nodes: dict[str, str | None] = {}
    for event in log.finished_cycles(run.pk):
        nodes[event["pod"]] = event["node"]
        for victim in event.get("victims") or ():
            if victim in nodes:
                nodes[victim] = None
    return [{"pod": pod, "node": node} for pod, node in nodes.items()]
