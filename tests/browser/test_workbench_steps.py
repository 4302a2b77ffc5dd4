"""Stepping: by buttons, by keys alone, back to the same picture; the browser's own Back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SPREAD, Gallery, make_link, open_draft
from tests.browser.test_workbench_why import ARITHMETIC, open_case, why
from tests.services.pages import Visitors
from tests.services.waiting import wait_for
from tests.webui.clusters import node, pod, source


@pytest.fixture
def workbench(gallery: Gallery, page: Page) -> Page:
    page.goto(gallery.first_run(), wait_until="networkidle")  # what comes later draws the grid anew
    expect(page.locator("#rail [aria-current=step]")).to_contain_text("Filter")
    expect(page.get_by_role("grid")).to_be_visible()
    return page


def test_step_back_gives_the_same_picture(open_page: Visitors) -> None:
    page = open_page()
    open_case(page, "One zone constraint")
    page.get_by_role("gridcell", name=re.compile("^node1, PodTopologySpread")).click()
    expect(why(page)).to_contain_text(ARITHMETIC)
    page.mouse.move(0, 0)  # over nothing that answers to it
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    before = page.screenshot()
    address = page.url
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#rail [aria-current=step]")).not_to_contain_text("Filter")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page).to_have_url(address)
    expect(why(page)).to_contain_text(ARITHMETIC)
    wait_for(lambda: page.screenshot() == before, "the picture is the same")


def test_every_step_of_a_cycle_forward_and_back(workbench: Page) -> None:
    step = workbench.locator(".where b")
    workbench.keyboard.press("Home")
    expect(step).to_have_text(re.compile("^Step 1 of"))
    number = int(step.inner_text().split()[-1])
    for n in range(2, number + 1):
        workbench.get_by_role("button", name="Next step").click()
        expect(step).to_have_text(f"Step {n} of {number}")
    expect(workbench.get_by_role("button", name="Next step")).to_have_attribute("aria-disabled", "true")
    for n in range(number - 1, 0, -1):
        workbench.keyboard.press("ArrowLeft")
        expect(step).to_have_text(f"Step {n} of {number}")


def test_the_whole_way_by_keyboard_alone(gallery: Gallery, page: Page) -> None:
    gallery.cases()
    page.get_by_role("searchbox").fill("One zone constraint")
    gallery.cards.filter(visible=True, has_text="One zone constraint").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("main.predict")).to_be_visible()  # a key before the script has run does nothing
    page.get_by_role("button", name="Just show me").press("Enter")
    page.get_by_role("link", name="Open the step that shows it").press("Enter")
    expect(page.get_by_role("grid")).to_be_visible()
    page.keyboard.press(".")
    expect(why(page)).to_contain_text(ARITHMETIC)
    page.keyboard.press("w")
    expect(page.locator("#why-body")).to_be_focused()
    page.keyboard.press("Escape")
    expect(why(page)).to_contain_text("2 nodes are ruled out because zoneA would be 2 above the emptiest")
    page.keyboard.press("/")
    expect(page.get_by_role("dialog", name="Find")).to_be_visible()
    page.keyboard.type("node2")
    page.keyboard.press("Enter")
    expect(why(page)).to_contain_text(ARITHMETIC)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys and symbols")
    expect(dialog).to_contain_text("Next rejection")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_grid_is_one_tab_stop_and_arrows_move_in_it(workbench: Page) -> None:
    grid = workbench.get_by_role("grid")
    assert grid.locator("[tabindex='0']").count() == 1
    grid.get_by_role("gridcell").first.focus()
    workbench.keyboard.press("Control+End")
    workbench.keyboard.press("Home")
    workbench.keyboard.press("ArrowUp")
    workbench.keyboard.press("ArrowRight")  # past the node's own name
    expect(grid.get_by_role("gridcell", name=re.compile("^node3, NodeUnschedulable: passes"))).to_be_focused()
    workbench.keyboard.press("Enter")
    expect(why(workbench)).to_contain_text("node3 passes NodeUnschedulable")


def test_the_map_is_reached_by_keyboard(workbench: Page) -> None:
    workbench.get_by_role("button", name="Map", exact=True).press("Enter")
    nodes = workbench.get_by_role("listbox", name="Nodes by domain")
    nodes.focus()
    workbench.keyboard.press("ArrowRight")
    expect(nodes.get_by_role("option")).to_have_text("node2, zoneA, rejected by PodTopologySpread, 1 pod")
    workbench.keyboard.press("Enter")
    expect(workbench).to_have_url(re.compile("node=node2"))


def test_jumps_are_in_the_history_and_steps_are_not(workbench: Page) -> None:
    rail = workbench.get_by_role("navigation", name="Extension points")
    rail.get_by_role("button", name=re.compile("^Scores")).click()
    workbench.keyboard.press("ArrowRight")
    expect(rail.locator("[aria-current=step]")).to_contain_text("Result")
    workbench.go_back()
    expect(rail.locator("[aria-current=step]")).to_contain_text("Filter")
    workbench.go_forward()
    expect(rail.locator("[aria-current=step]")).to_contain_text("Result")


def test_pods_are_walked_in_scheduling_order(page: Page) -> None:
    open_case(page, "Cache beside web")
    timeline = page.get_by_role("navigation", name="Pods in scheduling order")
    expect(timeline.get_by_role("button")).to_have_count(7)
    timeline.get_by_role("button").first.click()
    expect(page).to_have_url(re.compile("pod=default/cache-0"))
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile("pod=default/cache-1"))
    page.get_by_label("Pod", exact=True).select_option(label="default/web-3: pending")
    expect(page).to_have_url(re.compile("pod=default/web-3"))


def test_a_draft_is_edited_and_run_again_beside_its_steps(page: Page) -> None:
    open_draft(page, SPREAD)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#rail")).to_contain_text("→ node-b1")
    page.locator(".ace_text-input").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(  # at once, as a paste: neither pairs of brackets nor completions come in between
        "\n---\n{apiVersion: v1, kind: Pod, metadata: {name: extra}, spec: {containers: [{name: c, image: i}]}}"
    )
    page.keyboard.press("Control+Enter")
    expect(
        page.get_by_role("navigation", name="Pods in scheduling order").get_by_role("button")
    ).to_have_count(2)


def test_the_figures_of_what_is_left_stand_beside_their_bars(page: Page) -> None:
    """A pod that wants two resources: two bars for each node, which are short in a small window."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/")
    names = ("node1", "node2", "node3")
    some, all_of_it = "cpu: 1500m, memory: 2600Mi", "cpu: 3, memory: 6Gi"
    runs = [pod(f"runs-on-{name}", on=name).replace("cpu: 10m", some) for name in names]
    large = pod("large").replace("cpu: 10m", all_of_it)
    page.goto(
        f"/x/{make_link(page, source(*map(node, names), *runs, large))}/?point=Filter&plugin=NodeResourcesFit"
    )
    bars = page.locator(".fit-bar:has(.fit-value)")
    expect(bars).to_have_count(6)
    covered = bars.evaluate_all(
        """(bars) => bars.filter((bar) => {
            const [value, track] = [".fit-value .opn", ".fit-track"].map((each) =>
                bar.querySelector(each).getBoundingClientRect());
            return value.right > track.left && value.bottom > track.top;
        }).map((bar) => bar.textContent)"""
    )
    assert covered == []
