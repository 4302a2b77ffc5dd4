"""Changes that let a workload be admitted, and what they cost."""

from __future__ import annotations

from scheduler_core import queue_cures
from tests.scheduler_core.queueing.manifests import job, research


def test_changes_that_help_are_run_with_both_halves_and_say_what_they_cost() -> None:
    scenario = research(job("train", "a", pods=4, cpu="8"))
    assert scenario.queued is not None
    cures = queue_cures(scenario, scenario.queued.owners.jobs["Job default/train"])["cures"]
    assert {cure["kind"]: (cure["pods"], cure["bound"], cure["evicted"]) for cure in cures} == {
        "fewer": (2, 2, []),
        "quota": (4, 4, []),
        "toleration": (4, 4, []),
        "reclaim": (4, 4, ["Job default/batch"]),
    }
    quota = next(cure for cure in cures if cure["kind"] == "quota")
    assert quota["operations"][0]["value"] == "72"
    assert [cost["text"] for cost in cures[-1]["costs"]] == ["batch ends and waits again"]
