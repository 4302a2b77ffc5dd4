"""`python -m tests.soak.load --viewers 1000`: many viewers of one live run, and how late they see it."""

from __future__ import annotations

import argparse
import asyncio
import bisect
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedOK

from tests.services.folder import use_in_settings

use_in_settings()

from tests.soak.installation import Installation, installation  # noqa: E402 - as in __main__
from tests.soak.soak import Round  # noqa: E402

MARK = '"seq":'


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


async def watch(address: str, messages: list[tuple[float, int]]) -> int:
    """Follow a run to its end; note when each message came and its last event. Return the number of events."""
    last = 0
    async with connect(address, proxy=None, open_timeout=120, compression=None, max_size=None) as socket:
        try:
            while True:
                text = str(await socket.recv())
                start, end = text.find(MARK) + len(MARK), text.rfind(MARK) + len(MARK)
                first, newest = (int(text[at : text.index(",", at)]) for at in (start, end))
                assert first == last + 1, f"events between {last} and {first} are missing"
                assert text.count(MARK) == newest - last
                last = newest
                messages.append((time.monotonic(), newest))
        except ConnectionClosedOK:
            return last


async def crowd(place: Installation, pods: int, viewers: int) -> None:
    messages: list[list[tuple[float, int]]] = [[] for _ in range(viewers)]
    place.workers[0].pause()
    round_ = Round(place, pods, 1, viewers=0)
    address = f"{place.url.replace('http', 'ws')}/ws/runs/{round_.run}"
    watching = [asyncio.create_task(watch(address, own)) for own in messages]
    begun = time.monotonic()
    await asyncio.to_thread(wait_until_connected, place, viewers)
    print(f"{viewers} viewers connected after {time.monotonic() - begun:.1f} s", flush=True)
    growth = Growth()
    follower = threading.Thread(target=growth.follow, args=(place, round_.run))
    follower.start()
    begun, computed, own = time.monotonic(), place.web.processor_seconds(), time.process_time()
    place.workers[0].go_on()
    ends = await asyncio.gather(*watching)
    await asyncio.to_thread(follower.join)
    took = time.monotonic() - begun
    computed, own = place.web.processor_seconds() - computed, time.process_time() - own
    assert set(ends) == {len(round_.expected)}, "a viewer misses events"
    late = sorted(at - growth.reached(event) for got in messages for at, event in got)
    p50, p99 = (late[int(len(late) * share)] for share in (0.5, 0.99))
    print(f"{len(round_.expected)} events in {took:.1f} s, none missing; {len(late)} messages")
    print(f"seconds after they were in the database: p50 {p50:.2f}, p99 {p99:.2f}, latest {late[-1]:.2f}")
    print(f"processor: the web process {computed:.1f} s, all viewers together {own:.1f} s")
    print(f"memory of the web process: {place.web.memory():.0f} MB at most")


def wait_until_connected(place: Installation, viewers: int) -> None:
    from tests.services.waiting import wait_for

    assert place.web.running is not None
    sockets = Path(f"/proc/{place.web.running.pid}/fd")
    wait_for(lambda: len(list(sockets.iterdir())) > viewers, "all are connected", seconds=120)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.soak.load", description=__doc__)
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--pods", type=int, default=2000)
    options = parser.parse_args()
    with installation(machines=1) as place:
        asyncio.run(crowd(place, options.pods, options.viewers))
