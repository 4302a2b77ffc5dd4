from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_workbench_why import open_case, why


def rail(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Extension points").get_by_role(
        "button", name=re.compile(f"^{name}")
    )


def test_the_number_of_the_point_where_we_are_opens(page: Page) -> None:
    open_case(page, "Zone outage")
    rail(page, "Queue").click()
    left = rail(page, "Filter").get_by_text(re.compile(r"^\d+ → \d+$"))
    left.click()
    expect(rail(page, "Filter")).to_have_attribute("aria-current", "step")
    expect(why(page)).to_contain_text("stays pending")  # the first press goes there, no more
    left.click()
    expect(why(page)).to_contain_text("0 of 3 nodes can run the pod")
    left.click()
    expect(why(page)).to_contain_text("stays pending")


def test_by_keyboard_too(page: Page) -> None:
    open_case(page, "Preference of weight 1")
    rail(page, "PreFilter").press("Enter")
    rail(page, "PreFilter").press("Enter")
    expect(why(page)).to_contain_text("1 of 10 plugins ran")
    expect(why(page).get_by_role("row").filter(has_text="VolumeBinding")).to_contain_text("No claim to bind.")
    rail(page, "Score").press("Enter")
    rail(page, "Score").press("Enter")
    expect(why(page)).to_contain_text("6 plugins score the nodes that are left")
    why(page).get_by_role("row").filter(has_text="NodeAffinity").get_by_role("button", name="2").click()
    expect(why(page)).to_contain_text("Each point of NodeAffinity counts 2 times")


def test_what_separates_the_nodes_and_who_leads_is_told(page: Page) -> None:
    open_case(page, "Soft spread, busy nodes")
    steps = page.get_by_role("group", name="Steps", exact=True)
    page.goto(page.url.partition("?")[0] + "?pod=default/web-0&point=Score")
    expect(steps).to_contain_text("NodeResourcesFit separates the nodes most: by up to 80")
    rail(page, "Total").click()
    expect(steps).to_contain_text("2 nodes lead together with 699")


def test_the_numbers_of_the_whole_run_list_their_pods(page: Page) -> None:
    open_case(page, "Thirteen small pods")
    rail(page, "All pods").click()
    page.get_by_role("button", name="1 pod pending").click()
    expect(page.get_by_role("tab", name="Pending")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="13 pods placed").click()
    expect(page.get_by_role("tab", name="Pods")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("group", name="Attempts").get_by_role("button", name="Placed")).to_have_attribute(
        "aria-pressed", "true"
    )
