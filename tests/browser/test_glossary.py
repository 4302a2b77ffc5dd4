from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_workbench_rail import rail
from tests.browser.test_workbench_why import open_case
from tests.services.pages import box_of


def card(page: Page) -> Locator:
    return page.locator(".term-card")


def boxes_meet(one: Locator, other: Locator) -> bool:
    a, b = box_of(one), box_of(other)
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


def test_a_word_explains_itself_to_mouse_and_keyboard(page: Page) -> None:
    open_case(page, "Zone outage")
    point = rail(page, "PostFilter")
    point.hover()
    expect(card(page)).to_contain_text("preemption happens here")
    expect(card(page).get_by_role("link", name=re.compile(r"^Source v1\.\d+\.\d+$"))).to_have_attribute(
        "href", re.compile(r"^https://github\.com/kubernetes/kubernetes/blob/v1\.\d+\.\d+/")
    )
    assert not boxes_meet(card(page), point)
    card(page).hover()  # the mouse may go there
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)

    rail(page, "Queue").focus()
    page.keyboard.press("Tab")
    expect(rail(page, "PreFilter")).to_be_focused()
    expect(rail(page, "PreFilter")).to_have_accessible_description(re.compile("^Plugins look at the pod"))


def test_a_word_in_a_heading_opens_and_leads_on(page: Page) -> None:
    open_case(page, "Zone outage")
    rail(page, "Queue").click()
    word = page.get_by_role("region", name="Step").get_by_role("button", name="Priority", exact=True)
    word.press("Enter")
    expect(word).to_have_attribute("aria-expanded", "true")
    assert not boxes_meet(card(page), word)
    page.keyboard.press("Tab")
    expect(card(page).get_by_role("link", name="Documentation")).to_be_focused()
    page.keyboard.press("Escape")
    expect(word).to_be_focused()
    expect(word).to_have_attribute("aria-expanded", "false")
    word.click()
    glossary = card(page).get_by_role("link", name="Glossary")
    expect(glossary).to_have_attribute("href", re.compile("/glossary/#priority$"))


def test_the_glossary_is_searched(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Glossary").click()
    page.get_by_role("searchbox", name="Find a term").fill("global min")
    expect(page.locator("#globalMinimum")).to_be_visible()
    expect(page.locator("#NodeName")).to_be_hidden()
    page.get_by_role("searchbox", name="Find a term").fill("no such word")
    expect(page.get_by_role("status").filter(has_text="No term matches.")).to_be_visible()
