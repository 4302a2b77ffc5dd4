"""The whole run: all pods, placement, pending pods; what can be taken along; stopping a long run."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.test_workbench_queue import PREEMPTION
from tests.browser.test_workbench_stepping import at, rail, show
from tests.services.pages import Visitors
from tests.webui.clusters import PODS, many

LONG = 2000  # pods: enough to be stopped on the way


def stage(page: Page) -> str:
    return page.get_by_role("region", name="Step", exact=True).inner_text()


@pytest.mark.parametrize("dark", [False, True])
def test_the_whole_run_is_one_view(open_page: Visitors, dark: bool) -> None:
    page = open_page(dark=dark)
    show(page)
    page.keyboard.press("r")
    expect(rail(page).locator("[aria-current=step]")).to_contain_text("3 of 4 placed")
    listed = page.get_by_role("listbox", name="Attempts in scheduling order")
    expect(listed.get_by_role("option")).to_have_count(4)
    listed.press("Home")
    listed.press("Enter")
    at(page, "web-1", point="Filter")
    page.go_back()
    page.get_by_role("tab", name="Placement").click()
    expect(page.get_by_role("row", name=re.compile(r"^a 1 2 \+1"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(r"^b 0 2 \+2"))).to_be_visible()
    expect(page.get_by_text("within maxSkew 1")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^a, cpu: "))).to_be_visible()
    assert violations(page) == ""
    page.get_by_role("tab", name="Placement").press("ArrowRight")
    expect(page.get_by_role("tab", name="Pending")).to_be_focused()
    page.get_by_role("button", name="default/huge", exact=True).click()
    at(page, "huge", point="Filter")


def test_of_many_attempts_only_those_in_sight_are_in_the_page(page: Page) -> None:
    show(page, many(nodes=2, pods=120))
    page.keyboard.press("r")
    listed = page.get_by_role("listbox", name="Attempts in scheduling order")
    options = listed.get_by_role("option")
    expect(options.first).to_have_attribute("aria-setsize", "120")
    assert options.count() < 120
    listed.press("End")
    last = listed.locator("[aria-posinset='120']")
    expect(last).to_be_in_viewport()
    expect(listed).to_have_attribute("aria-activedescendant", str(last.get_attribute("id")))
    listed.press("PageUp")
    listed.press("Home")
    expect(listed.locator("[aria-posinset='1']")).to_be_in_viewport()
    listed.press("End")
    listed.press("Enter")
    at(page, "web-119", point="Filter")


def test_the_attempts_of_a_pod_are_its_history(page: Page) -> None:
    show(page, PREEMPTION)
    page.keyboard.press("r")
    page.get_by_role("option", name=re.compile("default.urgent, attempt 2")).click()
    page.keyboard.press("r")
    row = page.get_by_role("table").get_by_role("row", name=re.compile("^2 .*AssignedPodDelete"))
    expect(row).to_contain_text("placed on node-1")
    row.get_by_role("button", name="2").click()
    at(page, "urgent", attempt="2")


def test_what_a_run_found_can_be_taken_along(page: Page, tmp_path: Path) -> None:
    show(page)
    page.get_by_role("navigation", name="Pods in scheduling order").get_by_role("button").first.click()
    expect(page.get_by_role("grid")).to_be_visible()
    rows = list(csv.reader(save(page, "Placements of all pods (CSV)", tmp_path).splitlines()))
    assert [row[1] for row in rows] == [
        "pod",
        "default/web-1",
        "default/web-2",
        "default/web-3",
        "default/huge",
    ]
    assert [row[5] for row in rows][1:] == ["node2", rows[2][5], rows[3][5], ""]
    cells = list(csv.DictReader(save(page, "web-1: nodes by plugins (CSV)", tmp_path).splitlines()))
    assert cells[0]["node"] == "node1"
    assert cells[0]["Filter PodTopologySpread"].startswith("Unschedulable: node(s) didn't match")
    log = json.loads(save(page, "Log of the run (JSON)", tmp_path))
    assert [event["seq"] for event in log["events"]] == list(range(1, len(log["events"]) + 1))
    assert log["events"][-1]["kind"] == "run.finished"
    assert json.loads(save(page, "web-1: the whole cycle (JSON)", tmp_path))["selected"] == "node2"
    page.get_by_role("button", name="Map", exact=True).click()
    page.locator("#left canvas").first.wait_for()
    assert save(page, "Map (SVG)", tmp_path).startswith("<svg")
    rail = page.get_by_role("navigation", name="Extension points")
    rail.get_by_role("button", name=re.compile("^PreFilter")).click()
    expect(page.get_by_role("group", name="Matching pods by zone")).to_be_visible()
    assert "<svg" in save(page, "Matching pods by zone (SVG)", tmp_path)
    page.keyboard.press("r")
    page.get_by_role("tab", name="Placement").click()
    expect(page.get_by_role("img", name=re.compile("^a, cpu: "))).to_be_visible()


def save(page: Page, entry: str, folder: Path) -> str:
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=entry).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file.read_text()


def test_a_long_run_is_stopped_stepped_through_and_run_again(page: Page) -> None:
    draft = page.request.post("/api/scenarios", data={"title": "Many pods", "source": many(LONG)}).json()
    page.goto(f"/w/{draft['id']}/")
    page.get_by_role("button", name="Run", exact=True).click()
    state = page.locator("#progress")
    expect(state).to_contain_text(re.compile(r"Scheduling \d[\d,]* of 2,000"), timeout=30_000)
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(state).to_contain_text(re.compile(r"Cancelled after [\d,]+ of 2,000"))
    done = int(re.sub(r"\D", "", state.inner_text().split(" of ")[0]))
    page.reload()
    expect(state).to_contain_text("Cancelled after")
    expect(page.get_by_label("Pod", exact=True).get_by_role("option")).to_have_count(done)
    rail(page).get_by_role("button", name=re.compile("^All pods")).click()
    page.get_by_role("button", name="Edit", exact=True).click()  # the editor leaves room for the run
    expect(page.get_by_text(re.compile("The run was cancelled after"))).to_be_visible()
    page.get_by_role("button", name="Run again").click()
    expect(state).to_contain_text(re.compile(r"Scheduling \d[\d,]* of 2,000"), timeout=30_000)
    expect(page.get_by_text(re.compile("The run was cancelled after"))).to_be_hidden()
    page.get_by_role("button", name="Cancel", exact=True).click()  # nobody waits for it
    expect(state).to_contain_text("Cancelled after")


def test_without_a_pod_to_schedule_it_says_what_to_add(page: Page) -> None:
    alone = PODS.split("---")[0]
    draft = page.request.post("/api/scenarios", data={"title": "A node", "source": alone}).json()
    page.goto(f"/w/{draft['id']}/")
    why = page.get_by_role("complementary", name="Why")  # beside the editor, which covers the stage
    expect(why).to_contain_text("No pod to schedule yet")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(why).to_contain_text("The cluster has 1 node and no pending pod.")
    page.get_by_role("button", name="Edit", exact=True).click()
    stage = page.get_by_role("region", name="Step")
    expect(stage).to_contain_text("The cluster has 1 node and no pending pod")
    stage.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(why).to_contain_text("The cluster has 1 node and no pending pod.")
