from __future__ import annotations

import re

from playwright.sync_api import Page, expect

MESSAGE = (
    "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu. no new claims to deallocate, "
    "preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, "
    "2 Preemption is not helpful for scheduling."
)


def test_from_a_message_to_a_run_of_the_cluster_that_gives_it(page: Page) -> None:
    page.goto("/message/")
    page.get_by_label("FailedScheduling message").fill(MESSAGE)
    page.get_by_role("button", name="Explain").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "No node fits: 1 cordoned, 1 is full, 1 is too small"
    )
    expect(page.locator(".msg-text")).to_have_text(re.compile("unschedulable.*Insufficient cpu"))
    page.reload()  # the session keeps the text
    expect(page.get_by_role("heading", level=3)).to_have_count(3)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]+/"))
    expect(page.get_by_role("complementary", name="Why")).to_contain_text("Insufficient cpu")


def test_the_nearest_cluster_opens_as_well(page: Page) -> None:
    page.goto("/message/?text=0/6 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.")
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]+/"))
