"""A followed cluster in the browser: what happens now, a moment of it, and a decision as a run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.services.folder import ROOT
from tests.services.live import Live

# The beginning of a recording; what comes next when a line is written to the process.
FOLLOW = """
from datetime import timedelta
import django
django.setup()
from tests.webui.features.live.recorded import followed, recorded
from webui.features.live.models import Entry, FollowedCluster
FollowedCluster.objects.all().delete()  # of a run before this one
cluster = followed(list(recorded())[:150], open=True)
# The hours end ten minutes after the recording, however long ago that was.
FollowedCluster.objects.update(lease_until=None, heard=cluster.heard + timedelta(minutes=10))
print(cluster.pk, flush=True)
input()
newest = Entry.objects.filter(cluster=cluster).latest("number")
number = newest.number + 1
payload = {**newest.payload, "number": number, "pod": "shop/late-1", "agreement": "different"}
Entry.objects.create(cluster=cluster, number=number, at=newest.at, kind="decision", payload=payload)
FollowedCluster.objects.filter(pk=cluster.pk).update(last=number)
"""


@dataclass(frozen=True)
class Followed:
    path: str
    process: subprocess.Popen[str]

    def go_on(self) -> None:
        """Let one decision more be made."""
        self.process.communicate("\n")


@pytest.fixture
def followed(live: Live) -> Iterator[Followed]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "webui.config.settings", **live.environment}
    with subprocess.Popen(
        [sys.executable, "-c", FOLLOW],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield Followed(f"/live/{process.stdout.readline().strip()}/", process)
        process.kill()


def test_from_what_happens_to_a_moment_and_to_a_run(page: Page, followed: Followed) -> None:
    page.goto("/live/")
    page.get_by_role("link", name="prod-eu").click()
    expect(page).to_have_url(re.compile(followed.path))
    agreement = page.get_by_role("region", name="Agreement with the cluster's own scheduler")
    expect(agreement).to_contain_text(
        "36 of 36 recomputed decisions are one of our scheduler's possible choices"
    )
    expect(page.get_by_role("region", name="Nodes by pool and zone").locator("[data-node]")).to_have_count(36)
    expect(page.get_by_role("heading", level=1)).to_have_text("6 pods are pending")
    assert violations(page) == ""

    # the stream is held, the watching goes on
    rows = page.locator("#stream tbody tr")
    first = rows.first.inner_text()
    page.get_by_role("button", name="Pause").click()
    followed.go_on()
    go_on = page.get_by_role("button", name="Continue, 1 new")
    expect(go_on).to_be_visible()
    assert rows.first.inner_text() == first
    go_on.click()
    expect(rows.first).to_contain_text("shop/late-1")
    expect(rows.first).to_contain_text("different")

    # the cursor changes the whole page
    cursor = page.get_by_role("slider", name="Displayed moment")
    cursor.focus()
    page.keyboard.press("Home")
    expect(page.locator("#moment")).to_contain_text("The cluster as it was then: 36 nodes")
    expect(page.locator("#stream h2")).to_have_text(re.compile("Decisions up to then"))
    expect(page.locator("#stream")).not_to_contain_text("shop/late-1")
    page.get_by_role("button", name="Back to now").click()
    expect(rows.first).to_contain_text("shop/late-1")

    # a node has a page of its own, with the way back
    page.locator("[data-node]").first.click()
    page.get_by_role("menuitem", name=re.compile("^Show ")).click()
    expect(page).to_have_url(re.compile(rf"{followed.path}nodes/[\w-]+/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile(r"^\d+ pods?, [\d.]+ of [\d.]+ cores free$")
    )
    blocks = page.get_by_role("region", name="Pods on it").get_by_role("listitem")
    expect(blocks.last).to_contain_text("free")
    expect(page.locator("[data-node].here")).to_have_count(1)
    assert violations(page) == ""
    page.get_by_role("link", name="prod-eu").click()

    # a node of now goes on in day two, a decision in the walk, and both lead back
    page.locator("[data-node]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name=re.compile("^Drain ")).click()
    expect(page).to_have_url(re.compile(r"/x/\w+/day-two/\?steps="))
    page.get_by_role("link", name="Back to now").click()
    page.locator("#stream .lv-folded button").first.click()
    page.locator("#stream tr.lv-sub .lv-pod button").first.click()
    expect(page).to_have_url(re.compile(r"/x/\w+/\?pod="))
    expect(page.get_by_role("navigation", name="Moment of a cluster")).to_contain_text(
        "prod-eu as it was then"
    )
