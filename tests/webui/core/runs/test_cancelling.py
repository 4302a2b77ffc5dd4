"""A run that its holder stops: what was computed stays, and running again makes another."""

from __future__ import annotations

from typing import Any

from tests.webui.clusters import many
from tests.webui.conftest import Visitor, compute
from webui.core.runs.models import Run

PODS = 300


def begin(visitor: Visitor, draft: dict[str, Any]) -> str:
    return str(visitor.post(f"/api/scenarios/{draft['id']}/runs").json()["id"])


def cancel(visitor: Visitor, run_id: str) -> dict[str, Any]:
    return visitor.begin(f"/api/runs/{run_id}/cancel")


def events(visitor: Visitor, run_id: str) -> list[dict[str, Any]]:
    return list(visitor.get(f"/api/runs/{run_id}/events").json()["events"])


def test_before_it_starts_it_is_over_at_once(alice: Visitor) -> None:
    run_id = begin(alice, alice.draft())
    assert cancel(alice, run_id)["status"] == "cancelled"
    assert events(alice, run_id) == [{"seq": 1, "kind": "run.cancelled"}]


def test_while_it_runs_it_ends_between_two_batches(alice: Visitor) -> None:
    run_id = begin(alice, alice.draft(many(PODS)))
    Run.objects.filter(pk=run_id).update(cancelling=True)  # as it stands when the worker looks
    run = compute(run_id)
    assert run.status == "cancelled"
    assert run.cycles < PODS
    log = events(alice, run_id)
    assert log[-1] == {"seq": len(log), "kind": "run.cancelled"}
    views = [alice.get(f"/api/runs/{run_id}/cycles/{n}/view").status_code for n in range(run.cycles)]
    assert set(views) <= {200}


def test_running_again_is_another_run_that_ends(alice: Visitor) -> None:
    draft = alice.draft()
    first = begin(alice, draft)
    cancel(alice, first)
    second = begin(alice, draft)
    assert second != first
    assert compute(second).status == "finished"
    assert alice.get(f"/api/runs/{first}").json()["status"] == "cancelled"


def test_what_is_finished_stays_so(alice: Visitor) -> None:
    run_id = begin(alice, alice.draft())
    compute(run_id)
    assert cancel(alice, run_id)["status"] == "finished"
    assert events(alice, run_id)[-1]["kind"] == "run.finished"


def test_others_cannot_stop_it(alice: Visitor, stranger: Visitor) -> None:
    run_id = begin(alice, alice.draft())
    assert stranger.post(f"/api/runs/{run_id}/cancel").status_code == 404
    assert alice.get(f"/api/runs/{run_id}").json()["status"] == "queued"


def test_its_link_shows_what_was_computed(alice: Visitor, stranger: Visitor) -> None:
    run_id = begin(alice, alice.draft(many(PODS)))
    Run.objects.filter(pk=run_id).update(cancelling=True)
    snapshot = compute(run_id).snapshot_id
    assert run_id in stranger.get(f"/x/{snapshot}/").content.decode()


def test_who_copied_a_link_cannot_stop_its_run(alice: Visitor, stranger: Visitor) -> None:
    run = alice.post(f"/api/scenarios/{alice.draft()['id']}/runs").json()
    copied = stranger.post(f"/api/snapshots/{run['snapshot']}/fork").json()
    assert copied["run"] == run["id"]
    assert stranger.post(f"/api/runs/{run['id']}/cancel").status_code == 404
    assert alice.get(f"/api/runs/{run['id']}").json()["status"] == "queued"
