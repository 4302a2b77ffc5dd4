"""What happens next, in the browser: a rollout, a drain from the menu of a node, and a zone that is lost."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import make_link, view_link
from tests.webui.clusters import WEB, node, source

CLUSTER = source(node("node1"), node("node2"), node("node3", zone="b"), WEB % 3)

# From each mark of a legend to the word after it, in pixels.
GAPS = """(legend) => [...legend.querySelectorAll("i")].map((mark) => {
    const word = document.createRange();
    word.selectNode(mark.nextSibling);
    return word.getBoundingClientRect().left - mark.getBoundingClientRect().right;
})"""


@pytest.fixture
def link(page: Page) -> str:
    """The link of the run of CLUSTER."""
    return make_link(page, CLUSTER)


def test_a_rollout_is_played_scrubbed_changed_and_opened(page: Page, link: str) -> None:
    page.goto(f"/x/{link}/")
    view_link(page, "Day two").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What do you want to do?")
    page.get_by_role("button", name="Rollout", exact=True).click()
    form = page.get_by_role("dialog", name="Rollout")
    form.get_by_label("New image").fill("web:2")
    form.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        "Rollout of Deployment default/web: web:2. Final state: "
    )
    expect(page.get_by_role("complementary", name="Verdict")).to_contain_text("web: stays available")
    expect(page.locator(".dt-dist button").first).to_be_visible()
    assert min(page.locator(".dt-av .t.dk").evaluate(GAPS)) >= 4, "a mark of the legend touches its word"

    moment = page.get_by_role("slider", name="Moment")
    end = moment.get_attribute("aria-valuemax")
    expect(moment).to_have_attribute("aria-valuenow", str(end))
    moment.focus()
    page.keyboard.press("ArrowLeft")
    expect(moment).to_have_attribute("aria-valuenow", str(int(end or 0) - 1))
    page.locator(".dt-ev").first.click()
    expect(moment).to_have_attribute("aria-valuenow", "0")
    expect(page).to_have_url(re.compile(r"at=0"))

    page.get_by_role("button", name="Change action 1").click()
    page.get_by_role("menuitem", name="Remove").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What do you want to do?")
    page.locator("#actions").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("web:2")

    page.get_by_role("button", name="maxSurge 0").click()
    expect(page.locator("#ends")).to_contain_text("Rollout of Deployment default/web: web:2, maxSurge 0")
    page.get_by_role("button", name="Open this moment").click()
    expect(page).to_have_url(re.compile(rf"/x/(?!{link})\w+/(\?|$)"))


def test_a_node_is_drained_from_its_menu(page: Page, link: str) -> None:
    page.goto(f"/x/{link}/?point=Filter&node=node1")
    row = page.locator("tr[data-node=node1]").first
    row.hover()
    page.get_by_role("button", name="Actions on node1").click()
    page.get_by_role("menuitem", name="Day two: drain").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Drain node1. Final state: ")
    expect(page.locator("#side")).to_contain_text("Drain node1")
    expect(page.locator("#ends")).to_contain_text("The outcome, with these actions")
    page.get_by_role("button", name="Save them in a copy").click()
    expect(page).to_have_url(re.compile(r"/w/[0-9a-f-]{36}/day-two/$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Drain node1. Final state: ")
    expect(page.get_by_role("button", name="Save the actions in the scenario")).to_be_visible()


def test_a_lane_is_dragged_onto_an_action(page: Page, link: str) -> None:
    page.goto(f"/x/{link}/day-two/?at=0&by=zone")
    lane = page.locator(".dt-lb [draggable]")
    expect(lane).to_have_text(["a", "b"])
    lane.last.drag_to(page.get_by_role("button", name="Drain a node"))
    form = page.get_by_role("dialog", name="Drain a node")
    expect(form.get_by_label("Nodes")).to_have_value("zone=b")
    form.get_by_role("button", name="Cancel").click()
    lane.first.drag_to(page.locator("#more-actions"))
    page.get_by_role("menuitem", name="Cordon", exact=True).click()
    cordon = page.get_by_role("dialog", name="Cordon")
    expect(cordon.get_by_label("Nodes")).to_have_value("zone=a")
    cordon.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cordon")


def test_a_lost_zone_on_a_phone(page: Page, link: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    steps = '[{"lose":{"key":"zone","value":"b"}},{"restore":{"key":"zone","value":"b"}}]'
    page.goto(f"/x/{link}/day-two/?steps={quote(steps)}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Restore zone=b. Final state: ")
    page.get_by_role("button", name="Show only this action: Lose zone=b").click()
    expect(page.get_by_role("complementary", name="Verdict")).to_contain_text("Lose zone=b")
    expect(page.locator("#bottom")).to_contain_text("Moment")
    before = page.locator("#bottom").inner_text()
    page.locator("#bottom").get_by_role("button", name="Previous moment").click()
    expect(page.locator("#bottom")).not_to_have_text(before)
    page.get_by_label("Lanes by").select_option("kubernetes.io/hostname")
    expect(page.locator(".dt-lb", has_text="node3")).to_be_visible()
    expect(page.locator("html")).to_have_js_property("scrollWidth", 390)


def test_a_cluster_without_steps_opens_with_the_question(page: Page, link: str) -> None:
    page.goto(f"/x/{link}/day-two/")
    expect(page.get_by_role("heading", level=1)).to_have_text("What do you want to do?")
    choices = page.get_by_role("group", name="What do you want to do?")
    expect(choices.get_by_role("button", name="Drain node", exact=False)).to_be_visible()
    expect(page.get_by_role("slider", name="Moment")).to_be_hidden()
    expect(page.get_by_role("complementary", name="Verdict")).to_be_hidden()
    choices.get_by_role("button", name="Rollout of Deployment default/web").click()
    expect(page.get_by_role("complementary", name="Verdict")).to_contain_text("web: its rollout finishes")
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
