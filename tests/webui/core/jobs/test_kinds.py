"""Jobs of all kinds at the same addresses; those of each kind are other names for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from tests.webui.clusters import node, pod, source
from tests.webui.conftest import Visitor, claimed
from tests.webui.features.sweeps import deliveries as sweeps
from webui.core.jobs.kinds import KINDS, claim_next, perform
from webui.features.gallery.cases import read_cases
from webui.features.upgrade.models import Upgrade

TAINTED = source(node("n1"), pod("p")).replace(
    "kind: Node", "kind: Node\nspec: {taints: [{key: x, effect: NoSchedule}]}"
)
KUEUE = next(case.source for case in read_cases() if case.slug == "queue-strict-order")
TOLERATION = {"kind": "toleration", "taints": ["x:NoSchedule"]}

# A question of each kind, and the addresses that it had before: {s} is the link, {r} its run.
QUESTIONS: dict[str, tuple[dict[str, Any], str, str]] = {
    "upgrade": ({"versions": "1.33..1.34"}, "/snapshots/{s}/upgrades", "/upgrades"),
    "play": ({"steps": [{"wait": 1}]}, "/snapshots/{s}/plays", "/plays"),
    "lint": ({}, "", "/lints"),
    "sweep": ({"sweep": {"kind": "seeds", "seeds": 2}}, "/snapshots/{s}/sweeps", "/sweeps"),
    "pod": ({"pod": "default/p"}, "/runs/{r}/inquiries", "/inquiries"),
    "run": ({}, "/runs/{r}/cluster-inquiries", "/cluster-inquiries"),
    "capacity": ({"mix": [{"pod": "default/p"}]}, "/runs/{r}/cluster-inquiries", "/cluster-inquiries"),
    "removal": ({}, "/runs/{r}/cluster-inquiries", "/cluster-inquiries"),
    "admit": ({"workload": "{w}"}, "/runs/{r}/cures", "/cures"),
    "queue": ({}, "/runs/{r}/queues", "/queues"),
    "trial": ({"pod": "default/p", "change": TOLERATION}, "/runs/{r}/changes/try", "/trials"),
}


def test_every_kind_is_tested() -> None:
    assert set(QUESTIONS) == set(KINDS)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_job_has_one_answer_at_all_its_addresses(alice: Visitor, stranger: Visitor, kind: str) -> None:
    fields, start, path = QUESTIONS[kind]
    run = alice.run(alice.draft(KUEUE if kind in ("admit", "queue") else TAINTED))
    if kind == "admit":
        causes = alice.get(f"/api/runs/{run['id']}/queue").json()["answer"]["causes"]
        fields = {"workload": causes[0]["workloads"][0]["workload"]}
    question = {"kind": kind, **fields}
    begun = stranger.begin(f"/api/snapshots/{run['snapshot']}/jobs", question)
    assert (begun["kind"], begun["status"]) == (kind, "queued")
    assert stranger.begin(f"/api/snapshots/{run['snapshot']}/jobs", question)["id"] == begun["id"]
    if start:
        address = start.format(s=run["snapshot"], r=run["id"])
        assert stranger.begin(f"/api{address}", question)["id"] == begun["id"]

    if kind == "sweep":
        sweeps.work(begun)
    else:
        job = claim_next(UUID(begun["id"]), owner="message")
        assert job is not None
        perform(job)
    answer = stranger.get(f"/api/jobs/{begun['id']}")
    assert (answer.json()["status"], answer.json()["error"]) == ("finished", None)
    progress = answer.json()["progress"]
    assert (progress is None) == (kind in ("play", "pod", "capacity", "admit", "trial"))
    assert progress is None or progress["total"] > 0
    assert stranger.get(f"/api{path}/{begun['id']}").json() == answer.json()
    assert stranger.get(f"/api/jobs/{begun['id']}", **{"If-None-Match": answer["ETag"]}).status_code == 304


def known() -> Visitor:
    """Return somebody with a cookie, by which visitors are told apart."""
    visitor = Visitor()
    visitor.draft(TAINTED)
    return visitor


@pytest.mark.parametrize("kind", ["upgrade", "play", "sweep", "pod", "removal", "trial"])
def test_it_is_cancelled_by_who_started_it_or_keeps_the_link(alice: Visitor, kind: str) -> None:
    run = alice.run(alice.draft(TAINTED))
    start = f"/api/snapshots/{run['snapshot']}/jobs"
    fields, _, path = QUESTIONS[kind]
    question = {"kind": kind, **fields}
    bob, carol = known(), known()
    begun = bob.begin(start, question)
    assert carol.begin(start, question)["id"] == begun["id"]
    for stranger in (Visitor(), carol):
        refused = stranger.post(f"/api/jobs/{begun['id']}/cancel")
        assert refused.status_code == 403
        assert "only the person who started this" in refused.json()["errors"][0]["message"]
    assert bob.get(f"/api/jobs/{begun['id']}").json()["status"] == "queued"
    assert bob.post(f"/api/jobs/{begun['id']}/cancel").json()["status"] == "cancelled"
    assert KINDS[kind].model.claim(UUID(begun["id"]), owner="late") is None
    again = bob.begin(start, question)
    assert again["id"] != begun["id"]
    assert alice.post(f"/api{path}/{again['id']}/cancel").json()["status"] == "cancelled"


@pytest.fixture
def matrix(alice: Visitor) -> dict[str, Any]:
    run = alice.run(alice.draft(TAINTED))
    return alice.begin(f"/api/snapshots/{run['snapshot']}/upgrades", {"versions": "1.33..1.34"})


def test_what_is_cancelled_while_a_worker_has_it_gets_no_answer(
    matrix: dict[str, Any], alice: Visitor
) -> None:
    work = claimed(Upgrade, matrix)
    alice.post(f"/api/jobs/{matrix['id']}/cancel")
    perform(work)
    answer = alice.get(f"/api/jobs/{matrix['id']}").json()
    assert (answer["status"], answer["matrix"]) == ("cancelled", None)


def test_what_another_worker_computes_is_left_to_it(matrix: dict[str, Any]) -> None:
    begun = UUID(matrix["id"])
    assert Upgrade.claim(begun, owner="one") is not None
    assert Upgrade.claim(begun, owner="two") is None
    # The message is delivered again: its receiver is gone.
    assert Upgrade.claim(begun, owner="one") is not None


def test_who_lost_the_lease_writes_no_more(matrix: dict[str, Any], alice: Visitor) -> None:
    first = claimed(Upgrade, matrix, "first")
    Upgrade.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    second = claimed(Upgrade, matrix, "second")
    assert second.attempt == 2
    perform(first)
    waiting = alice.get(f"/api/jobs/{matrix['id']}").json()
    assert (waiting["status"], waiting["progress"], waiting["matrix"]) == ("running", None, None)
    perform(second)
    assert alice.get(f"/api/jobs/{matrix['id']}").json()["status"] == "finished"


def test_asking_again_sends_what_no_worker_took_up(
    matrix: dict[str, Any], alice: Visitor, django_capture_on_commit_callbacks: Callable[[], Any]
) -> None:
    path, question = f"/api/snapshots/{matrix['snapshot']}/upgrades", {"versions": "1.33..1.34"}
    with django_capture_on_commit_callbacks() as sent:
        assert alice.begin(path, question)["id"] == matrix["id"]
    assert sent == []
    Upgrade.objects.update(created=timezone.now() - timedelta(minutes=1))
    with django_capture_on_commit_callbacks() as sent:
        assert alice.begin(path, question)["id"] == matrix["id"]
    assert len(sent) == 1


def test_recovery_takes_it_up_when_its_worker_is_gone(matrix: dict[str, Any]) -> None:
    assert Upgrade.claim(UUID(matrix["id"]), owner="first") is not None
    assert Upgrade.take_abandoned(resend_after=timedelta()) == []
    Upgrade.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert [str(upgrade.pk) for upgrade in Upgrade.take_abandoned(resend_after=timedelta())] == [matrix["id"]]


@pytest.mark.parametrize(
    ("question", "path", "message"),
    [
        ({}, "kind", "is required"),
        ({"kind": "none"}, "kind", "must be one of 'upgrade', 'play'"),
        ({"kind": "upgrade"}, "versions", "is required"),
        ({"kind": "removal", "count": -1}, "count", "must be at least 0"),
        ({"kind": "lint", "on": "nowhere"}, "on", "nowhere"),
    ],
)
def test_a_wrong_question_is_refused_with_its_field(
    alice: Visitor, question: dict[str, Any], path: str, message: str
) -> None:
    run = alice.run(alice.draft(TAINTED))
    answer = alice.post(f"/api/snapshots/{run['snapshot']}/jobs", question)
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["path"] == path
    assert message in error["message"]


def test_a_question_about_the_run_waits_for_its_end(alice: Visitor) -> None:
    begun = alice.begin(f"/api/scenarios/{alice.draft(TAINTED)['id']}/runs")
    answer = alice.post(f"/api/snapshots/{begun['snapshot']}/jobs", {"kind": "removal"})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (409, "run")


def test_what_is_no_job_is_not_found(alice: Visitor) -> None:
    run = alice.run(alice.draft(TAINTED))
    assert alice.get(f"/api/jobs/{run['id']}").status_code == 404
    assert alice.post("/api/snapshots/nothing/jobs", {"kind": "lint"}).status_code == 404
