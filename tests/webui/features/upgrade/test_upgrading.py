"""The upgrade matrix over the API, and its page."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import KUBERNETES_VERSIONS
from tests.webui.clusters import PORTS
from tests.webui.conftest import Visitor, claimed
from webui.core.jobs.kinds import perform
from webui.features.upgrade.models import Upgrade

NEWEST = [release for release, version in KUBERNETES_VERSIONS.items() if not version.planned][-2:]


@pytest.fixture
def link(alice: Visitor) -> str:
    return str(alice.run(alice.draft(PORTS))["snapshot"])


def begin(visitor: Visitor, link: str, versions: str = "1.33..1.34") -> dict[str, Any]:
    return visitor.begin(f"/api/snapshots/{link}/upgrades", {"versions": versions})


def compute(begun: dict[str, Any], owner: str = "test") -> None:
    perform(claimed(Upgrade, begun, owner))


def test_anyone_with_the_link_gets_the_matrix(link: str, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    assert (begun["status"], begun["progress"], begun["matrix"]) == ("queued", None, None)
    compute(begun)
    finished = stranger.get(f"/api/upgrades/{begun['id']}").json()
    assert (finished["status"], finished["error"], finished["snapshot"]) == ("finished", None, link)
    assert finished["progress"] == {"done": 2, "total": 3, "release": "1.34", "explains": True}
    (row,) = finished["matrix"]["pods"]
    assert [stay["state"] for stay in row["stays"]] == ["placed", "pending"]
    assert finished["matrix"]["steps"][0]["causes"] == ["sidecar-host-ports"]


def test_the_same_question_is_computed_once(link: str, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    compute(begun)
    assert begin(stranger, link, "1.34,1.33")["id"] == begun["id"]
    assert begin(stranger, link)["status"] == "finished"
    assert begin(stranger, link, "1.32..1.34")["id"] != begun["id"]


def test_a_failure_is_told_and_may_be_tried_again(link: str, alice: Visitor) -> None:
    begun = begin(alice, link)
    Upgrade.objects.filter(pk=begun["id"]).update(releases="1.33,9.99")
    compute(begun)
    failed = alice.get(f"/api/upgrades/{begun['id']}").json()
    assert failed["status"] == "failed"
    assert "internal error" in failed["error"]
    assert begin(alice, link)["id"] != begun["id"]


@pytest.mark.parametrize("versions", ["1.34", "1.34..1.33", "9.1..9.9", "x", ""])
def test_versions_that_are_no_range(link: str, alice: Visitor, versions: str) -> None:
    answer = alice.post(f"/api/snapshots/{link}/upgrades", {"versions": versions})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "versions"


def test_a_link_that_is_gone_takes_its_matrix_along(link: str, alice: Visitor, stranger: Visitor) -> None:
    begun = begin(stranger, link)
    alice.delete(f"/api/snapshots/{link}")
    assert stranger.get(f"/api/upgrades/{begun['id']}").status_code == 404
    assert stranger.post(f"/api/snapshots/{link}/upgrades", {"versions": "1.33..1.34"}).status_code == 410
    assert stranger.get(f"/x/{link}/upgrade/").status_code == 410


def test_the_page_offers_every_version(link: str, stranger: Visitor) -> None:
    answer = stranger.get(f"/x/{link}/upgrade/")
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex"
    versions = answer.context["boot"]["versions"]
    assert [version["release"] for version in versions] == list(KUBERNETES_VERSIONS)
    assert stranger.get("/x/nothing/upgrade/").status_code == 404


@pytest.mark.parametrize(
    ("version", "begins"),
    [
        ("1.33", "1.33"),
        ("1.33.13", "1.33.13"),
        ("1.36+fair-ties", "1.36"),
        ("1.18", "1.18"),
        (NEWEST[1], NEWEST[0]),
    ],
)
def test_the_page_begins_with_the_version_of_the_run(alice: Visitor, version: str, begins: str) -> None:
    link = alice.run(alice.draft(PORTS), kubernetes_version=version)["snapshot"]
    boot = alice.get(f"/x/{link}/upgrade/").context["boot"]
    assert (boot["from"], boot["to"]) == (begins, NEWEST[1])


def test_a_run_of_a_patch_release_is_compared_as_such(alice: Visitor) -> None:
    link = alice.run(alice.draft(PORTS), kubernetes_version="v1.33.13")["snapshot"]
    releases = [
        version["release"] for version in alice.get(f"/x/{link}/upgrade/").context["boot"]["versions"]
    ]
    assert releases[releases.index("1.33") :][:3] == ["1.33", "1.33.13", "1.34"]
