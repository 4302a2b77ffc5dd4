"""Stepping at four levels, jumping, breakpoints, scrubbing, the palette and the keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.services.pages import Visitors, box_of
from tests.services.waiting import wait_for
from tests.webui.clusters import PODS


def show(page: Page, text: str = PODS) -> None:
    """Runs the source and opens the link to its run, once it is over."""
    draft = page.request.post("/api/scenarios", data={"title": "Pods", "source": text}).json()
    run = page.request.post(f"/api/scenarios/{draft['id']}/runs", data={}).json()
    state = f"/api/runs/{run['id']}"
    wait_for(lambda: page.request.get(state).json()["status"] == "finished", "the run ends")
    page.goto(f"/x/{run['snapshot']}/")
    expect(place(page)).to_have_text(re.compile("^Step "))
    expect(page).to_have_url(re.compile("point="))


def place(page: Page) -> Locator:
    return page.get_by_role("group", name="Steps").locator(".where b")


def changed(page: Page) -> Locator:
    return page.get_by_role("group", name="Steps").locator("#delta")


def rail(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Extension points")


def at(page: Page, pod_name: str, **rest: str) -> None:
    """Waits until the address names this step."""
    wanted = [f"pod=default/{pod_name}(&|$)", *(f"{key}={value}(&|$)" for key, value in rest.items())]
    expect(page).to_have_url(re.compile("".join(f"(?=.*[?&]{part})" for part in wanted)))


@pytest.fixture
def pods(page: Page) -> Page:
    show(page)
    listed = page.get_by_role("navigation", name="Pods in scheduling order").get_by_role("button")
    expect(listed).to_have_count(4)
    listed.first.click()
    at(page, "web-1")
    return page


def choose(page: Page, name: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name=name, exact=True).click()


def step_by(page: Page, name: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitemradio", name=name, exact=True).click()


def test_each_level_steps_by_what_it_is_called(pods: Page) -> None:
    pods.keyboard.press("Home")
    at(pods, "web-1", point="Queue")
    step_by(pods, "Step by extension point")
    pods.get_by_role("button", name="Next step").click()
    at(pods, "web-1", point="PreFilter", level="Point")
    pods.keyboard.press("ArrowRight")
    at(pods, "web-1", point="Filter")
    expect(
        pods.get_by_role("gridcell").first
    ).to_be_visible()  # without the nodes there are none to step over
    step_by(pods, "Step by node")
    pods.keyboard.press("ArrowRight")
    at(pods, "web-1", point="Filter", node="node1")
    step_by(pods, "Step by pod")
    expect(place(pods)).to_have_text("Pod 1 of 4")
    pods.keyboard.press("ArrowRight")
    at(pods, "web-2", point="Filter")
    expect(place(pods)).to_have_text("Pod 2 of 4")
    expect(changed(pods)).to_contain_text("web-1 placed on node2")


def test_over_the_end_of_a_pod_and_back_is_the_same_picture(open_page: Visitors) -> None:
    page = open_page()
    show(page)
    page.get_by_role("navigation", name="Pods in scheduling order").get_by_role("button").first.click()
    page.get_by_role("gridcell", name=re.compile("^node1, PodTopologySpread")).click()
    page.keyboard.press("End")
    at(page, "web-1", point="Result", node="node1")
    page.mouse.move(700, 600)
    expect(page.get_by_role("complementary", name="Why")).to_contain_text("node1")
    page.locator(":focus").blur()  # "…" stands beside a pod that keys have brought the focus to
    expect(page.locator(".findings")).to_be_visible()  # lint's count comes when nothing else is asked
    page.evaluate("document.fonts.ready")
    before, address = page.screenshot(), page.url
    page.keyboard.press("ArrowRight")
    at(page, "web-2", point="Queue")
    expect(page.get_by_role("region", name="Step", exact=True)).to_contain_text("Since the previous pod")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(address)
    expect(page.get_by_role("complementary", name="Why")).to_contain_text("node1")
    wait_for(lambda: page.screenshot() == before, "the picture is the same")


def test_rejections_are_found_across_plugins_and_pods(pods: Page) -> None:
    pods.keyboard.press("Home")
    pods.keyboard.press(".")
    at(pods, "web-1", plugin="PodTopologySpread", node="node1")
    expect(changed(pods)).to_contain_text("1 node was ruled out: node1 · 2 → 1 left")
    pods.keyboard.press(".")
    at(pods, "web-3", plugin="PodTopologySpread")
    choose(pods, "Next rejection")
    at(pods, "huge", plugin="NodeResourcesFit", node="node1")
    pods.keyboard.press(".")
    at(pods, "huge", plugin="NodeResourcesFit", node="node2")
    pods.keyboard.press(".")
    expect(pods.get_by_text("No rejection after this step")).to_be_visible()
    pods.keyboard.press(",")
    at(pods, "huge", node="node1")
    pods.keyboard.press(",")
    at(pods, "web-3", plugin="PodTopologySpread")


def test_breakpoints_stop_both_ways_and_are_kept(pods: Page) -> None:
    pods.keyboard.press("b")
    menu = pods.get_by_role("group", name="Breakpoints")
    menu.get_by_role("checkbox", name="Tie").check()
    pods.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    pods.keyboard.press("c")
    at(pods, "web-2", point="Total")
    pods.reload()
    expect(pods.get_by_role("button", name="Breakpoints: 1 is set")).to_be_visible()
    expect(place(pods)).to_have_text(re.compile("^Step"))
    pods.keyboard.press("b")
    menu.get_by_role("checkbox", name="Tie").uncheck()
    menu.get_by_role("checkbox", name="First rejection of a pod").check()
    menu.get_by_role("button", name="Continue to the next breakpoint").click()
    at(pods, "web-3", point="Filter", plugin="PodTopologySpread")
    pods.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    pods.keyboard.press("c")
    at(pods, "huge", point="Filter", plugin="NodeResourcesFit", node="node1")
    pods.keyboard.press("Shift+C")
    at(pods, "web-3", point="Filter")


def test_the_rail_is_drawn_over_without_a_trace_in_the_history(pods: Page) -> None:
    rail(pods).get_by_role("button", name=re.compile("^Queue")).click()
    at(pods, "web-1", point="Queue")
    before = pods.evaluate("history.length")
    first, last = (
        box_of(rail(pods).get_by_role("button", name=re.compile(name))) for name in ("^Queue", "^Result")
    )
    pods.mouse.move(first["x"] + 5, first["y"] + 20)
    pods.mouse.down()
    pods.mouse.move(last["x"] + 10, last["y"] + 20, steps=12)
    at(pods, "web-1", point="Result")
    pods.mouse.up()
    assert pods.evaluate("history.length") == before
    pods.go_back()
    at(pods, "web-1", point="Filter")


def test_the_palette_finds_by_few_letters(pods: Page) -> None:
    pods.keyboard.press("Control+k")
    results = pods.get_by_role("listbox", name="Found")
    pods.keyboard.type("nrfit")
    expect(results.get_by_role("option").first).to_contain_text("NodeResourcesFit")
    pods.keyboard.press("Escape")
    for typed, where in (
        ("huge", "pod=default/huge"),
        ("normal", "point=NormalizeScore"),
        ("node2", "node=node2"),
    ):
        if where.startswith("point"):
            pods.keyboard.press("[")
            at(pods, "web-3")
        pods.keyboard.press("Control+k")
        pods.keyboard.type(typed)
        pods.keyboard.press("Enter")
        expect(pods).to_have_url(re.compile(where))


def test_what_is_typed_before_the_palette_is_loaded_is_not_lost(page: Page) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/frame/palette*", hold)
    show(page)
    page.keyboard.press("Control+k")
    wait_for(lambda: page.evaluate("1") and waiting, "the palette is asked for")
    page.keyboard.type("nrfix")
    page.keyboard.press("Backspace")
    for route in waiting:
        route.continue_()
    found = page.get_by_role("listbox", name="Found")
    expect(page.get_by_label("Find a node, a pod or a command")).to_have_value("nrfi")
    expect(found.get_by_role("option").first).to_contain_text("NodeResourcesFit")


def test_letters_can_be_switched_off(pods: Page) -> None:
    pods.keyboard.press("?")
    help_ = pods.get_by_role("dialog", name="Keys and symbols")
    expect(help_).to_contain_text("Continue to the next breakpoint")
    help_.get_by_role("switch", name="Use letters and symbols as shortcuts").click()
    pods.keyboard.press("Escape")
    pods.reload()
    expect(place(pods)).to_have_text(re.compile("^Step"))
    address = pods.url
    pods.keyboard.press("]")
    pods.keyboard.press("ArrowRight")
    expect(pods).not_to_have_url(address)
    at(pods, "web-1")
    pods.get_by_role("button", name="More", exact=True).click()
    pods.get_by_role("menuitem", name="All keys").click()
    help_.get_by_role("switch").click()
    pods.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    pods.keyboard.press("]")
    at(pods, "web-2")


def test_a_step_is_spoken_once_and_the_focus_stays(pods: Page) -> None:
    forward = pods.get_by_role("button", name="Next step")
    forward.focus()
    pods.keyboard.press("Enter")
    expect(forward).to_be_focused()
    expect(pods.locator("#spoken")).to_have_text(re.compile(r"^Step \d+ of \d+\. .*\.$"))


def test_pins_and_the_level_are_in_the_link(pods: Page, open_page: Visitors) -> None:
    pods.get_by_role("gridcell", name=re.compile("^node2, PodTopologySpread")).click()
    at(pods, "web-1", node="node2")
    pods.keyboard.press("p")
    pods.keyboard.press("l")
    at(pods, "web-1", pin="node2", level="Node")
    other = open_page()
    other.goto(pods.url)
    other.get_by_role("button", name="More", exact=True).click()
    expect(other.get_by_role("menuitemradio", checked=True)).to_have_text("Step by node")
    other.keyboard.press("Escape")
    expect(other.get_by_role("grid").get_by_role("gridcell").first).to_have_accessible_name(
        re.compile("^node2")
    )
