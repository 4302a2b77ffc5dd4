"""The pages of followed clusters, and what the pages of a moment's run say."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import yaml
from django.contrib.auth.models import User
from django.test import Client

from tests.services.folder import ROOT
from tests.webui.conftest import Visitor
from webui.core.scenarios.live_cluster import RESOURCES
from webui.features.live.models import Entry, FollowedCluster, OpenedMoment
from webui.ground.lib.shareable import touched_from_now

AT = datetime(2026, 1, 1, 14, 4, 58, tzinfo=UTC)
BACK = "Back to now"
FEATURES = ROOT / "webui" / "features"


def text(visitor: Visitor, path: str) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("owner", password="words for a test")


@pytest.fixture
def cluster(owner: User) -> FollowedCluster:
    tally = {"equal": 1203, "different": 1, "unjudged": 5}
    return FollowedCluster.objects.create(name="prod-eu", uid="0", user=owner, tally=tally)


def signed_in(user: User) -> Visitor:
    client = Client()
    client.force_login(user)
    return Visitor(client)


def test_who_may_not_see_a_cluster_is_told_how_one_is_followed(
    cluster: FollowedCluster, owner: User, stranger: Visitor
) -> None:
    page = text(stranger, "/live/")
    assert "prod-eu</b>" not in page
    assert "manage.py follow" in page
    for page in (f"/live/{cluster.pk}/", f"/live/{cluster.pk}/nodes/a/", f"/api/live/{cluster.pk}/nodes/a"):
        assert stranger.get(page).status_code == 404
    assert "1,203 of 1,204 decisions" in text(signed_in(owner), "/live/")
    assert "prod-eu" in text(signed_in(owner), f"/live/{cluster.pk}/")
    assert "general-17" in text(signed_in(owner), f"/live/{cluster.pk}/nodes/general-17/")


def test_the_role_that_is_shown_names_all_that_is_read_and_no_verb_that_writes(stranger: Visitor) -> None:
    page = text(stranger, "/live/").replace("&quot;", '"')
    start = page.index("apiVersion: rbac")
    role = yaml.safe_load(page[start : page.index("</code>", start)])
    named = {name for rule in role["rules"] for name in rule["resources"]}
    assert named == {resource.plural for resource in RESOURCES}
    assert {verb for rule in role["rules"] for verb in rule["verbs"]} == {"get", "list", "watch"}


def test_a_run_of_a_moment_says_what_was_decided_and_leads_back(
    cluster: FollowedCluster, owner: User, alice: Visitor, stranger: Visitor
) -> None:
    snapshot = alice.run(alice.draft())["snapshot"]
    assert "moment-line" not in text(alice, f"/x/{snapshot}/")
    payload = {"node": "node-54", "agreement": "equal"}
    Entry.objects.create(cluster=cluster, number=7, at=AT, kind="decision", payload=payload)
    OpenedMoment.objects.create(snapshot_id=snapshot, cluster=cluster, at=AT, decision=7)
    page = text(signed_in(owner), f"/x/{snapshot}/")
    assert "prod-eu as it was then · its scheduler chose node-54: equal" in page
    assert "2026-01-01 14:04:58 UTC" in page and BACK in page
    touched = touched_from_now()
    assert BACK not in text(stranger, f"/x/{snapshot}/")
    assert touched.is_personal, "the same page leads back for some, so that it is shared with nobody"
    FollowedCluster.objects.update(open=True)
    touched = touched_from_now()
    assert BACK in text(stranger, f"/x/{snapshot}/")
    assert not touched.is_personal


def test_every_view_of_a_run_has_a_place_for_its_moment() -> None:
    templates = [path.read_text(encoding="utf-8") for path in FEATURES.glob("*/templates/*.html")]
    views = [template for template in templates if "{% case_line " in template]
    assert len(views) > 5
    assert all("{% moment_line page.snapshot %}" in view for view in views)
