"""The snapshot that cycles share: what a cycle changes in it is taken back before the next one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scheduler_core.queueing.run.run import QueueingRun
from scheduler_core.queueing.run.scenario import read_scenario
from scheduler_core.queueing.snapshot.quota_tree import QuotaNode
from scheduler_core.queueing.snapshot.shares import share_of
from scheduler_core.queueing.snapshot.snapshot import Snapshot
from tests.conformance.queueing import RUNS, name_of, sampled


def _amounts(node: QuotaNode) -> object:
    return node.subtree, node.local, node.usage, share_of(node)


def _seen(snapshot: Snapshot) -> Iterator[object]:
    """Yield all that a cycle can see; leaves of which nothing is used may be listed or not."""
    for name, cohort in snapshot.cohorts.items():
        yield name, _amounts(cohort), [q.name for q in cohort.queues], [c.name for c in cohort.cohorts]
    for name, queue in snapshot.queues.items():
        yield name, _amounts(queue), list(queue.workloads), queue.generation
        yield [queue.users(frozenset({fr})) for fr in sorted(queue.quotas)]
    for name, topology in snapshot.topologies.items():
        yield name, topology._capacity().tolist()
        yield {leaf: {r: n for r, n in s["tasUsage"].items() if n} for leaf, s in topology.state().items()}


@pytest.mark.parametrize("file", RUNS)
def test_each_cycle_begins_as_with_a_snapshot_of_its_own(file: str) -> None:
    for row in sampled(file, 12):
        run = QueueingRun(read_scenario(row["scenario"]))
        for number in range(1, run.scenario.max_cycles + 1):
            cache = run.world.cache
            assert list(_seen(cache.shared_snapshot())) == list(_seen(cache.snapshot())), name_of(row)
            run.step(number)
            run.end(number)


@pytest.mark.parametrize("file", RUNS)
def test_a_snapshot_of_its_own_is_not_changed_by_cycles(file: str) -> None:
    for row in sampled(file, 40):
        run = QueueingRun(read_scenario(row["scenario"]))
        own = run.world.cache.snapshot()
        before = list(_seen(own))
        for number in range(1, 6):
            run.step(number)
            run.end(number)
        assert list(_seen(own)) == before, name_of(row)
