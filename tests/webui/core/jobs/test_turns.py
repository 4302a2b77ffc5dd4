"""Jobs of all kinds take turns, by network and person."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.conf import settings

from tests.services.waiting import wait_for
from tests.webui.conftest import Visitor
from webui.core.jobs.kinds import claim_next
from webui.features.daytwo.models import Play
from webui.features.upgrade.models import Upgrade


def at(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


@pytest.fixture(autouse=True)
def believed_addresses(settings: pytest.FixtureRequest) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]  # type: ignore[attr-defined]


def test_an_upgrade_does_not_wait_for_a_crowd_of_plays(alice: Visitor) -> None:
    path = f"/api/snapshots/{alice.run(alice.draft())['snapshot']}"
    crowd = [
        Visitor().post(f"{path}/plays", {"steps": [], "seed": seed}, **at("192.0.2.1")).json()["id"]
        for seed in range(20)
    ]
    later = alice.post(f"{path}/upgrades", {"versions": "1.33..1.34"}, **at("192.0.2.2")).json()["id"]
    taken = [claim_next(UUID(play), owner=f"message of {play}") for play in crowd[:2]]
    assert [job and str(job.pk) for job in taken] == [crowd[0], later]
    assert isinstance(taken[1], Upgrade)


def test_a_message_that_comes_again_goes_on_with_its_job(alice: Visitor) -> None:
    path = f"/api/snapshots/{alice.run(alice.draft())['snapshot']}/plays"
    first, second = (UUID(alice.post(path, {"steps": [], "seed": seed}).json()["id"]) for seed in (1, 2))
    for _ in range(2):
        job = claim_next(second, owner="message")
        assert job is not None
        assert job.pk == first


@pytest.mark.usefixtures("worker")
def test_a_job_whose_message_was_lost_holds_up_none_that_comes_later() -> None:
    visitor = Visitor()
    path = f"/api/snapshots/{visitor.run(visitor.draft())['snapshot']}/plays"
    first = Play.objects.get(pk=visitor.post(path, {"steps": [], "seed": 1}).json()["id"])
    wait_for(lambda: Play.objects.filter(pk=first.pk, status=Play.Status.FINISHED), "the first play ends")
    lost = Play(
        seed=2, seeds=0, engine=first.engine, snapshot=first.snapshot, steps=first.steps, digest=first.digest
    )
    lost.save()
    later = visitor.post(path, {"steps": [], "seed": 3}).json()["id"]
    wait_for(
        lambda: Play.objects.filter(pk=later, status=Play.Status.FINISHED),
        "the later play ends before recovery enqueues it again",
        seconds=settings.RUN_LEASE - 10,
    )
