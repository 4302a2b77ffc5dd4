from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from scheduler_core import load
from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor
from webui.core.snapshots import ids
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Immutable, Snapshot


def frozen(**changes: Any) -> SnapshotContent:
    content: dict[str, Any] = {
        "title": "Spread",
        "source": SPREAD,
        "scenario": load(SPREAD),
        "kubernetes_version": "1.34",
        "seed": None,
        "nonce": None,
    }
    return SnapshotContent(**content | changes)


def test_anyone_with_the_link_reads_it(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft(), seed=7)
    snapshot = stranger.get(f"/api/snapshots/{run['snapshot']}").json()
    assert snapshot["source"] == SPREAD
    assert (snapshot["title"], snapshot["seed"], snapshot["run"]) == ("Spread", 7, run["id"])
    assert snapshot["summary"] == {"nodes": 2, "pods": 2, "pending": 1}
    assert stranger.get(f"/x/{run['snapshot']}/").status_code == 200


@pytest.mark.django_db
def test_its_name_is_the_hash_of_its_document() -> None:
    snapshot = freeze(frozen())
    digest = hashlib.sha256(snapshot.document.encode()).digest()
    assert snapshot.name == ids.encode(digest)
    assert snapshot.name.startswith(snapshot.id)
    document = json.loads(snapshot.document)
    assert set(document) == {
        *("schema", "title", "source", "content", "kubernetes_version", "seed", "nonce", "forked_from"),
    }


@pytest.mark.django_db
def test_the_same_content_has_the_same_link() -> None:
    assert freeze(frozen()) == freeze(frozen())
    assert Snapshot.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"title": "Other"},
        {"source": SPREAD + "# a remark\n"},
        {"kubernetes_version": "1.35"},
        {"seed": 0},
        {"nonce": "0" * 32},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_differs_has_another(change: dict[str, Any]) -> None:
    assert freeze(frozen()) != freeze(frozen(**change))


@pytest.mark.django_db
def test_public_ones_are_short_and_unlisted_ones_cannot_be_guessed(alice: Visitor) -> None:
    assert len(freeze(frozen()).id) == 10
    one, other = (alice.run(alice.draft())["snapshot"] for _ in range(2))
    assert len(one) == 16
    assert one != other


@pytest.mark.django_db
def test_another_snapshot_with_the_same_prefix_is_stepped_around() -> None:
    name = ids.full_name(frozen().document())
    Snapshot(id=name[:10], name="x" * 54, document="{}", title="", kubernetes_version="", summary={}).save()
    assert freeze(frozen()).id == name[:11]


@pytest.mark.django_db
def test_it_cannot_be_changed() -> None:
    snapshot = freeze(frozen())
    snapshot.title = "changed"
    with pytest.raises(Immutable):
        snapshot.save()
    assert Snapshot.objects.get().title == "Spread"


def test_editing_the_draft_leaves_it_alone(alice: Visitor) -> None:
    draft = alice.draft()
    run = alice.run(draft)
    alice.put(f"/api/scenarios/{draft['id']}", {"title": "Later"})
    alice.delete(f"/api/scenarios/{draft['id']}")
    assert alice.get(f"/api/snapshots/{run['snapshot']}").json()["title"] == "Spread"


def test_unlisted_ones_are_not_for_search_engines(alice: Visitor) -> None:
    unlisted, public = alice.run(alice.draft())["snapshot"], freeze(frozen()).id
    for path in ("/x/{}/", "/api/snapshots/{}"):
        assert alice.get(path.format(unlisted))["X-Robots-Tag"] == "noindex"
        assert "X-Robots-Tag" not in alice.get(path.format(public))


def test_a_copy_to_edit_is_the_visitors_own(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft())
    answer = stranger.post(f"/api/snapshots/{run['snapshot']}/fork")
    assert answer.status_code == 201
    fork = answer.json()
    assert (fork["source"], fork["title"]) == (SPREAD, "Spread")
    assert fork["run"] == run["id"]  # what the copy looks like, until it is run itself
    path = f"/api/scenarios/{fork['id']}"
    assert stranger.put(path, {"title": "Mine"}).status_code == 200
    assert alice.get(path).status_code == 404
    assert alice.get(f"/api/snapshots/{run['snapshot']}").json()["title"] == "Spread"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nope", "a" * 200, "%00", "ü", "..", "2222222222", "'; --"])
def test_what_is_no_snapshot_is_not_found(name: str) -> None:
    visitor = Visitor()
    assert visitor.get(f"/api/snapshots/{name}").status_code == 404
    assert visitor.post(f"/api/snapshots/{name}/fork").status_code == 404
    assert visitor.get(f"/x/{name}/").status_code == 404


def test_the_page_carries_what_it_needs_to_start(alice: Visitor) -> None:
    title = "</script><script>alert(1)</script>"
    run = alice.run(alice.draft(title=title))
    page = alice.get(f"/x/{run['snapshot']}/").content.decode()
    assert "<script>alert" not in page
    boot = page.split('id="boot"', 1)[1].split(">", 1)[1].split("</script>", 1)[0]
    data = json.loads(boot)
    assert (data["kind"], data["scenario"]) == ("snapshot", None)
    assert data["snapshot"]["title"] == title
    assert data["run"]["id"] == run["id"]
