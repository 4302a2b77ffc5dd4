"""From a pending pod to a repair that is tried, as a person would."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SPREAD, Gallery

FULL = SPREAD.replace(
    "containers: [{name: web,", 'containers: [{resources: {requests: {cpu: "6"}}, name: web,'
)


def test_a_repair_is_tried_in_a_copy_and_undone(gallery: Gallery, page: Page) -> None:
    gallery.paste(FULL)
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/answer/"))
    page.get_by_role("link", name="Repairs").click()
    expect(page.get_by_role("heading", name="What would it take to place default/web-1?")).to_be_visible()
    best = page.get_by_role("row").nth(1)
    expect(best).to_contain_text("request cpu 6")
    expect(page.get_by_text("search complete")).to_be_visible()
    expect(best).to_contain_text("1 of 1")
    page.get_by_role("button", name="Try repair 1").click()
    tried = page.locator("#tried")
    expect(tried).to_contain_text("1 of 1 pods are placed; without it 0.")
    tried.get_by_role("link", name="Open the difference").click()
    expect(page.get_by_text("spec.containers[0].resources.requests.cpu")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Try repair 1").click()
    tried.get_by_role("button", name="Undo").click()
    expect(tried).to_be_hidden()
