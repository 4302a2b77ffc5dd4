"""`python -m tests.soak.fairness --large 100`: how long a run waits beside many large ones of somebody else.

`--pieces 100000` measures the same beside a sweep of so many pieces, and how two people's sweeps go on side by side.
`--requests 1000` sends so many that compute from one address, all at once, and measures what somebody at another waits.
`--keys 1000` asks so often for sweeps and runs from one address, each time with another made-up key, and measures
how long those of somebody at another address wait meanwhile.
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median

import httpx

from tests.services.folder import use_in_settings

use_in_settings()

from tests.services.processes import children, processor_seconds  # noqa: E402
from tests.services.waiting import wait_for  # noqa: E402 - the environment of the tests comes first
from tests.soak.installation import Installation, Process, installation  # noqa: E402
from tests.soak.sweeps import begin as begin_sweep  # noqa: E402
from tests.soak.sweeps import is_over, link_to, state  # noqa: E402
from tests.webui.clusters import many  # noqa: E402
from webui.site.processes import commands  # noqa: E402

LARGE_PODS, SMALL_PODS = 600, 10
PIECE_PODS = 3_000  # of a run of the sweep, so that each is a piece of its own
KEY_PODS = 300  # of the runs with made-up keys, and of those of their sweeps
AT_A_TIME = 8  # requests with made-up keys
SAMPLES = 6
SMALL_RUNS = 20
SIDE_BY_SIDE = 30.0  # seconds
WORKLOAD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: web}}
spec:
  replicas: {replicas}
  selector: {{matchLabels: {{app: web}}}}
  template: {{metadata: {{labels: {{app: web}}}}, spec: {{containers: [{{name: web, image: web}}]}}}}
"""
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
        before = [state(place, swept)[1] for swept in (sweep, second)]
        time.sleep(SIDE_BY_SIDE)
        after = [state(place, swept)[1] for swept in (sweep, second)]
        done = [late - early for early, late in zip(before, after, strict=True)]
        print(f"two people's sweeps side by side for {SIDE_BY_SIDE:g} s: {done[0]} and {done[1]} runs")


def at(address: str, **headers: str) -> dict[str, str]:
    """Return the headers of a request that a proxy forwards for an address."""
    return {"X-Forwarded-For": address, **headers}


def ask_with_keys(place: Installation, requests: int, link: str) -> Counter[int]:
    """Ask for a sweep or a run, in turn, each time as somebody with another key; return how often was which answer."""

    def ask(number: int) -> int:
        headers = at("192.0.2.1", Authorization=f"Bearer {secrets.token_urlsafe(24)}")
        sweep = {"sweep": {"kind": "seeds", "seeds": 1000 + number}}
        path, body = (
            (f"/api/snapshots/{link}/sweeps", sweep)
            if number % 2
            else (f"/api/snapshots/{link}/variants", {"seed": number})
        )
        return crowd.post(path, json=body, headers=headers).status_code

    with place.client() as crowd, ThreadPoolExecutor(AT_A_TIME) as pool:
        return Counter(pool.map(ask, range(requests)))


def sweep_started(place: Installation, sweep: str) -> float | None:
    """Return the seconds from the request until points are counted, None before."""
    with place.product_connection() as connection:
        query = "SELECT started - created FROM sweeps_sweep WHERE id = %s"
        row = connection.execute(query, [sweep]).fetchone()
    return row[0].total_seconds() if row and row[0] else None


def computed(place: Installation) -> float:
    """Return the processor seconds of the worker's processes so far: what they take does not depend on other load."""
    return sum(processor_seconds(process) for worker in place.pools() for process in children(worker))


def waits_of(place: Installation, other: httpx.Client, draft: str, link: str, number: int) -> list[float]:
    """Start a run and a sweep; return the seconds to the start of each, by the clock and by the worker's processor."""
    waits: list[float] = []
    for start, started in (
        (partial(begin, other, draft, 1000 + number), waited),
        (partial(begin_sweep, other, link, {"kind": "seeds", "seeds": 4 + number}), sweep_started),
    ):
        before = computed(place)
        begun = start()
        waits.append(wait_for(partial(started, place, begun), "it starts", seconds=SECONDS) or 0.0)
        waits.append(computed(place) - before)
    wait_for(partial(is_over, place, begun), "the sweep ends", seconds=SECONDS)
    return waits


def measure_keys(place: Installation, requests: int) -> None:
    """Start a run and a sweep, again and again: alone, and while another address asks with made-up keys."""
    with place.client() as crowd, place.client() as other:
        crowd.headers.update(at("192.0.2.1"))
        other.headers.update(at("192.0.2.2"))
        link = link_to(crowd, many(KEY_PODS))
        mine, draft = link_to(other, many(SMALL_PODS)), draft_of(other, SMALL_PODS)
        wait_for(place.has_no_runs, "the first runs end", seconds=SECONDS)
        alone = [waits_of(place, other, draft, mine, number) for number in range(SAMPLES)]
        begun = time.monotonic()
        with ThreadPoolExecutor(1) as background:
            asking = background.submit(ask_with_keys, place, requests, link)
            beside = [waits_of(place, other, draft, mine, number) for number in range(SAMPLES, 2 * SAMPLES)]
            answers = dict(sorted(asking.result().items()))
        print(f"{requests} requests with made-up keys: {answers}, {time.monotonic() - begun:.0f} s in all")
        for when, samples in (("alone", alone), ("beside them", beside)):
            columns = list(zip(*samples, strict=True))
            for name, clock, processor in (
                ("small run started", *columns[:2]),
                ("sweep had points", *columns[2:]),
            ):
                print(
                    f"{when}, a {name} after {median(clock):.2f} s (median), {max(clock):.2f} s (longest), in which "
                    f"the worker computed {median(processor):.2f} s (median), {max(processor):.2f} s (most)"
                )


def measure_requests(place: Installation, requests: int) -> None:
    """Ask for small things, again and again, while another address sends so many requests that compute, all at once."""
    heavy = {"source": WORKLOAD.format(replicas=9_000), "on": "eks"}

    def lint(number: int) -> int:
        body = {**heavy, "source": f"{heavy['source']}# {number}\n"}
        return crowd.post("/api/lint", json=body, headers=at("192.0.2.1"), timeout=SECONDS).status_code

    without_limit = httpx.Limits(max_connections=None)
    with (
        httpx.Client(base_url=place.url, timeout=SECONDS, limits=without_limit) as crowd,
        place.client() as other,
        ThreadPoolExecutor(requests) as pool,
    ):
        other.headers.update(at("192.0.2.2"))
        small: dict[str, Callable[[], httpx.Response]] = {
            "page": lambda: other.get("/glossary/"),
            "validate": lambda: other.post("/api/validate", json={"source": many(SMALL_PODS)}),
            "healthz": lambda: other.get("/healthz"),
        }
        for ask in small.values():
            ask().raise_for_status()  # the first of its kind takes longer
        waits: dict[str, list[float]] = {name: [] for name in small}
        begun = time.monotonic()
        asking = [pool.submit(lint, number) for number in range(requests)]
        while not all(future.done() for future in asking):
            for name, ask in small.items():
                asked = time.monotonic()
                ask().raise_for_status()
                waits[name].append(time.monotonic() - asked)
        answers = dict(sorted(Counter(future.result() for future in asking).items()))
        print(
            f"{requests} requests at once from one address: {answers}, {time.monotonic() - begun:.0f} s in all"
        )
        for name, seconds in waits.items():
            print(f"beside them, {name}: {median(seconds):.2f} s (median), {max(seconds):.2f} s (longest)")


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
    parser.add_argument("--keys", type=int, default=0)
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1, help="processes of the worker for everything")
    options = parser.parse_args()
    allowed = {"WORKERS": str(options.workers), "SWEEP_MAX_DECISIONS": str(10**9)}
    if options.keys or options.requests:
        allowed |= {"TRUSTED_PROXIES": "127.0.0.1"}
    with installation(machines=1, **allowed) as place:
        if options.keys:
            measure_keys(place, options.keys)
        elif options.requests:
            measure_requests(place, options.requests)
        elif options.pieces:
            measure_sweep(place, options.pieces)
        else:
            measure(place, options.large)
