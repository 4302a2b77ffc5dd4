"""`python -m tests.soak.fairness --large 100`: how long a run waits beside many large ones of somebody else.

`--pieces 100000` measures the same beside a sweep of so many pieces, and how two people's sweeps go on side by side.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from statistics import median

import httpx

from tests.services.folder import use_in_settings

use_in_settings()

from tests.services.waiting import wait_for  # noqa: E402 - the environment of the tests comes first
from tests.soak.installation import Installation, Process, installation  # noqa: E402
from tests.soak.sweeps import begin as begin_sweep  # noqa: E402
from tests.soak.sweeps import link_to, state  # noqa: E402
from tests.webui.clusters import many  # noqa: E402
from webui.site.processes import commands  # noqa: E402

LARGE_PODS, SMALL_PODS = 600, 10
PIECE_PODS = 3_000  # of a run of the sweep, so that each is a piece of its own
SMALL_RUNS = 20
SIDE_BY_SIDE = 30.0  # seconds
SECONDS = 600.0  # until the measurement counts as stuck


def draft_of(visitor: httpx.Client, pods: int) -> str:
    answer = visitor.post("/api/scenarios", json={"title": f"{pods} pods", "source": many(pods)})
    return str(answer.raise_for_status().json()["id"])


def begin(visitor: httpx.Client, draft: str, seed: int = 0) -> str:
    """Start a run of a draft, and return its id."""
    answer = visitor.post(f"/api/scenarios/{draft}/runs", json={"seed": seed}).raise_for_status()
    return str(answer.json()["id"])


def waited(place: Installation, run: str) -> float | None:
    """Return the seconds from the request to the start by the database, None before the start."""
    with place.product_connection() as connection:
        row = connection.execute("SELECT started - created FROM runs_run WHERE id = %s", [run]).fetchone()
    return row[0].total_seconds() if row and row[0] else None


def finished(place: Installation, runs: list[str]) -> int:
    query = "SELECT count(*) FROM runs_run WHERE status = 'finished' AND id = ANY(%s::uuid[])"
    with place.product_connection() as connection:
        row = connection.execute(query, [runs]).fetchone()
    assert row is not None
    return int(row[0])


def start_small_worker(place: Installation) -> None:
    small_worker = Process(commands.worker(small=True), place.environment, place.folder / "small.log")
    small_worker.start()
    place.workers.append(small_worker)


def measure_sweep(place: Installation, pieces: int) -> None:
    """Start small runs beside a sweep, then another person's sweep, which has as many points."""
    start_small_worker(place)
    with place.client() as crowd, place.client() as other:
        wait_for(lambda: len(place.pools()) == 2, "both workers are there", seconds=60)
        specification = {"kind": "seeds", "seeds": pieces}
        sweep = begin_sweep(crowd, link_to(crowd, many(PIECE_PODS, nodes=100)), specification)
        wait_for(lambda: state(place, sweep)[1] > 4, "the sweep goes on", seconds=SECONDS)
        waits: list[float] = []
        for number in range(SMALL_RUNS):
            run = begin(other, draft_of(other, SMALL_PODS), number)
            waits.append(
                wait_for(partial(waited, place, run), "the small run starts", seconds=SECONDS) or 0.0
            )
        expected = crowd.get(f"/api/sweeps/{sweep}").json()["pieces"]
        print(
            f"{SMALL_RUNS} small runs beside a sweep of {expected:,} pieces: started after {median(waits):.2f} s "
            f"(median), {max(waits):.2f} s (longest)"
        )
        second = begin_sweep(other, link_to(other, many(PIECE_PODS + 1, nodes=100)), specification)
        wait_for(lambda: state(place, second)[1] > 0, "the other sweep goes on", seconds=SECONDS)
        before = [state(place, each)[1] for each in (sweep, second)]
        time.sleep(SIDE_BY_SIDE)
        after = [state(place, each)[1] for each in (sweep, second)]
        done = [late - early for early, late in zip(before, after, strict=True)]
        print(f"two people's sweeps side by side for {SIDE_BY_SIDE:g} s: {done[0]} and {done[1]} runs")


def measure(place: Installation, large: int) -> None:
    start_small_worker(place)
    with place.client() as crowd, place.client() as other:
        wait_for(lambda: len(place.pools()) == 2, "both workers are there", seconds=60)
        draft = draft_of(crowd, LARGE_PODS)
        runs = [begin(crowd, draft, seed) for seed in range(large)]
        for name, pods in (("small", SMALL_PODS), ("large", LARGE_PODS)):
            run = begin(other, draft_of(other, pods))
            seconds = wait_for(partial(waited, place, run), f"the {name} run starts", seconds=SECONDS)
            ended = finished(place, runs)
            print(
                f"a {name} run beside {large} large ones: started after {seconds:.1f} s, when {ended} had ended"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.soak.fairness", description=__doc__)
    parser.add_argument("--large", type=int, default=100)
    parser.add_argument("--pieces", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1, help="processes of the worker for everything")
    options = parser.parse_args()
    allowed = {"WORKERS": str(options.workers), "SWEEP_MAX_DECISIONS": str(10**9)}
    with installation(machines=1, **allowed) as place:
        if options.pieces:
            measure_sweep(place, options.pieces)
        else:
            measure(place, options.large)
