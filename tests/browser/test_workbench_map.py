"""The map as a person uses it: domains in domains, folded nodes, find, zoom, what lights up where, pictures."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import open_draft
from tests.browser.test_workbench_why import open_case, why
from tests.services.pages import Visitors, box_of

NODES = 64
PHONE = (390, 844)


def node(i: int) -> str:
    labels = (
        f"kubernetes.io/hostname: node-{i:02}, region: region-{i % 2}, zone: zone-{i % 4}, rack: rack-{i % 8}"
    )
    return f"""\
apiVersion: v1
kind: Node
metadata: {{name: node-{i:02}, labels: {{{labels}}}}}
status: {{allocatable: {{cpu: "4", memory: 8Gi, pods: "110"}}}}
---
"""


CLUSTER = (
    "".join(node(i) for i in range(NODES))
    + """\
apiVersion: v1
kind: Pod
metadata: {name: web-0, labels: {app: web}}
spec: {nodeName: node-09, containers: [{name: c}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web-1, labels: {app: web}}
spec:
  containers: [{name: c}]
  topologySpreadConstraints:
  - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
"""
)


def the_map(page: Page) -> Locator:
    return page.get_by_role("listbox", name="Nodes by domain")


def open_map(page: Page) -> None:
    page.get_by_role("button", name="Map", exact=True).click()


def until_it_is_drawn(page: Page) -> None:
    """The cluster comes after the step, and with it the size of the picture; it is drawn again with the fonts."""
    expect(the_map(page).locator("canvas")).to_have_attribute("style", re.compile("height"))
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")


def picture(page: Page) -> bytes:
    until_it_is_drawn(page)
    return the_map(page).locator("canvas").screenshot()


def until_it_changes(page: Page, before: bytes) -> bytes:
    """The next picture that differs."""
    for _ in range(100):
        now = picture(page)
        if now != before:
            return now
    raise AssertionError("the map stays as it was")


def test_domains_nest_nodes_fold_and_are_found(page: Page) -> None:
    open_draft(page, CLUSTER)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#rail")).to_contain_text("→ node-")
    page.keyboard.press("g")  # on a draft the editor has been there
    nodes = the_map(page)

    page.get_by_role("button", name="Group nodes by").click()
    keys = page.get_by_role("group", name="Label keys to group by")
    keys.get_by_role("checkbox", name="region").check()
    expect(page).to_have_url(re.compile(r"group=zone,region"))
    keys.get_by_role("button", name="Move region outwards").click()
    keys.get_by_role("checkbox", name="rack").check()
    expect(page).to_have_url(re.compile(r"group=region,zone,rack"))
    page.keyboard.press("Escape")

    nodes.focus()
    page.keyboard.press("Home")
    option = nodes.get_by_role("option")
    expect(option).to_have_text(re.compile(r"^node-00, region-0, zone-0, rack-0, .*0 pods$"))  # the winner
    page.keyboard.press("ArrowDown")
    expect(option).to_have_text(re.compile(r"^7 × rack=rack-0, region-0, zone-0, rack-0"))
    page.keyboard.press("Shift+Enter")
    expect(option).to_have_text(re.compile(r"^node-08, region-0"))
    page.keyboard.press("ArrowDown")
    expect(option).to_have_text(re.compile(r"^node-\d\d, region-0, zone-0, rack-0"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"node=node-\d\d"))

    height = nodes.evaluate("list => list.scrollHeight")
    for _ in range(3):
        page.keyboard.press("+")
    assert nodes.evaluate("list => list.scrollHeight") > height
    page.keyboard.press("0")
    assert nodes.evaluate("list => list.scrollHeight") == height

    page.keyboard.press("f")
    finder = page.get_by_role("group", name="Map")
    expect(finder.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("rack=rack-3")
    expect(finder).to_contain_text("1 of 8")
    page.keyboard.press("Enter")
    expect(finder).to_contain_text("2 of 8")
    page.keyboard.press("Control+A")
    page.keyboard.type("web-0")
    expect(finder).to_contain_text("1 of 1")

    page.get_by_role("button", name="Nodes as a table").click()
    table = page.get_by_role("table", name="Nodes by domain")
    expect(table.get_by_role("row", name=re.compile(r"^node-09 .* 1$"))).to_be_visible()
    expect(table).not_to_contain_text("node-08")  # it is not what is looked for


def test_what_is_hovered_lights_up_everywhere(page: Page) -> None:
    open_case(page, "One zone constraint")
    open_map(page)
    row = page.get_by_role("row", name=re.compile("^zoneA "))
    before = picture(page)
    row.hover()
    lit = until_it_changes(page, before)
    page.mouse.move(5, 5)
    until_it_changes(page, lit)

    the_map(page).hover(position={"x": 60, "y": 22})  # the name of the first domain
    expect(row).to_have_class(re.compile(r"\blit\b"))
    the_map(page).hover(position={"x": 27, "y": 110})  # the mark of the first node's pod
    expect(page.get_by_text("default/pod-1", exact=True)).to_be_visible()
    expect(row).not_to_have_class(re.compile(r"\blit\b"))


def test_affinity_terms_meet_pods_clause_by_clause(page: Page) -> None:
    open_case(page, "Two terms")
    open_map(page)
    page.get_by_role("navigation", name="Extension points").get_by_role(
        "button", name=re.compile("^PreFilter")
    ).click()
    stage = page.get_by_role("region", name="Step")
    expect(stage).to_contain_text("Not taken as the first of its group")
    cell = stage.get_by_role("gridcell", name=re.compile("^required affinity app=cache, default.cache-0"))
    expect(cell).to_contain_text("not all required ones: does not count")
    expect(stage.get_by_role("gridcell", name=re.compile("default.queue-0: not app=cache"))).to_be_visible()
    before = picture(page)
    cell.click()
    until_it_changes(page, before)  # the arrow
    expect(
        stage.get_by_role("row", name=re.compile("^default.cache-0 node-0 node-0 matches this term"))
    ).to_be_visible()


def test_terms_of_running_pods_and_the_number_behind_a_domain(page: Page) -> None:
    open_case(page, "Symmetry")
    open_map(page)
    stage = page.get_by_role("region", name="Step")
    expect(
        stage.get_by_role(
            "row", name="default/billing-0 required anti-affinity zone app=web default keeps out this pod"
        )
    ).to_be_visible()
    before = picture(page)
    stage.get_by_role("button", name="default/billing-0", exact=True).click()
    until_it_changes(page, before)
    stage.locator(".chips").get_by_role("button", name="1", exact=True).click()
    expect(why(page)).to_contain_text("1 pod in zone-a")
    expect(why(page)).to_contain_text("default/billing-0")


def test_the_numbers_of_a_domain_open(page: Page) -> None:
    """On the canvas at the places where they are drawn, and in the list of the same by name."""
    open_case(page, "One zone constraint")
    open_map(page)
    until_it_is_drawn(page)
    box = box_of(the_map(page))
    for x, y, text in (
        (40, 44, "2 pods count in zoneA"),
        (box["width"] - 30, 44, "headroom of zoneA"),
        (box["width"] - 40, 22, "0 of 2 nodes in zoneA fit"),
    ):
        the_map(page).click(position={"x": x, "y": y})
        expect(why(page)).to_contain_text(text)
    why(page).get_by_role("button", name="node1").click()
    expect(why(page)).to_contain_text("2 + 1 − 1 = 2 > maxSkew 1")

    page.get_by_role("button", name="Nodes as a table").click()
    domain = page.get_by_role("row").filter(has_text="zoneB")
    domain.get_by_role("button", name="1 matching").click()
    expect(why(page)).to_contain_text("1 pod counts in zoneB")


def test_the_map_is_saved_as_a_picture(page: Page) -> None:
    open_case(page, "One zone constraint")
    open_map(page)
    until_it_is_drawn(page)
    saved = {}
    for kind in ("PNG", "SVG"):
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=f"Map ({kind})").click()
        saved[kind] = Path(download.value.path()).read_bytes()
    assert saved["PNG"].startswith(b"\x89PNG")
    drawn = saved["SVG"].decode()
    assert drawn.startswith("<svg")
    for text in ("zoneA", "node4", "0 of 2 fit", "headroom −1"):
        assert f">{text}</text>" in drawn


def test_on_a_phone_the_map_takes_the_page(open_page: Visitors) -> None:
    page = open_page(viewport=PHONE)
    open_case(page, "One zone constraint")
    page.keyboard.press("g")
    expect(the_map(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    until_it_is_drawn(page)
    the_map(page).click(position={"x": 60, "y": 92})
    expect(why(page)).to_contain_text("node1")
    page.keyboard.press("g")
    expect(the_map(page)).to_be_hidden()
