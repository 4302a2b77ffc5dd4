"""The cycle of a pod group on the page: which member breaks it, and what would have worked."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.test_workbench_stepping import at, rail, show
from tests.services.pages import Visitors

GREEDY = """\
gates: [GenericWorkload, GangScheduling]
---
apiVersion: v1
kind: Node
metadata: {name: large, labels: {kubernetes.io/hostname: large}}
status: {capacity: {cpu: "4", memory: 16Gi, pods: "110"}}
---
apiVersion: v1
kind: Node
metadata: {name: small, labels: {kubernetes.io/hostname: small}}
status: {capacity: {cpu: "2", memory: 16Gi, pods: "110"}}
---
apiVersion: scheduling.k8s.io/v1alpha2
kind: PodGroup
metadata: {name: train}
spec: {schedulingPolicy: {gang: {minCount: 2}}}
---
apiVersion: v1
kind: Pod
metadata: {name: server}
spec:
  schedulingGroup: {podGroupName: train}
  containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  schedulingGroup: {podGroupName: train}
  nodeSelector: {kubernetes.io/hostname: large}
  containers: [{name: c, image: x, resources: {requests: {cpu: "4"}}}]
"""


def theatre(page: Page) -> None:
    """Opens the run of a group that fails; the page begins with the group's cycle."""
    show(page, GREEDY)
    at(page, "server", point="Group")
    expect(page.get_by_text("default/train is not scheduled: 1 of the 2 members")).to_be_visible()


def test_from_a_failed_gang_to_its_breaking_member_in_two_actions(page: Page) -> None:
    theatre(page)
    page.keyboard.press("r")
    page.get_by_role("button", name="See why default/train waits").click()
    grid = page.get_by_role("grid", name="Members by nodes, in the order tried")
    expect(grid.locator("[aria-current=step]")).to_contain_text("you are here")
    expect(grid.locator("[aria-current=step]")).to_contain_text("server")
    breaking = grid.get_by_role("row").filter(has_text="fails the group")
    breaking.get_by_role("button", name="2. default/trainer: no node, the first").click()
    at(page, "trainer", point="Filter")
    expect(page.get_by_role("grid").get_by_role("row", name=re.compile("^.*large"))).to_be_visible()


def test_a_cell_leads_to_the_members_own_reason(page: Page) -> None:
    theatre(page)
    grid = page.get_by_role("grid", name="Members by nodes, in the order tried")
    expect(grid.get_by_role("button", name="large: rolled back")).to_be_visible()
    grid.get_by_role("button", name="large: NodeResourcesFit: Insufficient cpu").click()
    at(page, "trainer", point="Filter", plugin="NodeResourcesFit", node="large")


def test_another_order_is_shown_with_its_placement(page: Page) -> None:
    theatre(page)
    expect(page.get_by_role("heading", name="Another order would work")).to_be_visible()
    proof = page.locator(".other-order li")
    expect(proof).to_contain_text(["trainer", "server"])
    expect(proof.first).to_contain_text("large")
    expect(rail(page).locator("[data-point=Group]")).to_contain_text("train")


def test_the_theatre_can_be_read_by_all_and_is_not_wider_than_a_phone(open_page: Visitors) -> None:
    for dark in (False, True):
        page = open_page(dark=dark)
        theatre(page)
        expect(page.get_by_role("heading", name="Another order would work")).to_be_visible()
        assert violations(page) == ""
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("columnheader", name="2 nodes")).to_be_visible()
    expect(page.locator("html")).to_have_js_property("scrollWidth", 390)


def test_pods_without_a_group_have_no_such_step(page: Page) -> None:
    show(page)
    expect(rail(page).locator("[data-point=Filter]")).to_be_visible()
    expect(rail(page).locator("[data-point=Group]")).to_be_hidden()
