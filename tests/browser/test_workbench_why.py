"""Why was node1 rejected, and what became of the pod: as a person finds out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Gallery
from tests.services.pages import Visitors, box_of

ARITHMETIC = "2 + 1 − 1 = 2 > maxSkew 1"
PHONE = (390, 844)


def why(page: Page) -> Locator:
    return page.get_by_role("complementary", name=re.compile("Why"))


def open_case(page: Page, words: str) -> None:
    """Open the first case of the gallery that has these words in its question or its title."""
    cases = page.request.get("/api/gallery").json()
    links = (case["snapshot"] for case in cases if words in f"{case['question']} {case['title']}")
    page.goto(f"/x/{next(links)}/")
    expect(
        page.get_by_role("navigation", name="Extension points").locator("[aria-current=step]")
    ).to_be_visible()


@pytest.fixture
def first_case(gallery: Gallery, page: Page) -> Page:
    page.goto(gallery.first_run())
    expect(
        page.get_by_role("heading", name="Would a pod on this node keep its domain within maxSkew?")
    ).to_be_visible()
    return page


def test_two_actions_to_the_arithmetic(first_case: Page) -> None:
    first_case.get_by_role("gridcell", name=re.compile("^node1, PodTopologySpread: rejected")).click()
    expect(why(first_case)).to_contain_text(ARITHMETIC)
    expect(why(first_case)).to_contain_text("default/pod-1")
    expect(why(first_case)).to_contain_text("node(s) didn't match pod topology spread constraints")


def test_two_actions_by_the_map_once_it_is_open(first_case: Page) -> None:
    first_case.get_by_role("button", name="Map", exact=True).click()
    first_case.get_by_role("listbox", name="Nodes by domain").click(
        position={"x": 50, "y": 80}  # the first node of the first domain
    )
    expect(why(first_case)).to_contain_text(ARITHMETIC)


TOO_FULL = "2 nodes are ruled out because zoneA would be 2 above the emptiest"


def test_each_step_answers_its_question_and_none_tells_the_end(first_case: Page) -> None:
    rail = first_case.get_by_role("navigation", name="Extension points")
    expect(why(first_case)).to_contain_text(TOO_FULL)
    expect(why(first_case)).not_to_contain_text("node4 wins")
    rail.get_by_role("button", name=re.compile("^Queue")).click()
    expect(why(first_case)).to_contain_text("mypod is the only pod that is ready")
    rail.get_by_role("button", name=re.compile("^Scores")).click()
    expect(why(first_case)).to_contain_text("node4 wins by 2, thanks to Fit")
    against = why(first_case).get_by_role("group", name="node4 against node3: Fit +2", exact=True)
    expect(against.get_by_role("button", name="total of node3: 395")).to_be_visible()
    rail.get_by_role("button", name=re.compile("^Result")).click()
    expect(why(first_case)).to_contain_text("mypod runs on node4")
    rail.get_by_role("button", name=re.compile("^All pods")).click()
    expect(why(first_case)).to_contain_text("The only pod was placed")
    expect(first_case.locator(".where b")).to_have_text("The whole run")


def test_a_link_opens_the_same_step_elsewhere(first_case: Page, open_page: Visitors) -> None:
    first_case.get_by_role("gridcell", name=re.compile("^node2, PodTopologySpread")).click()
    expect(first_case).to_have_url(
        re.compile("pod=default/mypod&point=Filter&plugin=PodTopologySpread&node=node2")
    )
    elsewhere = open_page()
    elsewhere.goto(first_case.url)
    expect(why(elsewhere)).to_contain_text(ARITHMETIC)
    assert first_case.get_by_text(re.compile(r"Step \d+ of \d+")).first.inner_text() == (
        elsewhere.get_by_text(re.compile(r"Step \d+ of \d+")).first.inner_text()
    )


def test_a_pending_pod_shows_its_event_and_clauses_as_filters(page: Page) -> None:
    open_case(page, "Two constraints in conflict")
    event = page.get_by_role("region", name="FailedScheduling event")
    assert box_of(event)["height"] <= 40  # one line, so that the figure has the room
    event.get_by_text("The event's message").click()
    expect(event.get_by_role("paragraph").first).to_have_text(
        re.compile("^0/3 nodes are available: 3 node.s. didn't match pod topology spread constraints.")
    )
    rows = page.get_by_role("row").filter(has=page.get_by_role("gridcell"))
    expect(rows).to_have_count(3)
    event.get_by_role("button", name=re.compile("didn't match")).click()
    expect(rows).to_have_count(3)
    rail = page.get_by_role("navigation", name="Extension points")
    rail.get_by_role("button", name=re.compile("^Result")).click()
    expect(why(page)).to_contain_text("mypod stays pending: none of 3 nodes fits")


def test_scores_open_into_their_sum_and_the_loser_into_a_comparison(first_case: Page) -> None:
    rail = first_case.get_by_role("navigation", name="Extension points")
    rail.get_by_role("button", name=re.compile("^Scores")).click()
    first_case.locator("#stage-body").get_by_role("button", name=re.compile("^node3: total 395")).click()
    expect(why(first_case)).to_contain_text("node4 wins by 2, Fit alone gives +2")
    why(first_case).get_by_role("button", name="+2").click()
    expect(why(first_case)).to_contain_text("node3 gets 95 points from NodeResourcesFit")


def test_on_a_phone_the_sum_is_a_sheet(open_page: Visitors) -> None:
    page = open_page(viewport=PHONE)
    gallery = Gallery(page).open()
    page.goto(gallery.first_run())
    page.get_by_role("button", name=re.compile("^node1 2 \\+ 1 − 1 = 2 > 1 rejected")).click()
    expect(why(page)).to_contain_text(ARITHMETIC)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    for name in ("Previous step", "Next step"):
        box = box_of(page.get_by_role("button", name=name))
        assert min(box["width"], box["height"]) >= 48
    page.get_by_role("button", name="Clear the selection").click()
    expect(why(page)).to_contain_text(TOO_FULL)


def test_also_run_the_rest_shows_what_the_scheduler_did_not(page: Page) -> None:
    open_case(page, "Drained node")
    unreached = page.get_by_role("gridcell", name=re.compile("not reached"))
    expect(unreached.first).to_be_visible()
    page.keyboard.press("x")
    expect(page.get_by_role("switch", name="Also run the rest")).to_be_checked()
    expect(
        page.get_by_role("gridcell", name=re.compile("kube-scheduler did not run this")).first
    ).to_be_visible()
    expect(unreached).to_have_count(0)
