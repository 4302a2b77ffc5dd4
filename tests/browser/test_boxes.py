"""Every view in every window: nothing overlaps, nothing is cut off, nothing is too small to read or to hit.

`boxes.js` measures the page that is open; a view is loaded once and then resized. A zoom is a smaller window.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Gallery, make_link
from tests.families import cluster_of
from tests.services.pages import Visitors

MEASURE = (Path(__file__).parent / "boxes.js").read_text()
SIZES = (
    (1440, 900),
    (960, 600),  # 150 % of it
    (720, 450),  # 200 %
    (480, 300),  # 300 %
    (360, 225),  # 400 %
    (320, 256),  # 400 % of 1280×1024
    (2560, 1440),
    (1024, 768),
    (834, 1112),
    (390, 844),
)
NARROWEST = (
    195,
    422,
)  # 200 % of a phone: texts in pictures are small there, but nothing lies beside the window
BESIDE = """async () => {
    for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
    return [document.documentElement, ...document.querySelectorAll("dialog:modal")]
        .some((each) => each.scrollWidth > each.clientWidth);
}"""

SPREAD, TWO, BUSY, THIRTEEN = (
    "spread-one-constraint",
    "spread-two-constraints",
    "soft-spread-busy-nodes",
    "thirteen-pods-per-node",
)
# An address in which a word in braces is the snapshot of the example with this name.
VIEWS = {
    "Filter": f"/x/{{{SPREAD}}}/?point=Filter&plugin=PodTopologySpread",
    "a node in Filter": f"/x/{{{SPREAD}}}/?point=Filter&plugin=PodTopologySpread&node=node1",
    "PreFilter": f"/x/{{{TWO}}}/?point=PreFilter&plugin=PodTopologySpread",
    "affinity": "/x/{cache-and-web}/?pod=default/web-3&point=PreFilter&plugin=InterPodAffinity",
    "Queue": "/x/{preemption-three-cpu}/?point=Queue",
    "PostFilter": "/x/{preemption-breaks-budget}/?point=PostFilter",
    "PreScore": "/x/{soft-max-skew-1}/?point=PreScore",
    "Score": f"/x/{{{BUSY}}}/?point=Score",
    "Normalize": "/x/{prefer-no-schedule-beats-soft-spread}/?point=NormalizeScore",
    "Total": f"/x/{{{BUSY}}}/?point=Total",
    "Result": f"/x/{{{SPREAD}}}/?point=Result",
    "all pods": f"/x/{{{THIRTEEN}}}/?point=Run",
    "placement": f"/x/{{{THIRTEEN}}}/?point=Run&show=placement",
    "pending pods": f"/x/{{{THIRTEEN}}}/?point=Run&show=pending",
    "answer": f"/x/{{{THIRTEEN}}}/answer/",
    "repairs": f"/x/{{{THIRTEEN}}}/repairs/",
    "sweeps": f"/x/{{{THIRTEEN}}}/sweeps/",
    "nodes that could go": f"/x/{{{THIRTEEN}}}/repairs/drop/",
    "compare": "/x/{spread-node-affinity}..{spread-node-affinity-ignore}/",
    "home": "/",
    "cases": "/cases/",
    "all cases": "/cases/?topic=all",
    "case": f"/examples/{SPREAD}/",
    "conformance": "/conformance/",
    "glossary": "/glossary/",
    "lessons": "/learn/",
    "lesson": "/learn/three-one-zero/?moment=3",
    "task of a lesson": "/learn/three-one-zero/?moment=4",
    "by hand": "/x/{AKS}/by-hand/",
    "sign in": "/account/sign-in/",
}


def address_of(page: Page, view: str) -> str:
    snapshots = {case["slug"]: case["snapshot"] for case in page.request.get("/api/gallery").json()}
    if "{AKS}" in view:
        snapshots["AKS"] = make_link(page, cluster_of("AKS"))
    return view.format_map(snapshots)


def faults(page: Page) -> str:
    """Return the faults of the open page, each with the windows that have it; empty where there is none."""
    windows = defaultdict(list)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for fault in page.evaluate(MEASURE):
            windows[fault].append(f"{width}×{height}")
    page.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
    if page.evaluate(BESIDE):
        windows["something lies beside the window"].append(f"{NARROWEST[0]}×{NARROWEST[1]}")
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    return "\n".join(f"{fault}  [{', '.join(sizes)}]" for fault, sizes in windows.items())


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_in_every_window(open_page: Visitors, view: str) -> None:
    page = open_page()
    page.goto(address_of(page, VIEWS[view]), wait_until="networkidle")
    assert faults(page) == ""


def test_the_form_with_an_error_and_the_dialogs_in_every_window(open_page: Visitors) -> None:
    page = open_page()
    fork = page.request.post(f"/api/snapshots/{address_of(page, f'{{{SPREAD}}}')}/fork", data={}).json()
    page.goto(f"/w/{fork['id']}/#edit")
    page.get_by_role("button", name="Form", exact=True).click()
    page.get_by_role("button", name="mypod", exact=True).click()
    skew = page.get_by_label("Max skew", exact=True)
    skew.fill("0")
    skew.press("Enter")
    page.get_by_role("button", name="Set to 1", exact=True).wait_for()
    assert faults(page) == ""
    for opener, opened in (("#more", ":popover-open"), ("#share", "dialog[open]")):
        page.locator(opener).click()
        page.locator(opened).wait_for()
        assert faults(page) == "", opener
        page.keyboard.press("Escape")
    page.locator("#more").click()
    page.get_by_role("menuitem", name="All keys").click()
    page.get_by_role("dialog", name="Keys and symbols").wait_for()
    assert faults(page) == ""


WORKLOAD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: checkout, namespace: shop}
spec:
  replicas: 9
  selector: {matchLabels: {app: checkout}}
  template:
    metadata: {labels: {app: checkout}}
    spec:
      priorityClassName: shop-critical
      containers: [{name: checkout, resources: {requests: {cpu: 850m}}}]
"""
MESSAGE = """\
0/51 nodes are available: 3 node(s) were unschedulable, 9 Insufficient cpu, 39 node(s) had untolerated taint \
{nvidia.com/gpu: true}. preemption: 0/51 nodes are available: 51 Preemption is not helpful for scheduling."""


def test_what_the_door_leads_to_in_every_window(gallery: Gallery, page: Page) -> None:
    gallery.bring_in((Path(__file__).parent / "gke.yaml").read_text())
    page.get_by_role("button", name="Review what is sent").click()
    page.get_by_role("dialog", name="Bring a cluster").get_by_label("Title").wait_for()
    assert faults(page) == ""
    page.goto("/message/")
    page.get_by_role("textbox").fill(MESSAGE)
    page.get_by_role("button", name="Explain").click()
    page.get_by_text("NodeUnschedulable").first.wait_for()
    assert faults(page) == ""
    draft = page.request.post("/api/scenarios", data={"title": "deploy.yaml", "source": WORKLOAD}).json()
    page.goto(f"/w/{draft['id']}/try-on/", wait_until="networkidle")
    assert faults(page) == ""
