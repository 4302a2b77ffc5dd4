"""Of which attempt a link speaks, and what became of it, from the log alone: it costs next to nothing to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.contract import CycleFinished, FilterFinished, PluginRejections
from webui.runs.models import Run, RunEvent

LISTED = 300  # attempts that a page lists


@dataclass(frozen=True)
class Attempt:
    """A finished cycle and what its Filter counted, if it came so far."""

    finished: CycleFinished
    filter: FilterFinished | None

    @property
    def pod(self) -> str:
        return self.finished["pod"]

    @property
    def name(self) -> str:
        return self.pod.partition("/")[2] or self.pod

    @property
    def number(self) -> int:
        return self.finished["attempt"]

    @property
    def node(self) -> str | None:
        return self.finished["node"]

    @property
    def rejections(self) -> dict[str, int]:
        """Nodes by the plugin that rejected them, in the order in which the plugins run."""
        counts = ((each["plugin"], each["rejected"] + each["unresolvable"]) for each in self._plugins)
        return {plugin: count for plugin, count in counts if count}

    @property
    def rejected_by(self) -> str | None:
        """The plugin that rejected most nodes; of several the first."""
        return max(self.rejections, key=self.rejections.__getitem__, default=None)

    @property
    def _plugins(self) -> list[PluginRejections]:
        return self.filter["plugins"] if self.filter else []


def attempts(run: Run) -> list[Attempt]:
    """The first of the run."""
    events = RunEvent.objects.filter(run=run).order_by("seq")
    finished = events.filter(kind="cycle.finished").values_list("payload", flat=True)[:LISTED]
    filters = {
        event["cycle"]: event
        for event in events.filter(kind="point.finished", payload__point="Filter").values_list(
            "payload", flat=True
        )[:LISTED]
    }
    return [Attempt(event, filters.get(event["cycle"])) for event in finished]


def chosen(run: Run, listed: list[Attempt], params: Mapping[str, str]) -> Attempt | None:
    """The one that the address names, else the one that tells most: what the workbench opens with."""
    if (pod := params.get("pod")) and (found := _named(run, listed, pod, params.get("attempt", "1"))):
        return found
    real = [each for each in listed if not each.finished["skipped"]]
    for tells in (lambda each: not each.node, lambda each: bool(each.rejections)):
        if found := next(filter(tells, real), None):
            return found
    return next(iter(real or listed), None)


def _named(run: Run, listed: list[Attempt], pod: str, attempt: str) -> Attempt | None:
    number = int(attempt) if attempt.isascii() and attempt.isdigit() and len(attempt) < 7 else 1
    if found := next((each for each in listed if (each.pod, each.number) == (pod, number)), None):
        return found
    if len(listed) < LISTED or "\0" in pod:
        return None
    log = RunEvent.objects.filter(run=run)
    event = log.filter(kind="cycle.finished", payload__pod=pod, payload__attempt=number).first()
    if event is None:
        return None
    point = log.filter(kind="point.finished", payload__point="Filter", payload__cycle=event.payload["cycle"])
    counted = point.first()
    return Attempt(event.payload, counted.payload if counted else None)
