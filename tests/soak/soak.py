"""Kills at random while runs are computed and watched, and what became of these."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
import psycopg

from scheduler_core import load, simulate
from tests.services import http
from tests.services.waiting import wait_for
from tests.soak.installation import Installation
from tests.soak.viewers import Viewer
from tests.webui.clusters import many

VIEWERS = 3
LIMIT = 300.0  # seconds until a round counts as stuck; what is promised is compared with what was measured


@dataclass
class Report:
    """What was killed, and how many seconds after the last repair each run had ended."""

    kills: dict[str, int] = field(default_factory=dict)
    in_the_middle: int = 0
    seconds: list[tuple[float, str]] = field(default_factory=list)
    events: int = 0

    def count(self, kind: str, *, in_the_middle: bool) -> None:
        self.kills[kind] = self.kills.get(kind, 0) + 1
        self.in_the_middle += in_the_middle


class Round:
    """One run, and those who watch it."""

    def __init__(self, place: Installation, pods: int, number: int, *, viewers: int = VIEWERS) -> None:
        self._place = place
        source = many(pods).replace("kind: Pod", f"# {number}\nkind: Pod", 1)
        self.expected = [
            {"seq": seq, **event} for seq, event in enumerate(simulate(load(source), seed=number), start=1)
        ]
        with place.client() as visitor:
            draft = visitor.post("/api/scenarios", json={"title": f"Soak {number}", "source": source}).json()
            answer = visitor.post(f"/api/scenarios/{draft['id']}/runs", json={"seed": number})
        assert answer.status_code == 202, answer.text
        self.run = str(answer.json()["id"])
        self.viewers = [Viewer(place.url, self.run) for _ in range(viewers)]

    def state(self) -> tuple[str, int]:
        """The status and the number of finished cycles, by the database: the web server may be dead."""
        try:
            with psycopg.connect(
                dbname="schedscope", user="postgres", host=str(self._place.folder), connect_timeout=5
            ) as connection:
                row = connection.execute(
                    "SELECT status, cycles FROM runs_run WHERE id = %s", [self.run]
                ).fetchone()
        except psycopg.OperationalError:
            return "unknown", 0
        assert row is not None
        return row

    def is_over(self) -> bool:
        return self.state()[0] in ("finished", "failed", "cancelled")

    def wait_for_progress(self) -> bool:
        """Wait until a worker has written some cycles; return whether the run still goes on then."""
        begun = self.state()[1]
        wait_for(lambda: self.is_over() or self.state()[1] > begun + 3, "the run goes on", seconds=LIMIT)
        return not self.is_over()

    def check(self) -> None:
        """Fail unless the log and what every viewer got is that of the undisturbed run."""
        status, _ = self.state()
        assert status == "finished", f"run {self.run} is {status}"
        assert not self._place.ended(), f"ended by themselves: {self._place.ended()}"
        assert self._log() == self.expected, f"run {self.run}: the log differs"
        for viewer in self.viewers:
            viewer.join(LIMIT)
            assert viewer.events == self.expected, f"run {self.run}: a viewer saw another log"

    def _log(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = []
        while True:
            page = wait_for(partial(self._page, len(events)), "the log is read", seconds=LIMIT)
            if not page["events"]:
                return events
            events += page["events"]

    def _page(self, after: int) -> dict[str, Any]:
        try:
            answer = http.get(
                f"{self._place.url}/api/runs/{self.run}/events", params={"after": after}, timeout=30
            )
        except httpx.HTTPError:
            return {}
        return answer.json() if answer.status_code == 200 else {}

    def leave(self) -> None:
        for viewer in self.viewers:
            viewer.is_left.set()


def soak(
    place: Installation,
    kinds: Sequence[str],
    *,
    per_run: int,
    pods: int,
    seed: int,
    say: Callable[[str], None] = lambda line: None,
) -> Report:
    """Kill something of each of the kinds in turn, `per_run` in a run; check each run, and those who watch it."""
    chance = random.Random(seed)
    report = Report()
    for number, start in enumerate(range(0, len(kinds), per_run)):
        some = kinds[start : start + per_run]
        round_ = Round(place, pods, number)
        try:
            for kind in some:
                report.count(kind, in_the_middle=round_.wait_for_progress())
                place.kinds[kind](chance.randrange(1000))
            repaired = time.monotonic()
            wait_for(round_.is_over, f"run {round_.run} ends after: {', '.join(some)}", seconds=LIMIT)
            report.seconds.append((time.monotonic() - repaired, ", ".join(some)))
            round_.check()
        finally:
            round_.leave()
        report.events += len(round_.expected)
        say(f"{start + len(some)} kills: {report.seconds[-1][0]:.1f} s after {', '.join(some)}")
    return report
