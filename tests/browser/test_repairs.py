"""From a pending pod to a repair that is tried, as a person would."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SPREAD, Gallery, view_link

FULL = SPREAD.replace(
    "containers: [{name: web,", 'containers: [{resources: {requests: {cpu: "6"}}, name: web,'
)


def test_a_repair_is_tried_compared_and_undone(gallery: Gallery, page: Page) -> None:
    gallery.paste(FULL)
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/answer/"))
    view_link(page, "Repairs").click()
    expect(page.get_by_role("heading", name="What would it take to place default/web-1?")).to_be_visible()
    expect(page.get_by_text("search complete")).to_be_visible()
    risk = page.get_by_role("row").nth(1).get_by_role("group")
    risk.get_by_text("costs money").click()
    expect(risk).to_contain_text("There are more machines to pay for.")
    best = page.get_by_role("row").filter(has_text="request cpu 6")
    expect(best).to_contain_text("1 of 1")
    best.get_by_role("button", name="Try:").click()
    tried = page.get_by_role("region", name="Trial")
    expect(tried).to_contain_text("1 of 1 placed, 0 without the change")
    tried.get_by_role("button", name="Compare").click()
    page.get_by_text("Inputs that differ").click()
    expect(page.get_by_text("spec.containers[0].resources.requests.cpu")).to_be_visible()
    page.go_back()
    best.get_by_role("button", name="Try:").click()
    tried.get_by_role("button", name="Undo").click()
    expect(tried).to_be_hidden()


def test_a_placed_pod_is_asked_onto_another_node(gallery: Gallery, page: Page) -> None:
    gallery.paste(SPREAD)
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/"))
    draft = page.url.split("?")[0].removesuffix("answer/")
    page.goto(f"{draft}?pod=default/web-1&point=Filter&plugin=PodTopologySpread&node=node-a1")
    why = page.locator("#why-body")

    # What the node's arithmetic says would help is tried beside it.
    remedy = why.get_by_role("listitem").filter(has_text="maxSkew is at least 2")
    remedy.get_by_role("button", name="Try").click()
    expect(remedy.get_by_role("button", name="Compare")).to_be_visible()
    remedy.get_by_role("button", name="Undo").click()
    expect(remedy.get_by_role("button", name="Try")).to_be_visible()

    # The search for this node begins when asked, and leads to its page.
    why.get_by_role("button", name="Search for changes").click()
    why.get_by_role("link", name="repairs in all").click()
    heading = "What would it take to place default/web-1 on node-a1?"
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    standing = page.get_by_role("region", name="Why not here")
    expect(standing).to_contain_text("PodTopologySpread")
    expect(page.get_by_text("search complete")).to_be_visible()
    expect(page.get_by_role("list", name="Nodes where the pod fits, by zone")).to_contain_text("1 of 1")

    # Other costs are counted at once, and stay in the address.
    best = page.get_by_role("row").filter(has_text="nodeSelector")
    expect(best).to_contain_text("1manifest")
    page.get_by_text("What each kind of change costs").click()
    page.get_by_role("spinbutton", name="manifest").fill("1000")
    page.get_by_role("spinbutton", name="manifest").blur()
    expect(best).to_contain_text("1,000manifest")
    expect(page).to_have_url(re.compile("costs=manifest"))
