"""From run to run of a draft: what changed, and links that lead to pods of the run at hand."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import open_draft
from tests.webui.clusters import DEPLOYMENT, SPREAD

PASTE = "text => ace.edit(document.querySelector('.ed .ace_editor')).session.setValue(text)"


def run(page: Page, source: str) -> None:
    expect(page.locator(".ed .ace_content")).to_be_visible()
    page.evaluate(PASTE, source)
    page.locator(".ed").get_by_role("button", name="Run", exact=True).click()


def test_what_a_run_changed_is_told_and_links_lead_to_pods_of_the_run(page: Page) -> None:
    source = SPREAD + DEPLOYMENT
    open_draft(page, source)
    run(page, source)
    replicas = page.locator("#timeline [data-pod*=api-]")
    expect(replicas).to_have_count(3)
    replicas.nth(1).click()
    first = replicas.nth(1).get_attribute("data-pod") or ""
    expect(page).to_have_url(re.compile(re.escape(first)))

    run(page, source.replace("api:1", "api:2"))
    expect(page).not_to_have_url(re.compile(re.escape(first)))
    expect(replicas).to_have_count(3)
    expect(replicas.nth(1)).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(re.escape(replicas.nth(1).get_attribute("data-pod") or "?")))

    note = page.get_by_role("status").filter(has_text="image")
    expect(note).to_have_text("image …/api:1 → …/api:2: no pod ended differently")

    run(page, source.replace("api:1", "api:2").replace("cpu: 100m", "cpu: 30"))
    note = page.get_by_role("status").filter(has_text="cpu")
    expect(note).to_contain_text("cpu 100m → 30: 3 more pending")
    expect(replicas.nth(2)).to_have_accessible_name(re.compile("in the previous run: node[12]$"))
    note.get_by_role("button").nth(2).click()
    expect(replicas.nth(2)).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name="Compare")).to_have_attribute(
        "href", re.compile(r"^/x/\w+\.\.\w+/$")
    )
    expect(page.locator("html"), "words are those of its version").to_have_attribute(
        "data-release", re.compile(r"^1\.\d+$")
    )
    page.get_by_role("button", name="Dismiss").click()
    expect(note).to_be_hidden()
    expect(replicas.nth(2)).not_to_have_accessible_name(re.compile("in the previous run"))

    run(page, source.replace("api:1", "api:3"))
    expect(page.get_by_role("status").filter(has_text="3 pods placed that were pending")).to_be_visible()
    draft = page.url.partition("?")[0]
    page.goto(f"{draft}?pod={first}&point=PostFilter")
    expect(replicas.nth(1)).to_have_attribute("aria-current", "true")
    expect(
        page.get_by_text("did not reach PostFilter. The last step that it reached is shown.")
    ).to_be_visible()
    expect(page).to_have_url(re.compile("point=Filter"))

    page.goto(f"{draft}?pod=default/api-gone")
    expect(page.get_by_text("There is no pod default/api-gone in this run.")).to_be_visible()
    expect(page.get_by_role("tab", name="Pods", exact=True)).to_be_visible()
    expect(page).not_to_have_url(re.compile("api-gone"))
