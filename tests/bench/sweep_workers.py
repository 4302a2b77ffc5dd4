"""A sweep on 1, 2, 4 … worker processes: points and decisions a second, and what a piece costs besides.

PostgreSQL, Valkey, a web server and one worker, as `make run` starts them, all on this machine. The time is that from
the request to the end: the decoding of the snapshot in each process and the last pieces are in it. `busy` is the share
of that time in which the processes that evaluate had a core; for the rest they waited, for pieces, or for a core on a
machine that does other things as well.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import redis

from scheduler_core import Sweep, load, read_sweep
from tests.bench.clusters import empty_cluster

from .tables import Row

if TYPE_CHECKING:
    from multiprocessing.synchronize import Barrier

    from tests.soak.installation import Installation

NODES, PODS, SEEDS = 500, 1_000, 400
STATEMENT, OUR_QUESTION = b"LOG:  statement:", b"SELECT status, evaluated"
IDLE_SECONDS = 5.0  # in which is counted what an installation says to its broker without work


def rows() -> Iterator[Row]:
    """A row for each number of processes, up to twice as many as there are cores."""
    from tests.services.folder import use_in_settings

    use_in_settings()
    cores = os.cpu_count() or 1
    for processes in sorted({1, cores}):
        yield engine_alone(processes, nodes=NODES, pods=PODS, seeds=SEEDS)
    one = 0.0
    for processes in sorted({1, 2, cores, 2 * cores}):
        row = measure(processes, nodes=NODES, pods=PODS, seeds=SEEDS)
        one = one or row["decisions_s"]
        yield row | {"efficiency": round(row["decisions_s"] / (one * min(processes, cores)), 2)}


def engine_alone(processes: int, *, nodes: int, pods: int, seeds: int) -> Row:
    """Evaluate the same points in processes that share nothing: what the machine gives."""
    context = multiprocessing.get_context("spawn")
    edges = [seeds * i // processes for i in range(processes + 1)]
    ready = context.Barrier(processes + 1)
    parts = [
        context.Process(target=_evaluate, args=(ready, nodes, pods, seeds, *edge)) for edge in pairwise(edges)
    ]
    for part in parts:
        part.start()
    ready.wait()
    begun = time.monotonic()
    for part in parts:
        part.join()
    seconds = time.monotonic() - begun
    return {
        "name": "without queue and database",
        "processes": processes,
        "seconds": round(seconds, 1),
        "points_s": round(seeds / seconds, 1),
        "decisions_s": round(seeds * pods / seconds),
    }


def _evaluate(ready: Barrier, nodes: int, pods: int, seeds: int, start: int, stop: int) -> None:
    scenario = load(json.dumps(empty_cluster(nodes, waiting=pods)))
    engine = Sweep([scenario], read_sweep({"kind": "seeds", "seeds": seeds}))
    ready.wait()
    engine.evaluate(start, stop)


def measure(processes: int, *, nodes: int, pods: int, seeds: int) -> Row:
    """Evaluate a sweep over seeds with so many worker processes."""
    from tests.services.waiting import wait_for
    from tests.soak.installation import installation
    from tests.soak.sweeps import begin, is_over, link_to

    source = json.dumps(empty_cluster(nodes, waiting=pods))
    with installation(machines=1, WORKERS=str(processes)) as place, place.client() as visitor:
        link = link_to(visitor, source)
        wait_for(place.has_no_runs, "the run of the link has ended", seconds=300)
        log_statements(place)
        idle = costs(place)
        time.sleep(IDLE_SECONDS)
        before, computed = costs(place), evaluating_seconds(place)
        begun = time.monotonic()
        sweep = begin(visitor, link, {"kind": "seeds", "seeds": seeds})
        while not is_over(place, sweep):
            time.sleep(0.5)
        seconds = time.monotonic() - begun
        after, computed = costs(place), evaluating_seconds(place) - computed
        state = visitor.get(f"/api/sweeps/{sweep}").json()
        assert state["status"] == "finished", state
        pieces = state["pieces_done"]
        idle_share = seconds / IDLE_SECONDS
        spent = {name: after[name] - before[name] - idle_share * (before[name] - idle[name]) for name in idle}
        return {
            "name": f"{nodes:,} nodes, {pods:,} pods, {seeds:,} seeds",
            "processes": processes,
            "seconds": round(seconds, 1),
            "points_s": round(seeds / seconds, 1),
            "decisions_s": round(state["result"]["decisions"] / seconds),
            "decisions_processor_s": round(state["result"]["decisions"] / computed),
            "busy": round(computed / seconds / min(processes, os.cpu_count() or 1), 2),
            "pieces": pieces,
            **{f"{name}_piece": round(value / pieces, 1) for name, value in spent.items()},
        }


def evaluating_seconds(place: Installation) -> float:
    """Return how long the processes that evaluate pieces have computed."""
    from tests.services.processes import children, processor_seconds

    worker = place.workers[0].running
    assert worker is not None
    return sum(processor_seconds(pid) for pid in children(worker.pid))


def log_statements(place: Installation) -> None:
    """Let PostgreSQL log every statement, which is how they are counted."""
    with place.database_connection() as connection:
        connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        connection.execute("SELECT pg_reload_conf()")


def costs(place: Installation) -> dict[str, float]:
    """Return what database and broker have done so far."""
    lines = (place.folder / "postgres.log").read_bytes().splitlines()
    statements = [line for line in lines if STATEMENT in line and OUR_QUESTION not in line]
    with place.database_connection() as connection:
        row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
    assert row is not None
    broker = broker_info(place)
    return {
        "statements": len(statements),
        "statement_kb": sum(map(len, statements)) / 1e3,
        "written_kb": float(row[0]) / 1e3,  # type: ignore[arg-type]
        "broker_commands": float(broker["total_commands_processed"]),
        "broker_kb": (broker["total_net_input_bytes"] + broker["total_net_output_bytes"]) / 1e3,
    }


def broker_info(place: Installation) -> dict[str, Any]:

    with redis.Redis.from_url(place.environment["REDIS_URL"]) as client:
        return dict(client.info("stats"))
