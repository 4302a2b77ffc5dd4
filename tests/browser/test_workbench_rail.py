from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_workbench_why import open_case, why


def rail(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Extension points").get_by_role(
        "button", name=re.compile(f"^{name}")
    )


def test_a_click_on_the_rail_steps_and_never_opens_a_number(page: Page) -> None:
    open_case(page, "Zone outage")
    rail(page, "Queue").click()
    left = rail(page, "Filter").get_by_text(re.compile(r"^\d+ → \d+$"))
    left.click()
    expect(rail(page, "Filter")).to_have_attribute("aria-current", "step")
    left.click()
    expect(why(page)).to_contain_text("2 nodes are ruled out because their domains would exceed maxSkew")
    expect(rail(page, "Filter")).to_have_attribute("aria-current", "step")


def test_the_slots_of_the_rail_stay_where_they_are_from_pod_to_pod(page: Page) -> None:
    open_case(page, "Thirteen small pods")
    places = (
        "[...document.querySelectorAll('.pt')].map((slot) => Math.round(slot.getBoundingClientRect().left))"
    )
    first = page.evaluate(places)
    page.keyboard.press("[")
    expect(page.get_by_label("Pod", exact=True)).to_have_value("12")
    assert page.evaluate(places) == first


def stage_opens(page: Page, name: str) -> None:
    page.get_by_role("region", name="Step").get_by_role("button", name=name, exact=True).press("Enter")


def test_what_sums_a_point_up_opens_beside_its_question(page: Page) -> None:
    open_case(page, "Preference of weight 1")
    rail(page, "PreFilter").press("Enter")
    stage_opens(page, "All plugins")
    expect(why(page)).to_contain_text("1 of 10 plugins ran")
    expect(why(page).get_by_role("row").filter(has_text="VolumeBinding")).to_contain_text("No claim to bind.")
    page.goto(f"{page.url.partition('?')[0]}?point=Score")
    expect(rail(page, "Scores")).to_have_attribute("aria-current", "step")
    stage_opens(page, "All plugins")
    expect(why(page)).to_contain_text("6 plugins score the remaining nodes")
    why(page).get_by_role("row").filter(has_text="NodeAffinity").get_by_role("button", name="2").click()
    expect(why(page)).to_contain_text("Each point of NodeAffinity is multiplied by 2")
    rail(page, "Filter").press("Enter")
    stage_opens(page, "All nodes")
    expect(why(page)).to_contain_text("nodes can run the pod")


def test_what_separates_the_nodes_and_who_leads_is_told(page: Page) -> None:
    open_case(page, "Soft spread, busy nodes")
    steps = page.get_by_role("group", name="Steps", exact=True)
    page.goto(page.url.partition("?")[0] + "?pod=default/web-0&point=Score")
    expect(steps).to_contain_text("NodeResourcesFit makes the greatest difference: up to 80")
    rail(page, "Scores").click()
    expect(steps).to_contain_text("2 nodes are tied for the lead with 699")


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
