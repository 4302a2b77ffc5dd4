"""The attempt that a link is about, read from the log only, which costs next to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from scheduler_core.contract import CycleFinished, FilterFinished, PluginRejections
from webui.core.runs import log
from webui.core.runs.models import Run
from webui.core.runs.payloads import Payload

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
    events = log.events_of(run.pk, "cycle.finished", "point.finished")
    return list(islice(_attempts(events), MAX_ATTEMPTS))


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
    if len(attempts) < MAX_ATTEMPTS:
        return None
    later = _attempts(log.events_of(run.pk, "cycle.finished", "point.finished"))
    return next((attempt for attempt in later if (attempt.pod, attempt.number) == (pod, number)), None)


def _attempts(events: Iterable[Payload]) -> Iterator[Attempt]:
    """Yield the attempts of a log, each with the event of its filters if it got that far."""
    filter_event: FilterFinished | None = None
    for event in events:
        if event["kind"] == "cycle.finished":
            yield Attempt(event, filter_event)
            filter_event = None
        elif event["kind"] == "point.finished" and event["point"] == "Filter":
            filter_event = event
