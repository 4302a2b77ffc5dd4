"""The questions about the whole cluster, as a person asks them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Gallery
from tests.webui.clusters import node, pod, source

CORDONED = source(
    node("n1").replace("metadata:", "spec: {unschedulable: true}\nmetadata:"),
    node("n2", cpu="1"),
    *(pod(f"p{i}").replace("cpu: 10m", "cpu: 600m") for i in range(3)),
)


def test_from_the_answer_to_all_questions_about_the_cluster(gallery: Gallery, page: Page) -> None:
    gallery.paste(CORDONED)
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/answer/"))
    best = page.locator(".brief-run")
    expect(best).to_contain_text("Best single fix: uncordon n1 (places 2 of 2)")
    best.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Best single fix: uncordon n1 (places 2 of 2)")).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_contain_text("uncordon n1")
    expect(page.get_by_role("heading", name="Pods that exclude each other")).to_be_visible()
    page.get_by_role("button", name="Try:").first.click()
    expect(page.get_by_role("region", name="Trial")).to_contain_text("3 of 3 placed, 1 without the change")

    page.get_by_role("link", name="How many more").click()
    page.get_by_label("Pods like").fill("p0")
    page.get_by_label("to fit").fill("2")
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_role("heading", name="0 of 2 fit")).to_be_visible()
    expect(page.get_by_role("heading", name="Add 1 node for 2")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/repairs/more/\?pod=p0&count=2$"))

    page.get_by_role("link", name="Nodes to remove").click()
    expect(page.get_by_role("heading", name="1 node can be removed")).to_be_visible()
    expect(page.get_by_role("img", name="1 of 2 nodes can be removed together")).to_be_visible()
