"""Trees of cohorts of any depth, and rings of parents."""

from __future__ import annotations

from scheduler_core import waiting_workload
from tests.scheduler_core.queueing.manifests import KUEUE, Manifest, flavor, job, loaded, queue

_DEPTH = 3000  # more than Python's stack


def _cohort(name: str, parent: str, **spec: object) -> Manifest:
    given = {"parentName": parent, **spec}
    return {"apiVersion": KUEUE, "kind": "Cohort", "metadata": {"name": name}, "spec": given}


def test_quota_is_borrowed_over_any_number_of_cohorts() -> None:
    chain = [_cohort(f"c{i}", f"c{i + 1}") for i in range(_DEPTH)]
    queues = (*queue("a", {"f": 1}, cohort="c0"), *queue("b", {"f": 4}, cohort=f"c{_DEPTH}"))
    scenario = loaded(flavor("f"), *queues, *chain, job("fits", "a", cpu="5"), job("large", "a", cpu="6"))
    assert scenario.queued is not None
    jobs = scenario.queued.owners.jobs
    assert scenario.queued.admitted(jobs["Job default/fits"])
    waiting = waiting_workload(scenario, jobs["Job default/large"])
    assert waiting["cause"]["text"] == "it requests 6 cpu, but a can have at most 5 in flavor f"


def test_a_queue_in_a_ring_of_cohorts_admits_nobody() -> None:
    ring = [_cohort("x", "y"), _cohort("y", "z"), _cohort("z", "y")]
    scenario = loaded(flavor("f"), *queue("a", {"f": 9}, cohort="x"), *ring, job("train", "a"))
    assert scenario.queued is not None
    waiting = waiting_workload(scenario, scenario.queued.owners.jobs["Job default/train"])
    assert waiting["cause"]["text"] == (
        "ClusterQueue a is inactive. Can't admit new workloads: "
        "the parents of cohort x lead back to one of them."
    )
