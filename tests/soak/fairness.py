"""`python -m tests.soak.fairness --large 100`: how long a run waits beside many large ones of somebody else."""

from __future__ import annotations

import argparse
from functools import partial

import httpx

from tests.services.folder import use_in_settings

use_in_settings()

from tests.services.waiting import wait_for  # noqa: E402 - the environment of the tests comes first
from tests.soak.installation import Installation, Process, installation  # noqa: E402
from tests.webui.clusters import many  # noqa: E402
from webui.site.processes import commands  # noqa: E402

LARGE_PODS, SMALL_PODS = 600, 10
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


def measure(place: Installation, large: int) -> None:
    small_worker = Process(commands.worker(small=True), place.environment, place.folder / "small.log")
    small_worker.start()
    place.workers.append(small_worker)
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
    options = parser.parse_args()
    with installation(machines=1) as place:
        measure(place, options.large)
