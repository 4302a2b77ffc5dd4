"""The menu of nodes and pods as a button that can be seen: beside what is hovered, focused or selected."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_workbench_map import open_map, the_map
from tests.browser.test_workbench_why import open_case
from tests.services.pages import Visitors, box_of


def handle(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Actions on {name}", exact=True)


def test_it_follows_the_mouse_and_the_focus(page: Page) -> None:
    open_case(page, "Three pods run already")
    page.locator("tr[data-node=node2] td").first.hover()
    expect(handle(page, "node2")).to_be_visible()
    page.locator("tr[data-node=node3] td").first.hover()
    expect(handle(page, "node2")).to_have_count(0)
    handle(page, "node3").click()
    menu = page.get_by_role("menu", name="In a copy: node3")
    expect(menu.get_by_role("menuitem", name="Cordon", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)

    page.locator("#timeline button").first.focus()
    page.keyboard.press("Tab")
    expect(handle(page, "default/mypod")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Scale…")).to_be_visible()
    page.keyboard.press("Escape")

    open_map(page)
    the_map(page).focus()
    page.keyboard.press("Home")
    expect(handle(page, "node1")).to_be_visible()
    page.keyboard.press("Tab")
    expect(handle(page, "node1")).to_be_focused()


def test_a_touch_screen_has_it_beside_what_is_selected(open_page: Visitors) -> None:
    page = open_page(viewport=(390, 844), touch=True)
    open_case(page, "Three pods run already")
    row = page.locator("button[data-node=node1]")
    row.tap()
    expect(handle(page, "node1")).to_be_visible()
    box = box_of(handle(page, "node1"))
    assert min(box["width"], box["height"]) >= 24
