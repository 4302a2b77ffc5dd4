"""From a marker in the editor to its fix, and the page of all findings, as a person would."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SPREAD, Gallery, make_link
from tests.browser.test_editor import EditorPane

MISSPELT = SPREAD.replace(
    "labelSelector: {matchLabels: {app: web}}", "labelSelector: {matchLabels: {app: wbe}}"
)


def open_draft(gallery: Gallery, page: Page) -> str:
    """Bring in the draft with the misspelt selector and return its address."""
    gallery.paste(MISSPELT, "shop.yaml")
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/"))
    return page.url.split("?")[0].removesuffix("answer/")


def test_a_marker_of_the_editor_is_fixed_and_undone(gallery: Gallery, page: Page) -> None:
    page.goto(open_draft(gallery, page))
    EditorPane(page).ready()
    strip = page.get_by_role("region", name="Lint")
    expect(strip).to_contain_text("This constraint can never fail")
    page.locator(".ace_content").click()
    page.keyboard.press("F8")
    line = next(n for n, text in enumerate(MISSPELT.splitlines(), 1) if "wbe" in text)
    expect(page.get_by_text(f"Line {line}, column 40")).to_be_visible()
    expect(page.locator(".ace_icon_svg.ace_warning")).to_be_visible()
    expect(page.locator(".ed-mark.warning")).to_be_visible()

    strip.get_by_role("button", name="Change to app: web").click()
    expect(strip).to_be_hidden()
    expect(page.locator(".ed-mark")).to_have_count(0)
    page.get_by_role("button", name="Undo: Change to app: web").click()
    expect(strip).to_contain_text("This constraint can never fail")

    page.locator(".ace_content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\n---\nkind:")
    expect(strip).to_be_hidden()  # a text with errors is not asked about, which would be refused


def test_the_page_shows_the_consequence_and_ends_clean(gallery: Gallery, page: Page) -> None:
    page.goto(f"{open_draft(gallery, page)}lint/")
    expect(page.get_by_role("heading", name="1 finding", exact=True)).to_be_visible()
    finding = page.get_by_role("region", name="Findings").get_by_role("listitem")
    expect(finding).to_contain_text("as written")
    expect(finding).to_contain_text("default/web-1, line")
    ci = page.get_by_role("region", name="In CI")
    expect(ci).to_contain_text("selector-misses-own-pods")
    ci.get_by_role("button", name="SARIF").click()
    expect(ci).to_contain_text('"version": "2.1.0"')

    finding.get_by_role("button", name="Change to app: web").click()
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()  # the button that was pressed is gone
    expect(ci).to_contain_text("exit status 0")
    page.locator("#head").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="1 finding", exact=True)).to_be_visible()
    page.get_by_role("button", name="Ignore here").click()
    expect(page.get_by_text("1 finding is ignored.")).to_be_visible()


def test_a_source_without_findings_leads_to_its_answer(page: Page) -> None:
    page.goto("/")
    link = make_link(page, SPREAD)
    page.goto(f"/x/{link}/lint/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing found")
    page.get_by_role("region", name="Findings").get_by_role("link", name="See where each pod goes").click()
    expect(page).to_have_url(re.compile(rf"/x/{link}/answer/$"))
