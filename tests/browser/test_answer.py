"""A dump runs at once and lands on its answer: pending pods by cause, and the way into the steps."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Gallery, view_link
from tests.dumps import kubectl_list
from tests.services.pages import Visitors


def dump() -> str:
    """Six nodes with long names; three pods too large for any, two that ask for a pool that no node is in."""
    listed = kubectl_list(6, 24, 6)
    waiting = [item for item in listed["items"] if item["kind"] == "Pod" and not item["spec"].get("nodeName")]
    for pod in waiting[:3]:
        pod["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "64"
        own(pod, "train")
    for pod in waiting[3:5]:
        pod["spec"]["nodeSelector"] = {"pool": "xl"}
        own(pod, "api")
    return json.dumps(listed)


def own(pod: dict[str, Any], name: str) -> None:
    pod["metadata"]["ownerReferences"][0]["name"] = name


def open_answer(page: Page) -> None:
    """Opens the answer without the way through the door, which the first test takes."""
    draft = page.request.post("/api/scenarios", data={"title": "Dump", "source": dump()}).json()
    page.request.post(f"/api/scenarios/{draft['id']}/runs", data={})
    page.goto(f"/w/{draft['id']}/answer/")
    expect_answer(page)


def expect_answer(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("5 pods are pending, 2 causes")


def test_a_dump_lands_on_its_causes_and_each_leads_into_the_steps(page: Page) -> None:
    Gallery(page).open().paste(dump())
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/answer/"))
    expect_answer(page)
    causes = page.locator(".cause")
    headings = causes.locator("h2")
    expect(headings.first).to_contain_text("needs more cpu than any eligible node has free")
    expect(headings.nth(1)).to_contain_text("requires nodes with pool=xl, but there are none")
    expect(causes.first).to_contain_text("more than any eligible node has (3.92 cores at most)")
    expect(causes.first).to_contain_text("Why it fits on none of the 6 nodes")
    expect(causes.nth(1)).to_contain_text("no label pool6")
    expect(page.get_by_role("region", name="Differs from your dump")).to_contain_text(
        "1 pod pending there fits here"
    )
    causes.nth(1).get_by_role("link", name="Step through shop/web-").click()
    expect(page.get_by_role("combobox", name="Pod")).to_contain_text("shop/web-")
    expect(page).to_have_url(re.compile(r"/w/[0-9a-f-]{36}/\?pod="))
    view_link(page, "Answer").click()
    expect(causes).to_have_count(2)


def test_the_steps_show_what_tells_long_names_apart(page: Page) -> None:
    open_answer(page)
    view_link(page, "Walk").click()
    heads = page.locator(".mx .rowh .name")
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator(".map-foot")).to_contain_text("Shapes by owner or labels")  # the cluster is here
    whole = heads.first.get_attribute("title")
    assert whole is not None
    expect(heads.first).to_have_text(whole)
    headings = heads.evaluate_all(
        "all => all.map((e) => [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(''))"
    )
    assert len(set(headings)) == len(headings) > 1
    assert max(map(len, headings)) < len(whole)


def test_names_are_short_and_whole_where_they_are_copied(page: Page) -> None:
    open_answer(page)
    name = page.locator(".near .name").first
    expect(name).to_have_attribute("title", re.compile("."))  # short, once the cluster is here
    whole = name.get_attribute("title")
    assert whole is not None
    assert name.text_content() == whole
    selection = name.evaluate(
        "e => [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent).join('')"
    )
    assert len(selection) <= 18
    copied = name.evaluate("e => { getSelection().selectAllChildren(e); return getSelection().toString(); }")
    assert copied == whole


def test_edit_first_opens_the_editor_without_a_run(page: Page) -> None:
    Gallery(page).open().paste(dump(), button="Edit first")
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/$"))
    expect(page.locator(".ed").get_by_role("button", name="Run", exact=True)).to_be_visible()


@pytest.mark.parametrize(("viewport", "dark"), [((1280, 720), False), ((390, 844), True)])
def test_the_answer_is_accessible_in_small_windows(
    open_page: Visitors, viewport: tuple[int, int], dark: bool
) -> None:
    page = open_page(viewport=viewport, dark=dark)
    open_answer(page)
    assert violations(page) == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport[0]


def test_try_tries_at_once_the_answer_refills_and_the_keyboard_goes_on(open_page: Visitors) -> None:
    page = open_page(viewport=(1440, 900))
    open_answer(page)
    line = page.locator(".cause").first.locator(".brief-l li").filter(has_text="larger node").first
    expect(line).to_be_visible(timeout=30_000)
    line.get_by_role("button", name="Try:").press("Enter")
    strip = page.get_by_role("region", name="Trial")
    expect(strip.get_by_role("status")).to_contain_text("Tried: a larger node instead of")
    expect(strip.get_by_role("status")).to_contain_text(re.compile("placed, 1 without the change"))
    expect(page.locator(".sum")).to_contain_text("placed thanks to the change")
    expect(page.locator(".gauge.new").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("5 pods are pending, 2 causes")
    expect(strip.get_by_role("button", name="Undo")).to_be_focused()
    for name in ("Copy kubectl", "Send link"):
        page.keyboard.press("Tab")
        expect(strip.get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Enter")
    expect(strip.get_by_role("link", name="Open the trial")).to_be_visible()
    expect(strip.get_by_role("button", name="Send link")).to_be_focused()
    link = strip.get_by_role("link", name="Open the trial").get_attribute("href")
    assert link is not None
    colleague = open_page()
    colleague.goto(link)
    expect(colleague.get_by_role("heading", level=1)).to_contain_text("pending")
    strip.get_by_role("button", name="Undo").press("Enter")
    expect(strip).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("5 pods are pending, 2 causes")
    expect(line.get_by_role("button", name="Try:")).to_be_focused()


def test_what_is_pointed_at_lights_its_nodes_in_the_map(open_page: Visitors) -> None:
    page = open_page(viewport=(1440, 900))
    open_answer(page)
    expect(page.locator("#cluster .gauge").first).to_be_visible()
    name = page.locator(".near .name").first
    name.hover()
    expect(page.locator(".lit .gauge.on")).to_have_count(1)
    page.locator(".stack-key [data-nodes]").first.hover()
    expect(page.locator(".lit .gauge.on")).to_have_count(6)
    page.get_by_role("heading", level=1).hover()
    expect(page.locator(".lit")).to_have_count(0)
