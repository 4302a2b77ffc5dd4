"""Before the scheduler: what Kueue decided, a workload that waits, and changes that let it admit one, over the API."""

from __future__ import annotations

from typing import Any

from tests.webui.conftest import Visitor, claimed
from webui.core.jobs.kinds import perform
from webui.features.gallery.cases import read_cases
from webui.features.whatif.models import Inquiry

SOURCE = next(case.source for case in read_cases() if case.slug == "queue-strict-order")


def test_a_run_with_queues_says_who_waits_and_what_would_help(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft(SOURCE))
    answer = stranger.get(f"/api/runs/{run['id']}/queue").json()["answer"]
    assert (answer["pending"], answer["admitted"]) == (2, 1)
    assert [cause["kind"] for cause in answer["causes"]] == ["maximum", "behind"]
    large = answer["causes"][0]["workloads"][0]["workload"]

    waiting = stranger.get(f"/api/runs/{run['id']}/queue/workload?workload={large}").json()
    assert waiting["job"] == "Job default/large"
    assert [bar["cluster_queue"] for bar in waiting["bars"][0]["queues"]] == ["ml"]
    missing = stranger.get(f"/api/runs/{run['id']}/queue/workload?workload=default/nobody")
    assert missing.status_code == 404

    by_worker = _answered(stranger, f"/api/runs/{run['id']}/queues", {})
    assert by_worker["answer"] == {"done": 2, "total": 2, "queue": answer}
    assert _answered(stranger, f"/api/runs/{run['id']}/queues", {"workload": large})["answer"] == {
        "workload": waiting
    }
    unknown = _answered(stranger, f"/api/runs/{run['id']}/queues", {"workload": "default/nobody"})
    assert (unknown["status"], "must be pending" in unknown["error"]) == ("failed", True)

    asked = stranger.begin(f"/api/runs/{run['id']}/cures", {"workload": large})
    assert asked["answer"] is None
    inquiry = claimed(Inquiry, asked)
    perform(inquiry)
    cures = stranger.get(f"/api/cures/{inquiry.pk}").json()
    assert cures["status"] == "finished"
    assert "quota" in [cure["kind"] for cure in cures["answer"]["cures"]]

    trial = claimed(Inquiry, stranger.begin(f"/api/cures/{inquiry.pk}/changes/1/try"))
    perform(trial)
    end = stranger.get(f"/api/trials/{trial.pk}").json()
    assert end["status"] == "finished"
    assert end["answer"]["placed"] > end["answer"]["before"]
    assert stranger.post(f"/api/cures/{inquiry.pk}/changes/99/try").status_code == 404
    assert stranger.post(f"/api/runs/{run['id']}/cures", {"workload": "default/nobody"}).status_code == 404


def test_a_run_without_queues_has_no_answer_of_kueue(alice: Visitor) -> None:
    run = alice.run(alice.draft(SOURCE[SOURCE.index("# Nodes") : SOURCE.index("# Waiting to be admitted")]))
    assert alice.get(f"/api/runs/{run['id']}/queue").json() == {"answer": None}
    assert alice.post(f"/api/runs/{run['id']}/queues", {}).status_code == 422


def _answered(visitor: Visitor, path: str, body: dict[str, str]) -> dict[str, Any]:
    """The answer of a worker to what is asked before the scheduler."""
    asked = visitor.begin(path, body)
    assert asked["status"] == "queued"
    inquiry = claimed(Inquiry, asked)
    perform(inquiry)
    answer: dict[str, Any] = visitor.get(f"/api/queues/{inquiry.pk}").json()
    return answer
