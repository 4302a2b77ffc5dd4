"""How long a link is kept, and by whom it is deleted."""

from __future__ import annotations

from datetime import timedelta
from itertools import islice
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from tests.webui.conftest import Visitor
from webui.core.scenarios.models import Scenario
from webui.core.snapshots import keepers
from webui.core.snapshots.models import Snapshot, Tombstone
from webui.features.gallery.cases import read_cases
from webui.features.gallery.loading import load_cases
from webui.features.gallery.models import GalleryCase


@pytest.fixture
def draft(alice: Visitor) -> dict[str, str]:
    return alice.draft()


@pytest.fixture
def link(alice: Visitor, draft: dict[str, str]) -> str:
    return str(alice.run(draft)["snapshot"])


def gone(visitor: Visitor, link: str) -> bool:
    statuses = {visitor.get(path.format(link)).status_code for path in ("/x/{}/", "/api/snapshots/{}")}
    assert statuses <= {200} or statuses <= {410}, statuses
    return statuses == {410}


def expire(link: str) -> None:
    Snapshot.objects.filter(pk=link).update(expires=timezone.now() - timedelta(seconds=1))


def test_whoever_shared_it_deletes_it_and_a_tombstone_says_when(
    alice: Visitor, stranger: Visitor, link: str
) -> None:
    assert alice.delete(f"/api/snapshots/{link}").json() == {"gone": True, "variants": 0}
    page = stranger.get(f"/x/{link}/")
    assert page.status_code == 410
    assert f"{Tombstone.objects.get().at:%Y-%m-%d %H:%M}" in page.content.decode()
    assert stranger.get(f"/api/snapshots/{link}").json()["errors"][0]["message"].startswith("deleted on")
    assert not Snapshot.objects.filter(pk=link).exists()


def test_a_stranger_cannot(alice: Visitor, stranger: Visitor, link: str) -> None:
    stranger.draft()
    for call in (stranger.delete, stranger.post):
        path = f"/api/snapshots/{link}" + ("/key" if call == stranger.post else "")
        assert call(path).status_code == 403
    assert stranger.put(f"/api/snapshots/{link}/sharing", {"days": 7}).status_code == 403
    assert stranger.delete(f"/api/snapshots/{link}", authorization="Bearer nope").status_code == 403
    assert not gone(alice, link)


def test_the_recovery_code_does_it_from_anywhere(alice: Visitor, stranger: Visitor, link: str) -> None:
    old = alice.post(f"/api/snapshots/{link}/key").json()["key"]
    key = alice.post(f"/api/snapshots/{link}/key").json()["key"]
    assert stranger.delete(f"/api/snapshots/{link}", authorization=f"Bearer {old}").status_code == 403
    typed = f"Bearer {key.upper()}"
    assert stranger.delete(f"/api/snapshots/{link}", authorization=typed).json() == {
        "gone": True,
        "variants": 0,
    }
    assert gone(alice, link)


def test_the_draft_stays_and_its_next_link_is_another_one(
    alice: Visitor, draft: dict[str, str], link: str
) -> None:
    alice.delete(f"/api/snapshots/{link}")
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["run"] is None
    again = alice.run(draft)["snapshot"]
    assert again[:12] != link[:12]  # nobody who knew the old one can guess it
    assert gone(alice, link)


def test_it_expires_when_its_time_is_up(alice: Visitor, stranger: Visitor, link: str) -> None:
    sharing = alice.put(f"/api/snapshots/{link}/sharing", {"days": 7}).json()
    assert sharing["mine"]
    assert sharing["expires"] is not None
    assert not gone(stranger, link)
    run = stranger.get(f"/api/snapshots/{link}").json()["run"]
    expire(link)
    assert stranger.get(f"/api/runs/{run}/events").status_code == 404
    assert gone(stranger, link)
    assert "expired" in stranger.get(f"/x/{link}/").content.decode()


def everything() -> dict[str, list[dict[str, Any]]]:
    """All rows of the database, by model."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models}


def test_reading_an_expired_link_changes_nothing(
    alice: Visitor, stranger: Visitor, draft: dict[str, str], link: str
) -> None:
    run = stranger.get(f"/api/snapshots/{link}").json()["run"]
    expire(link)
    before = everything()
    for path in (*(f"/x/{link}{end}" for end in ("/", ".json", ".html", ".png")), f"/e/{link}/"):
        assert stranger.get(path).status_code == 410, path
    for path in (f"/x/{link}..{link}/", f"/api/compare/{link}..{link}", f"/api/snapshots/{link}/sharing"):
        assert stranger.get(path).status_code == 410, path
    for end in ("", "/events", "/cluster", "/overview", "/cycles/0", "/cycles/0/view"):
        assert stranger.get(f"/api/runs/{run}{end}").status_code == 404, end
    assert alice.get("/").status_code == alice.get(f"/w/{draft['id']}/").status_code == 200
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["run"] is None
    assert alice.get(f"/api/scenarios/{draft['id']}/runs").json() == []
    assert everything() == before


def test_running_the_draft_again_retires_the_expired_link_and_gives_another(
    alice: Visitor, draft: dict[str, str], link: str
) -> None:
    expire(link)
    again = alice.run(draft)["snapshot"]
    assert again[:12] != link[:12]
    assert not gone(alice, again)
    assert gone(alice, link)
    assert Tombstone.objects.get().pk == link


@pytest.mark.parametrize("act", ["share", "variants"])
def test_whoever_makes_another_snapshot_retires_what_has_expired(alice: Visitor, link: str, act: str) -> None:
    other_link = alice.run(alice.draft())["snapshot"]
    expire(link)
    body = {"visibility": "public"} if act == "share" else {"seed": 5}
    assert alice.post(f"/api/snapshots/{other_link}/{act}", body).status_code in (201, 202)
    assert Tombstone.objects.get().pk == link


def test_what_a_case_of_the_gallery_shows_does_not_expire(stranger: Visitor) -> None:
    load_cases(islice(read_cases(), 1))
    case_link = GalleryCase.objects.get().snapshot_id
    expire(case_link)
    assert not gone(stranger, case_link)
    call_command("retire_expired", verbosity=0)
    assert Snapshot.objects.get(pk=case_link).expires is None


def test_what_nobody_opens_is_retired_by_the_command(alice: Visitor, link: str) -> None:
    other_link = alice.run(alice.draft())["snapshot"]
    expire(link)
    call_command("retire_expired", verbosity=0)
    assert set(Snapshot.objects.values_list("pk", flat=True)) == {other_link}
    assert Tombstone.objects.get().pk == link


def test_for_good_takes_an_expiry_back(alice: Visitor, link: str) -> None:
    alice.put(f"/api/snapshots/{link}/sharing", {"days": 30})
    assert alice.put(f"/api/snapshots/{link}/sharing", {"days": None}).json()["expires"] is None
    assert alice.put(f"/api/snapshots/{link}/sharing", {"days": 8}).status_code == 422


def test_a_public_link_is_another_short_one_with_the_same_content(alice: Visitor, link: str) -> None:
    shared = alice.post(f"/api/snapshots/{link}/share", {"title": "For all", "visibility": "public"})
    public = alice.get(f"/api/snapshots/{shared.json()['snapshot']}")
    assert "X-Robots-Tag" not in public
    assert (public.json()["title"], public.json()["visibility"]) == ("For all", "public")
    assert len(public.json()["id"]) == 10
    assert public.json()["source"] == alice.get(f"/api/snapshots/{link}").json()["source"]


def test_what_two_published_stays_until_both_have_deleted_it(alice: Visitor, stranger: Visitor) -> None:
    shared = []
    for visitor in (alice, stranger):
        run = visitor.run(visitor.draft())["snapshot"]
        shared.append(
            visitor.post(f"/api/snapshots/{run}/share", {"visibility": "public"}).json()["snapshot"]
        )
    assert shared[0] == shared[1]
    assert alice.delete(f"/api/snapshots/{shared[0]}").json() == {"gone": False, "variants": 0}
    assert not gone(alice, shared[0])
    assert stranger.delete(f"/api/snapshots/{shared[0]}").json() == {"gone": True, "variants": 0}
    assert gone(alice, shared[0])
    # Publishing it once more is another act, with another link.
    run = alice.run(alice.draft())["snapshot"]
    again = alice.post(f"/api/snapshots/{run}/share", {"visibility": "public"}).json()["snapshot"]
    assert again == shared[0] + again[-1]


def test_a_copy_says_where_it_comes_from(alice: Visitor, stranger: Visitor, link: str) -> None:
    fork = stranger.post(f"/api/snapshots/{link}/fork").json()
    shared = stranger.run(fork)["snapshot"]
    assert shared != link
    assert alice.get(f"/api/snapshots/{shared}").json()["forked_from"] == link
    assert alice.get(f"/api/snapshots/{link}").json()["forked_from"] is None
    alice.delete(f"/api/snapshots/{link}")
    assert Scenario.objects.get(pk=fork["id"]).forked_from is None


def test_another_version_of_it_is_run_beside_it(stranger: Visitor, link: str) -> None:
    variant = stranger.post(
        f"/api/snapshots/{link}/variants", {"kubernetes_version": "1.27", "seed": 5}
    ).json()
    made = stranger.get(f"/api/snapshots/{variant['snapshot']}").json()
    assert (made["kubernetes_version"], made["seed"]) == ("1.27", 5)
    assert len(made["id"]) == 16
    assert stranger.post(f"/api/snapshots/{link}/variants", {"kubernetes_version": "9"}).status_code == 422


def variant_of(visitor: Visitor, link: str, seed: int = 5) -> str:
    answer = visitor.post(f"/api/snapshots/{link}/variants", {"seed": seed})
    assert answer.status_code == 202, answer.content
    return str(answer.json()["snapshot"])


def test_variants_of_others_end_with_the_link_and_its_keeper_is_told(
    alice: Visitor, stranger: Visitor, link: str
) -> None:
    variant = variant_of(stranger, link)
    further = variant_of(stranger, variant, seed=6)
    assert stranger.delete(f"/api/snapshots/{variant}").status_code == 403
    assert alice.get(f"/api/snapshots/{link}/sharing").json()["variants"] == 2
    assert stranger.get(f"/api/snapshots/{link}/sharing").json()["variants"] == 0, "nobody else's business"
    assert alice.delete(f"/api/snapshots/{link}").json() == {"gone": True, "variants": 2}
    assert gone(stranger, variant) and gone(stranger, further)


def test_variants_of_others_expire_with_the_link(alice: Visitor, stranger: Visitor, link: str) -> None:
    before = variant_of(stranger, link)
    alice.put(f"/api/snapshots/{link}/sharing", {"days": 7})
    after = variant_of(stranger, link, seed=6)
    assert len({Snapshot.objects.get(pk=pk).expires for pk in (link, before, after)}) == 1
    expire(link)
    call_command("retire_expired", verbosity=0)
    assert gone(stranger, before) and gone(stranger, after)


def test_a_keepers_variant_is_the_keepers_own(alice: Visitor, stranger: Visitor, link: str) -> None:
    variant = variant_of(alice, link)
    assert variant_of(stranger, link) == variant
    assert alice.delete(f"/api/snapshots/{link}").json() == {"gone": True, "variants": 0}
    assert not gone(stranger, variant)
    assert alice.delete(f"/api/snapshots/{variant}").json() == {"gone": True, "variants": 0}


def test_variants_stay_with_a_link_that_stays(alice: Visitor, stranger: Visitor, link: str) -> None:
    variant = variant_of(stranger, link)
    keepers.add_keeper(Snapshot.objects.get(pk=link), holder="somebody", user_id=None)
    assert alice.delete(f"/api/snapshots/{link}").json() == {"gone": False, "variants": 0}
    assert not gone(stranger, variant)


def test_a_running_pod_is_tried_again_as_if_it_were_pending(alice: Visitor, stranger: Visitor) -> None:
    cluster = """
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  nodeName: n1  # where it runs
  containers: [{name: c}]
status: {phase: Running}
"""
    link = alice.run(alice.draft(cluster))["snapshot"]
    again = stranger.get(f"/api/snapshots/{link}/second-try?pod=default/web").json()
    assert (again["runs_on"], again["node"]) == ("n1", "n1")
    variant = stranger.post(f"/api/snapshots/{link}/variants", {"as_pending": "default/web"}).json()
    made = stranger.get(f"/api/snapshots/{variant['snapshot']}").json()
    assert made["summary"] == {"nodes": 1, "pods": 1, "pending": 1}
    assert "nodeName" not in made["source"]
    assert "Running" not in made["source"]
    for answer in (
        stranger.get(f"/api/snapshots/{link}/second-try?pod=default/nobody"),
        stranger.post(f"/api/snapshots/{link}/variants", {"as_pending": "default/nobody"}),
    ):
        assert answer.status_code == 422
