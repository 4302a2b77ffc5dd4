"""Nodes and pods with names as clouds give them have their real names in every view, and can be told apart."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import make_link
from tests.services.pages import Guard, Visitors

HERE = Path(__file__).parent
GKE = (HERE / "gke.yaml").read_text()  # nine nodes and seven pods that differ at the end alone
PREFIX = "gke-prod-euw1-default-pool-1a2b3c4d-"
NODES = ["a0x0", "b1x1", "c2x2", "d3x3", "e4x4", "f5x5", "g6x6", "h7x7", "i8x8"]
PODS = ["zk0", "xk1", "ck2", "vk3", "bk4", "nk5", "mk6"]
ENDS = [f"payments-api-7d9c5b6f4-{pod}" for pod in ("zk0", "mk6")]
WHOLE = [PREFIX + node for node in NODES] + [f"payments-api-7d9c5b6f4-{pod}" for pod in PODS]

# Names that are to be seen, and what is wrong with them.
AUDIT = (HERE / "names.js").read_text()
SETTLED = f"""([wholes, expected]) => {{
  const {{ faults, shown }} = ({AUDIT})(wholes);
  return !faults.length && expected.every((name) => shown.includes(name));
}}"""
DRAWN = """nodes => nodes.every((node) => [...window.drawnTexts].some((text) => text.endsWith(node)))"""
# What is drawn on canvases is no element: the texts are listed.
LISTEN = """\
window.drawnTexts = new Set();
for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
  const { fillText } = prototype;
  prototype.fillText = function (text, ...rest) {
    window.drawnTexts.add(text);
    return fillText.call(this, text, ...rest);
  };
}
"""


def names_on(page: Page, *expected: str) -> None:
    """Check all names on the page once it has settled, among them those expected."""
    with suppress(TimeoutError):  # then what is wrong stays, and is reported
        page.wait_for_function(SETTLED, arg=[WHOLE, expected])
    answer: dict[str, Any] = page.evaluate(AUDIT, WHOLE)
    assert answer["faults"] == [], answer["faults"]
    assert set(expected) <= set(answer["shown"])


@pytest.fixture
def listening(page: Page) -> Page:
    page.add_init_script(LISTEN)
    return page


def open_run(page: Page, step: str = "") -> None:
    page.goto(f"/x/{make_link(page, GKE)}/{step}")
    expect(page.get_by_role("navigation", name="Extension points")).to_contain_text("7 of 7 placed")


def test_names_differ_at_every_step(listening: Page) -> None:
    page = listening
    open_run(page)
    page.get_by_role("button", name="Map", exact=True).click()
    points = page.get_by_role("navigation", name="Extension points")
    stage = page.get_by_role("region", name="Step")
    for point in ("Queue", "PreFilter", "Filter", "PreScore", "Scores", "Result"):
        points.get_by_role("button", name=re.compile(f"^{point}")).click()
        expect(points.locator("[aria-current=step]")).to_contain_text(point)
        expect(stage.locator("[aria-busy=true]")).to_have_count(0)
        nodes = set(NODES) - {"a0x0", "d3x3", "g6x6"} if point in {"Filter", "Scores"} else {"c2x2"}
        names_on(page, *ENDS, *(PREFIX + node for node in nodes))
    page.get_by_role("listbox", name="Nodes by domain").press("End")  # what is in sight is drawn
    page.wait_for_function(DRAWN, arg=NODES)
    cut = [text for text in page.evaluate("[...window.drawnTexts]") if "…" in text]
    assert [text for text in cut if text[-4:] not in NODES] == []  # its middle was cut, never its end

    for part in ("Pods", "Placement", "Pending"):
        points.get_by_role("button", name=re.compile("^All pods")).click()
        stage.get_by_role("link", name=part, exact=True).or_(
            stage.get_by_role("tab", name=part, exact=True)
        ).or_(stage.get_by_role("button", name=part, exact=True)).first.click()
        names_on(page, *ENDS)


def test_a_cut_name_says_and_gives_the_whole_one(listening: Page) -> None:
    page = listening
    open_run(page)
    page.get_by_role("navigation", name="Extension points").get_by_role(
        "button", name=re.compile("^Filter")
    ).click()
    row = page.get_by_role("rowheader", name=re.compile("b1x1$"))
    name = row.locator(".name")
    expect(name).to_have_attribute("title", f"{PREFIX}b1x1")
    copied = name.evaluate(
        """(element) => {
            getSelection().selectAllChildren(element);
            return getSelection().toString();
        }"""
    )
    assert copied == f"{PREFIX}b1x1"
    page.get_by_role("navigation", name="Pods in scheduling order").get_by_role("button").first.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".name-tip")).to_have_text("payments-production/payments-api-7d9c5b6f4-xk1")
    row.get_by_role("button").click()
    names_on(page)
    page.keyboard.press("m")  # the menu of the node
    expect(page.get_by_role("menu")).to_be_visible()
    names_on(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.type("e4x4")
    expect(page.get_by_role("dialog").get_by_text("e4x4").first).to_be_visible()
    names_on(page)


def test_names_differ_on_the_other_pages(page: Page, open_page: Visitors, guard: Guard) -> None:
    first = make_link(page, GKE)
    second = make_link(page, GKE.replace("cpu: '3'", "cpu: '2'"))
    page.goto(f"/x/{first}/answer/")
    expect(page.get_by_role("heading", name="9 nodes")).to_be_visible()
    names_on(page, *(PREFIX + node for node in NODES))
    page.goto(f"/x/{first}..{second}/")
    expect(page.locator("#crail")).to_contain_text("3 domains")
    names_on(page)
    page.goto(f"/x/{first}/upgrade/?from=1.33&to=1.34")
    expect(page.get_by_role("heading", level=1)).to_contain_text("1.34")
    names_on(page)
    page.goto(f"/e/{first}?point=Filter")
    expect(page.get_by_role("rowheader", name=re.compile("b1x1$"))).to_be_visible()
    names_on(page, ENDS[0], *(PREFIX + node for node in NODES))
    page.emulate_media(media="print")
    names_on(page)
    guard.allow(": csp")  # what is preloaded for scripts stays unused without them
    reader = open_page(scripts=False)
    reader.goto(f"/x/{first}/")
    assert reader.evaluate(AUDIT, WHOLE)["faults"] == []


def test_names_differ_in_small_windows(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_run(page, f"?point=Filter&node={PREFIX}e4x4")
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator(".map-foot")).to_contain_text("Shapes by owner or labels")  # the cluster is here
    for width, height in ((1280, 720), (1024, 768), (768, 1024), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".name:visible", has_text="b1x1").first).to_be_visible()
        names_on(page, f"{PREFIX}e4x4")
