"""Sweeps in the browser: started from the empty state, read in their tables, and opened as the run behind a cell."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import make_link, view_link
from tests.browser.test_boxes import faults
from tests.webui.clusters import node, source

POD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: %s}
spec:
  replicas: %d
  selector: {matchLabels: {app: %s}}
  template:
    metadata: {labels: {app: %s}}
    spec:
      containers: [{name: main, image: "web:1", resources: {requests: {cpu: %s}}}]
"""


def deployment(name: str, replicas: int, cpu: str) -> str:
    return POD % (name, replicas, name, name, cpu)


# node3 alone is large enough for big, wherever web lands.
CLUSTER = source(
    node("node1", cpu="1"),
    node("node2", cpu="1"),
    node("node3", zone="b", cpu="8"),
    deployment("big", 1, "4"),
    deployment("web", 2, "10m"),
)


@pytest.fixture
def link(page: Page) -> str:
    """The link of a run of CLUSTER, under a version that draws between equal totals."""
    return make_link(page, CLUSTER, kubernetes_version="1.34")


def test_seeds_from_the_empty_state_to_the_run_of_a_cell(page: Page, link: str) -> None:
    page.goto(f"/x/{link}/")
    view_link(page, "Many runs").click()
    expect(page.get_by_role("heading", name="No sweep yet")).to_be_visible()
    page.get_by_role("button", name="Seeds: 1,000").click()

    table = page.get_by_role("grid", name="Where the pods land")
    big = table.get_by_role("gridcell", name=re.compile("^big on node3: 1.00 pods"))
    expect(big).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ties move 2 of the 3 pods")
    expect(page.get_by_role("progressbar", name="Progress of Seeds")).to_have_attribute(
        "aria-valuenow", "1000"
    )
    big.click()
    side = page.get_by_role("complementary", name="Sweeps and details")
    expect(side.get_by_role("heading", name="big")).to_contain_text("1 pod on 1 of 3 nodes")
    expect(page).to_have_url(re.compile(r"of=Deployment/default/big"))
    page.go_back()
    expect(side.get_by_role("heading", name="big")).to_have_count(0)
    page.go_forward()
    assert faults(page) == ""

    side.get_by_role("button", name="Open a run with big on node3").click()
    expect(page).to_have_url(re.compile(rf"/x/(?!{link})\w+/(\?|$)"))
    expect(page.locator("#version")).to_contain_text("seed 1")


def test_lost_nodes_and_zones_to_the_message_of_what_stays_pending(page: Page, link: str) -> None:
    page.goto(f"/x/{link}/sweeps/")
    page.get_by_role("button", name="Lose every node and zone").click()
    table = page.get_by_role("grid", name="If a node or a zone is lost")
    lost = table.get_by_role("gridcell", name="node3 lost, big: 1 pending")
    expect(lost).to_be_visible()
    expect(table.get_by_role("gridcell", name="b lost, big: 1 pending")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("2 of 5 losses leave pods pending")
    lost.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"cell=2"))
    pictures = page.get_by_role("region", name="If a node or a zone is lost").first
    expect(pictures).to_contain_text("node3 lost: ")
    expect(pictures).to_contain_text("0/2 nodes are available: 2 Insufficient cpu")
    assert faults(page) == ""

    page.get_by_role("button", name="New sweep").first.click()
    form = page.get_by_role("dialog", name="New sweep")
    form.get_by_label("What varies").select_option("weights")
    expect(form).to_contain_text("49 runs of 3 pods")
    form.get_by_label("Its values").first.fill("0, x")
    expect(form).to_contain_text("Write whole numbers and ranges")
    expect(form.get_by_role("button", name="Start")).to_be_disabled()
    form.get_by_label("Its values").first.fill("0..1")
    form.get_by_role("button", name="Start").click()
    point = page.get_by_role("slider", name="Weights")
    expect(point).to_have_attribute("aria-valuenow", "1")
    point.focus()
    page.keyboard.press("ArrowLeft")
    expect(point).to_be_focused()
    expect(point).to_have_attribute("aria-valuenow", "0")
    expect(page).to_have_url(re.compile(r"at=0,"))
