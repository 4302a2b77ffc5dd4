"""`python -m tests.soak.sweeps --kills 20`: kill at random in the middle of a sweep, and compare what comes of it.

`python -m tests.soak.sweeps --workers 1 2 4` compares sweeps of as many worker processes.
"""

from __future__ import annotations

import argparse
import random
import time
from functools import partial
from typing import Any

import httpx
import orjson
import psycopg

from tests.services import http
from tests.services.folder import use_in_settings

if __name__ == "__main__":
    use_in_settings()

from scheduler_core import Sweep, load, read_sweep
from tests.services.waiting import wait_for
from tests.soak.installation import Installation, installation
from tests.webui.clusters import many

LIMIT = 600.0  # seconds until a sweep counts as stuck
ENDED = ("finished", "failed", "cancelled")


def link_to(visitor: httpx.Client, source: str) -> str:
    """Return the link of a run of the source."""
    draft = visitor.post("/api/scenarios", json={"title": "Sweep", "source": source}, timeout=120)
    run = visitor.post(f"/api/scenarios/{draft.raise_for_status().json()['id']}/runs", json={})
    return str(run.raise_for_status().json()["snapshot"])


def begin(visitor: httpx.Client, link: str, specification: dict[str, Any]) -> str:
    """Start a sweep, and return its id."""
    answer = visitor.post(f"/api/snapshots/{link}/sweeps", json={"sweep": specification}, timeout=120)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def state(place: Installation, sweep: str) -> tuple[str, int]:
    """Return the status and the points that are evaluated, by the database: the web server may be dead."""
    query = "SELECT status, evaluated FROM sweeps_sweep WHERE id = %s"
    try:
        with place.product_connection() as connection:
            row = connection.execute(query, [sweep]).fetchone()
    except psycopg.OperationalError:
        return "unknown", 0
    assert row is not None
    return row[0], row[1]


def is_over(place: Installation, sweep: str) -> bool:
    return state(place, sweep)[0] in ENDED


def result(place: Installation, sweep: str) -> bytes:
    """Return the result of a finished sweep."""

    def answer() -> dict[str, Any]:
        try:
            return dict(http.get(f"{place.url}/api/sweeps/{sweep}", timeout=30).raise_for_status().json())
        except httpx.HTTPError:
            return {}

    body = wait_for(answer, "the sweep is read", seconds=LIMIT)
    assert body["status"] == "finished", body
    return orjson.dumps(body["result"])


def undisturbed(source: str, specification: dict[str, Any]) -> bytes:
    """Return the result of the sweep in one process and one piece."""
    engine = Sweep([load(source)], read_sweep(specification))
    return orjson.dumps(engine.result(engine.evaluate(0, engine.points)))


def disturbed(place: Installation, sweep: str, kinds: list[str], chance: random.Random) -> int:
    """Kill something of each kind, each time after the sweep has gone on; return how many while it still did."""
    in_the_middle = 0
    for kind in kinds:
        begun = state(place, sweep)[1]

        def has_gone_on(begun: int = begun) -> bool:
            status, evaluated = state(place, sweep)
            return status in ENDED or evaluated > begun

        wait_for(has_gone_on, "the sweep goes on", seconds=LIMIT)
        in_the_middle += not is_over(place, sweep)
        place.kinds[kind](chance.randrange(1000))
    return in_the_middle


def kills(place: Installation, count: int, *, pods: int, seeds: int, seed: int) -> tuple[int, float]:
    """Kill so often in one sweep; fail unless its result is the undisturbed one.

    Return how many of the kills came before its end, and the seconds from the last of them to its end.
    """
    source, specification = many(pods), {"kind": "seeds", "seeds": seeds}
    expected = undisturbed(source, specification)
    chance = random.Random(seed)
    kinds = [kind for _ in range(count) for kind in chance.sample(list(place.kinds), len(place.kinds))]
    with place.client() as visitor:
        sweep = begin(visitor, link_to(visitor, source), specification)
    in_the_middle = disturbed(place, sweep, kinds[:count], chance)
    repaired = time.monotonic()
    wait_for(partial(is_over, place, sweep), "the sweep ends", seconds=LIMIT)
    seconds = time.monotonic() - repaired
    assert not place.ended(), f"ended by themselves: {place.ended()}"
    assert result(place, sweep) == expected, f"sweep {sweep}: the result differs"
    return in_the_middle, seconds


def with_workers(processes: int, *, pods: int, seeds: int) -> tuple[bytes, float]:
    """Return the result of a sweep by so many worker processes, and how long it took."""
    with installation(machines=1, WORKERS=str(processes)) as place, place.client() as visitor:
        link = link_to(visitor, many(pods))
        begun = time.monotonic()
        sweep = begin(visitor, link, {"kind": "seeds", "seeds": seeds})
        wait_for(partial(is_over, place, sweep), "the sweep ends", seconds=LIMIT)
        return result(place, sweep), time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.sweeps", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--workers", type=int, nargs="+", default=[])
    parser.add_argument("--pods", type=int, default=300, help="of each run")
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    size = {"pods": options.pods, "seeds": options.seeds}
    if options.workers:
        results = set()
        for processes in options.workers:
            document, seconds = with_workers(processes, **size)
            results.add(document)
            print(f"{processes} worker processes: {seconds:.1f} s", flush=True)
        assert len(results) == 1, "the results differ"
        print(f"the results are equal, byte by byte: {len(document):,} bytes")
        return
    with installation(RUN_LEASE="5") as place:
        in_the_middle, seconds = kills(place, options.kills, **size, seed=options.seed)
    print(
        f"{options.kills} kills, {in_the_middle} of them in the middle of the sweep; the result is the undisturbed one"
    )
    print(f"seconds from the last repair to the end: {seconds:.1f}")


if __name__ == "__main__":
    main()
