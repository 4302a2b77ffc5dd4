"""`python -m tests.soak.load --viewers 1000`: many viewers of one live run, and how late they see it."""

from __future__ import annotations

import argparse
import bisect
import multiprocessing
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from urllib.parse import urlsplit

import psycopg

from tests.services.folder import use_in_settings

use_in_settings()

from tests.soak.crowd import Crowd, Watched  # noqa: E402
from tests.soak.installation import Installation, installation  # noqa: E402 - as in __main__
from tests.soak.soak import Round  # noqa: E402


@dataclass
class Growth:
    """When the log had reached which event, by looking into the database."""

    events: list[int] = field(default_factory=lambda: [0])
    times: list[float] = field(default_factory=lambda: [0.0])

    def reached(self, event: int) -> float:
        return self.times[bisect.bisect_left(self.events, event)]

    def follow(self, place: Installation, run: str) -> None:
        with psycopg.connect(
            dbname="schedscope", user="postgres", host=str(place.folder), autocommit=True
        ) as connection:
            status = ""
            while status not in ("finished", "failed"):
                row = connection.execute(
                    "SELECT status, events FROM runs_run WHERE id = %s", [run]
                ).fetchone()
                assert row is not None
                status, events = row
                if events > self.events[-1]:
                    self.events.append(events)
                    self.times.append(time.monotonic())
                time.sleep(0.02)


def viewers_of(place: Installation, run: str, size: int, connected: Event, answer: Connection) -> None:
    """Be the crowd, in a process of its own: the clock of the log must not wait for it."""
    address = urlsplit(place.url)
    crowd = Crowd(str(address.hostname), int(address.port or 80), f"/ws/runs/{run}", size)
    connected.set()
    answer.send(crowd.watch())


def measure(place: Installation, pods: int, viewers: int) -> None:
    place.workers[0].pause()
    round_ = Round(place, pods, 1, viewers=0)
    fork = multiprocessing.get_context("fork")
    connected, (mine, theirs) = fork.Event(), fork.Pipe()
    crowd = fork.Process(target=viewers_of, args=(place, round_.run, viewers, connected, theirs), daemon=True)
    begun = time.monotonic()
    crowd.start()
    assert connected.wait(300), "the viewers are connected"
    print(f"{viewers} viewers connected after {time.monotonic() - begun:.1f} s", flush=True)
    growth = Growth()
    follower = threading.Thread(target=growth.follow, args=(place, round_.run))
    follower.start()
    begun, computed = time.monotonic(), place.web.processor_seconds()
    place.workers[0].go_on()
    watched: Watched = mine.recv()
    follower.join()
    took, computed = time.monotonic() - begun, place.web.processor_seconds() - computed
    assert watched.ends == {len(round_.expected)}, "a viewer misses events"
    late = sorted(at - growth.reached(event) for at, event in watched.messages)
    p50, p99 = (late[int(len(late) * share)] for share in (0.5, 0.99))
    print(f"{len(round_.expected)} events in {took:.1f} s, none missing; {len(late)} messages")
    print(f"seconds after they were in the database: p50 {p50:.2f}, p99 {p99:.2f}, latest {late[-1]:.2f}")
    print(f"processor: web process {computed:.1f} s, all viewers together {watched.processor_seconds:.1f} s")
    print(f"memory of the web process: {place.web.memory():.0f} MB at most")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.soak.load", description=__doc__)
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--pods", type=int, default=2000)
    options = parser.parse_args()
    with installation(machines=1) as place:
        measure(place, options.pods, options.viewers)
