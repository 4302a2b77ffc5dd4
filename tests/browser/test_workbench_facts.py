"""Every number opens: into its operands, these into the pods, clauses and lines that made them, and back."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import open_draft
from tests.browser.test_workbench_accessibility import complaints
from tests.browser.test_workbench_why import open_case, why
from tests.services.pages import Guard, Visitors
from tests.services.waiting import wait_for

NODES = 300


def path(page: Page) -> Locator:
    """What was opened, one from the other."""
    return why(page).get_by_role("navigation", name="Expanded numbers, each from the one before")


def point(page: Page, name: str) -> None:
    rail = page.get_by_role("navigation", name="Extension points")
    rail.get_by_role("button", name=re.compile(f"^{name}")).click()


def test_a_count_opens_down_to_the_line_and_back(page: Page, open_page: Visitors, guard: Guard) -> None:
    open_case(page, "matchLabelKeys in a rollout")
    point(page, "PreFilter")
    row = page.get_by_role("row", name=re.compile("zoneA minimum|zoneA"))
    row.first.get_by_role("button", name="in zoneA: 2").first.click()
    clauses = why(page).get_by_role("table").first
    expect(clauses.get_by_role("columnheader", name="pod-template-hash = bbb")).to_be_visible()
    expect(clauses.get_by_role("row", name=re.compile("^default.old-0 node1 yes yes no"))).to_be_visible()
    expect(why(page)).to_contain_text("merged from matchLabelKeys by the API server")
    assert complaints(page) == ""

    clauses.get_by_role("button", name="default/old-0").click()
    expect(why(page)).to_contain_text("default/old-0, as the scheduler sees it")
    expect(why(page)).to_contain_text("filled in by the API server")
    expect(why(page).get_by_text(re.compile(r"^line \d+"))).not_to_have_count(0)
    expect(path(page).get_by_role("listitem")).to_have_count(3)

    elsewhere = open_page()
    elsewhere.goto(page.url)
    expect(why(elsewhere)).to_contain_text("default/old-0, as the scheduler sees it")

    page.go_back()
    expect(clauses.get_by_role("columnheader", name="pod-template-hash = bbb")).to_be_visible()
    page.keyboard.press("Escape")
    expect(path(page)).to_have_count(0)
    guard.check()


def test_by_keyboard_alone_from_a_request_to_its_limit(page: Page) -> None:
    open_case(page, "Limits become requests")
    cell = page.get_by_role("gridcell", name=re.compile("^node-2, NodeResourcesFit: rejected"))
    cell.focus()
    page.keyboard.press("Enter")
    request = why(page).get_by_role("row", name="requested by this pod: 3").get_by_role("button")
    request.focus()
    page.keyboard.press("Enter")
    expect(why(page)).to_contain_text("default/web-0 requests 3 cpu")
    expect(why(page)).to_contain_text("limit 3, by the API server")
    expect(path(page).locator("[aria-current]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(why(page)).to_contain_text("requested by this pod")


def test_what_would_help_was_computed_again(page: Page) -> None:
    open_case(page, "Tainted control plane")
    page.get_by_role("gridcell", name=re.compile("^worker-1, PodTopologySpread: rejected")).click()
    why(page).get_by_role("button", name="See the changes that were tried").click()
    policy = why(page).get_by_role("listitem").filter(has_text="nodeTaintsPolicy: Honor")
    expect(policy).to_contain_text("passes; 3 nodes fit, and it has the highest total")


def test_clauses_add_up_to_the_nodes(page: Page) -> None:
    open_case(page, "Zone outage")
    event = page.get_by_role("region", name="FailedScheduling event")
    event.get_by_text("The event's message").click()
    expect(event).to_contain_text("1 + 2 = 3 nodes")
    why(page).get_by_text("The arithmetic").click()
    reason = why(page).get_by_role("row", name=re.compile("^− didn't match pod topology spread constraints"))
    reason.get_by_role("button").click()
    why(page).get_by_role("button", name="node-a1").click()
    expect(why(page)).to_contain_text("Placing web-2 here would exceed maxSkew in zone-a")


def test_other_weights_are_tried_and_marked(page: Page) -> None:
    open_case(page, "Preference of weight 1")
    point(page, "Scores")
    totals = page.get_by_role("button", name=re.compile(r"^node-\S+: total"))
    expect(totals).not_to_have_count(0)
    before = totals.all_inner_texts()
    page.locator("summary", has_text="Weights").click()
    page.get_by_role("spinbutton", name=re.compile("^Weight of NodeAffinity")).or_(
        page.get_by_role("spinbutton", name=re.compile("^Weight of InterPodAffinity"))
    ).first.fill("90")
    banner = page.get_by_role("region", name="Weights that are tried")
    expect(banner).to_contain_text("not kube-scheduler's result.")
    wait_for(lambda: totals.all_inner_texts() != before, "the totals are those of the weights")
    tried = totals.all_inner_texts()
    page.reload()
    expect(totals).to_have_text(
        [re.compile(r"\s*".join(map(re.escape, expected.split()))) for expected in tried]
    )
    page.locator("summary", has_text="Weights").click()
    expect(page.get_by_role("spinbutton", name=re.compile("^Weight of NodeAffinity"))).to_have_value("90")
    banner.get_by_role("button", name="Reset").click()
    expect(banner).to_have_count(0)
    expect(totals).to_have_text(
        [re.compile(r"\s*".join(map(re.escape, expected.split()))) for expected in before]
    )


def test_the_smallest_weight_that_flips_two_nodes(page: Page) -> None:
    open_case(page, "PreferNoSchedule")
    point(page, "Scores")
    page.get_by_role("button", name=re.compile(r"^node-\S+: total \d+$")).first.click()
    change = why(page).get_by_role("listitem").filter(has_text=re.compile("weight of|disabled for scoring"))
    expect(change.first).to_contain_text(re.compile(r"then leads|is then ahead"))


def many_nodes() -> str:
    def node(i: int) -> dict[str, object]:
        name = f"n{i:03d}"
        labels = {"kubernetes.io/hostname": name, "zone": f"z{i % 2}"}
        amounts = {"cpu": "4" if i % 3 else "1", "pods": "10"}
        return {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": labels},
            "status": {"allocatable": amounts},
        }

    container = {"name": "c", "image": "c", "resources": {"requests": {"cpu": "2"}}}
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "web"},
        "spec": {"containers": [container]},
    }
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "percentageOfNodesToScore": 100,
    }
    return json.dumps([*(node(i) for i in range(NODES)), pod, config])


def test_equal_nodes_are_one_row_and_many_rows_are_not_in_the_page(page: Page) -> None:
    open_draft(page, many_nodes(), "Many nodes")
    page.locator(".ed").get_by_role("button", name="Run", exact=True).click()
    expect(why(page)).to_contain_text("100 nodes do not have enough cpu")
    page.get_by_role("button", name="Edit", exact=True).click()  # the editor makes room
    point(page, "Filter")
    grid = page.get_by_role("grid")
    classes = grid.get_by_role("row").filter(has=page.get_by_role("gridcell"))
    expect(classes).to_have_count(2)  # those with room and those without
    expect(grid).to_have_attribute("aria-rowcount", "5")
    page.get_by_label("Order of the rows").click()
    page.get_by_role("switch", name="Group identical nodes").click()
    expect(grid).to_have_attribute("aria-rowcount", str(NODES + 3))
    assert classes.count() < NODES / 2
    classes.first.get_by_role("gridcell").first.focus()
    page.keyboard.press("Control+End")
    expect(page.get_by_role("gridcell", name=re.compile(f"^n{NODES - 1}[,:] ")).last).to_be_focused()
    page.get_by_role("button", name=re.compile("^Rejected 100")).click()
    expect(grid).to_have_attribute("aria-rowcount", "103")
    figure = page.get_by_role("table", name="What nodes use and lack, nearest first")
    figure.get_by_role("button", name="100 nodes", exact=True).click()
    figure.get_by_role("button", name="n003: 1 cpu missing").click()
    expect(why(page)).to_contain_text("Not enough cpu is left for web")
    grid.get_by_role("button", name="TaintToleration", exact=True).click()
    expect(page.get_by_text("No node has a NoSchedule or NoExecute taint.")).to_be_visible()
    grid.get_by_role("button", name="NodeName", exact=True).click()
    expect(page.get_by_text("The pod has no spec.nodeName")).to_be_visible()
