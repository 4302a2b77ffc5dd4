"""The attempt that a link is about, read from the log only, which costs next to nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.contract import CycleFinished, FilterFinished, PluginRejections
from webui.runs.models import Run, RunEvent

MAX_ATTEMPTS = 300  # listed on a page


@dataclass(frozen=True)
class Attempt:
    """A finished cycle with the counts of its Filter, None if it ended before."""

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
        """The number of nodes that each plugin rejected, in the order in which the plugins run."""
        counts = ((entry["plugin"], entry["rejected"] + entry["unresolvable"]) for entry in self._plugins)
        return {plugin: count for plugin, count in counts if count}

    @property
    def rejected_by(self) -> str | None:
        """The plugin that rejected the most nodes, the first of several; None without rejections."""
        return max(self.rejections, key=self.rejections.__getitem__, default=None)

    @property
    def _plugins(self) -> list[PluginRejections]:
        return self.filter["plugins"] if self.filter else []


def first_attempts(run: Run) -> list[Attempt]:
    """Return the first MAX_ATTEMPTS attempts of the run, in order."""
    events = RunEvent.objects.filter(run=run).order_by("seq")
    finished = events.filter(kind="cycle.finished").values_list("payload", flat=True)[:MAX_ATTEMPTS]
    filters = {
        event["cycle"]: event
        for event in events.filter(kind="point.finished", payload__point="Filter").values_list(
            "payload", flat=True
        )[:MAX_ATTEMPTS]
    }
    return [Attempt(event, filters.get(event["cycle"])) for event in finished]


def select_attempt(run: Run, attempts: list[Attempt], params: Mapping[str, str]) -> Attempt | None:
    """Return the attempt that the query names, else the one that the workbench opens with: the most telling one.

    That is the first that did not place its pod, else the first with rejections, else the first.
    """
    if (pod := params.get("pod")) and (attempt := _named(run, attempts, pod, params.get("attempt", "1"))):
        return attempt
    not_skipped = [attempt for attempt in attempts if not attempt.finished["skipped"]]
    for is_telling in (lambda attempt: not attempt.node, lambda attempt: bool(attempt.rejections)):
        if attempt := next(filter(is_telling, not_skipped), None):
            return attempt
    return next(iter(not_skipped or attempts), None)


def _named(run: Run, attempts: list[Attempt], pod: str, number_text: str) -> Attempt | None:
    number = (
        int(number_text) if number_text.isascii() and number_text.isdigit() and len(number_text) < 7 else 1
    )
    if attempt := next((a for a in attempts if (a.pod, a.number) == (pod, number)), None):
        return attempt
    if len(attempts) < MAX_ATTEMPTS or "\0" in pod:
        return None
    log = RunEvent.objects.filter(run=run)
    event = log.filter(kind="cycle.finished", payload__pod=pod, payload__attempt=number).first()
    if event is None:
        return None
    filters = log.filter(
        kind="point.finished", payload__point="Filter", payload__cycle=event.payload["cycle"]
    )
    filter_event = filters.first()
    return Attempt(event.payload, filter_event.payload if filter_event else None)
