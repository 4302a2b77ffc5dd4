from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_workbench_why import open_case
from tests.services.pages import DESKTOP, box_of

DEFAULT = 300  # pixels that the map has until somebody resizes it
STEP = 16


def border(page: Page, name: str) -> Locator:
    return page.get_by_role("separator", name=name)


def width(page: Page, pane: str) -> int:
    pixels: int = page.locator(pane).evaluate("(pane) => pane.offsetWidth")
    return pixels


def test_a_border_moves_by_keys_and_stays_until_it_is_reset(page: Page) -> None:
    open_case(page, "Zone outage")
    page.get_by_role("button", name="Map", exact=True).click()
    of_the_map = border(page, "Width of the map")
    step = page.get_by_role("group", name="Steps", exact=True)
    expect(step).to_contain_text("2 nodes were ruled out")
    before = step.inner_text()
    of_the_map.press("ArrowRight")
    expect(of_the_map).to_have_attribute("aria-valuenow", str(DEFAULT + STEP))
    assert width(page, "#left") == DEFAULT + STEP
    assert step.inner_text() == before, "the key is the border's, not the page's"
    page.reload()
    expect(of_the_map).to_have_attribute("aria-valuenow", str(DEFAULT + STEP))
    of_the_map.dblclick()
    expect(of_the_map).to_have_attribute("aria-valuenow", str(DEFAULT))


def test_a_border_is_dragged_and_far_out_it_folds_its_pane(page: Page) -> None:
    open_case(page, "Zone outage")
    of_why = border(page, "Width of the Why pane")
    before = width(page, "#why")
    box = box_of(of_why)
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"], y)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, y)
    page.mouse.up()
    assert abs(width(page, "#why") - before - 40) <= 1
    page.mouse.move(box["x"] - 40, y)
    page.mouse.down()
    page.mouse.move(box["x"] + before - 20, y)
    page.mouse.up()
    expect(page.locator("#why")).to_be_hidden()
    page.reload()
    expect(page.locator("#why")).to_be_hidden()
    page.get_by_role("gridcell").filter(has=page.locator(".g-rej")).first.click()
    expect(page.locator("#why")).to_be_visible()  # the answer is there


@pytest.mark.parametrize("window", [DESKTOP, (1024, 768)])
def test_the_map_is_a_strip_until_it_is_opened(page: Page, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    open_case(page, "Zone outage")
    expect(page.locator("#left")).to_be_hidden()
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator("#left")).to_be_visible()
    fold = page.get_by_role("button", name="Hide the map")
    expect(fold).to_be_focused()
    fold.click()
    expect(page.locator("#left")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.get_by_role("searchbox", name="Find on the map: a node, a label or a pod")).to_be_focused()
