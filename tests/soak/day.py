"""`python -m tests.soak.day`: what a day of a followed cluster takes, by some of its hours: bytes, memory, processor.

The cluster is made up, as are its changes; what is stored of them goes through the follower's own code.
"""

from __future__ import annotations

import argparse
import copy
import os
import resource
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import django

from tests.services.folder import use_in_settings

use_in_settings()
os.environ["DJANGO_SETTINGS_MODULE"] = "webui.config.settings"
django.setup()

from django.core.management import call_command  # noqa: E402 - the settings come first
from django.db import connection  # noqa: E402

from tests.services.postgres import postgres_server  # noqa: E402
from tests.soak.made_up import node, placed, pod  # noqa: E402
from webui.features.live.following.follower import Follower  # noqa: E402
from webui.features.live.following.heard import Changed, Item, Listed  # noqa: E402
from webui.features.live.following.lease import claim  # noqa: E402
from webui.features.live.following.store import Store  # noqa: E402
from webui.features.live.following.tracking import Tracking  # noqa: E402
from webui.features.live.models import FollowedCluster  # noqa: E402

BEGIN = 1_800_000_000.0
TABLES = ("live_state", "live_changes", "live_entry", "live_minute", "live_causespan")


def changes(
    follower: Follower, first: int, running: deque[dict[str, Any]], options: argparse.Namespace
) -> Iterator[Item]:
    """Yield pods that come, get the node that our scheduler chooses, start, and old ones that go."""
    for count in range(options.a_minute * options.minutes):
        at = BEGIN + 10 + count * 60 / options.a_minute
        made = pod(first + count)
        yield Changed(at, made)
        follower.tick(at + 0.6)
        meta = made["metadata"]
        record = follower.moving.simulation.compute(f"{meta['namespace']}/{meta['name']}")
        chosen = placed(made, getattr(record, "node_name", None) or "")
        yield Changed(at + 0.6, chosen)
        old = running.popleft()
        ending = copy.deepcopy(old)
        ending["metadata"]["deletionTimestamp"] = "2027-01-15T09:00:00Z"
        yield Changed(at + 1, ending)
        yield Changed(at + 2, ending, gone=True)
        running.append(chosen)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.day", description=__doc__)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--pods", type=int, default=21_300)
    parser.add_argument("--a-minute", type=int, default=20, help="decisions")
    parser.add_argument("--minutes", type=int, default=121, help="of the day that are played")
    options = parser.parse_args()
    with postgres_server():
        call_command("migrate", verbosity=0)
        play(options)
        connection.close()


def play(options: argparse.Namespace) -> None:
    nodes = [node(number) for number in range(options.nodes)]
    names = [manifest["metadata"]["name"] for manifest in nodes]
    running = deque(pod(number, names[number % len(names)]) for number in range(options.pods))
    row = FollowedCluster.objects.create(name="day", uid="1", kubernetes_version="1.36")
    cluster = claim(row, "day")
    assert cluster is not None
    follower = Follower(Store(cluster, 0), Tracking())
    began = time.process_time()
    follower.begin(
        [Listed(BEGIN, "Node", "nodes", nodes), Listed(BEGIN, "Pod", "pods", list(running))], BEGIN
    )
    follower.store.flush()
    loaded = time.process_time() - began
    now = BEGIN
    for item in changes(follower, options.pods, running, options):
        follower.take(item)
        while now < item.at:
            now = min(now + 1.0, item.at)
            follower.tick(now)
        follower.store.flush()
        if follower.is_state_due(now):
            follower.checkpoint(now)
            follower.store.flush()
    spent = time.process_time() - began - loaded
    decisions = options.a_minute * options.minutes
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL")
        sizes = {}
        for table in TABLES:
            cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            sizes[table] = cursor.fetchone()[0] / 1e6
    day = sum(sizes.values()) * 24 * 60 / options.minutes
    cluster.refresh_from_db()
    print(f"{decisions} decisions in {options.minutes} minutes: {cluster.tally}")
    print(
        f"tables with indexes: { {name: round(size, 2) for name, size in sizes.items()} } MB; a day {day:.0f} MB"
    )
    print(f"processor: {loaded:.1f} s for the lists, {1000 * spent / decisions:.1f} ms a decision")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
