"""The upgrade matrix in the browser: from a run to its versions, to a pod's cause, to both cycles."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import make_link
from tests.webui.clusters import PORTS, SIDECAR, node, source

RUNNING = source(node("node1"), SIDECAR % ("running", "nodeName: node1"))
RANGE = "from=1.33&to=1.34"


@pytest.fixture
def snapshot(page: Page) -> str:
    """The link of the run of PORTS."""
    return make_link(page, PORTS)


def test_from_a_run_to_both_cycles(page: Page, snapshot: str) -> None:
    page.goto(f"/x/{snapshot}/")
    page.locator("#compare").click()
    page.get_by_role("link", name="Under newer versions").click()
    expect(page).to_have_url(re.compile(f"/x/{snapshot}/upgrade/$"))
    page.goto(f"/x/{snapshot}/upgrade/?{RANGE}")
    expect(page.get_by_role("heading", level=1)).to_have_text("1.34: 1 becomes pending")
    page.get_by_role("button", name="p, 1.34: pending, direct effect").click()
    detail = page.get_by_role("complementary", name="Caused by")
    expect(detail).to_contain_text("NodePorts counts the host ports of sidecars")
    expect(detail).to_contain_text("With this one change switched off, all pods land as in 1.33.")
    detail.get_by_role("button", name="Open both cycles").click()
    expect(page).to_have_url(re.compile(r"/x/\w+\.\.\w+/\?pod=default%2Fp$"))
    expect(page.locator("#differences")).to_contain_text("NodePorts")


def test_keys_go_from_difference_to_difference(page: Page, snapshot: str) -> None:
    page.goto(f"/x/{snapshot}/upgrade/?{RANGE}")
    bar = page.get_by_role("button", name="p, 1.34: pending, direct effect")
    expect(bar).to_have_attribute("aria-pressed", "false")
    page.keyboard.press(".")
    expect(bar).to_have_attribute("aria-pressed", "true")
    bar.click()
    expect(bar).to_be_focused()  # although the table was drawn anew
    page.go_back()
    expect(bar).to_have_attribute("aria-pressed", "false")


def test_other_versions_are_asked_for(page: Page, snapshot: str) -> None:
    page.goto(f"/x/{snapshot}/upgrade/?{RANGE}")
    expect(page.get_by_role("heading", level=1)).to_have_text("1.34: 1 becomes pending")
    page.get_by_label("Newest version").select_option("1.35")
    expect(page.get_by_role("button", name=re.compile("1.35"))).to_be_visible()
    expect(page.get_by_label("Oldest version").locator("option[value='1.35']")).to_be_disabled()


def test_without_pending_pods_there_is_nothing_to_compare(page: Page) -> None:
    link = make_link(page, RUNNING)
    page.goto(f"/x/{link}/upgrade/")
    expect(page.get_by_role("heading", name="No pod is pending")).to_be_visible()


def test_a_phone_lists_the_versions(page: Page, snapshot: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/x/{snapshot}/upgrade/?{RANGE}")
    row = page.get_by_role("button", name=re.compile(r"^1\.34 1 becomes pending"))
    expect(row).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=re.compile(r"^p node1 → pending")).click()
    expect(page.get_by_role("button", name="Open both cycles")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_patch_release_is_named_wherever_the_version_is(page: Page) -> None:
    nodes = node("node1").replace("capacity:", "nodeInfo: {kubeletVersion: v1.33.13}\n  capacity:")
    link = make_link(
        page, source(nodes, SIDECAR % ("running", "nodeName: node1"), SIDECAR % ("p", "priority: 0"))
    )
    page.goto(f"/x/{link}/")
    expect(page.locator("#version")).to_have_text("v1.33.13")
    page.goto(f"/x/{link}/upgrade/?from=1.33&to=1.33.13")
    expect(page.get_by_role("heading", level=1)).to_have_text("1.33.13: 1 becomes pending")
