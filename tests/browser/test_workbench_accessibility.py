"""Every point of the workbench: axe in both themes, 320 pixels, forced colours, no motion. The guard looks on."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.axe import violations
from tests.services.pages import DESKTOP, Guard, Visitors, box_of

FIRST = "spread-one-constraint"
POINTS = (
    "All pods", "Queue", "PreFilter", "Filter", "PreScore", "Scores", "Result",
)  # fmt: skip
PHONE = (390, 844)
NARROW = 320  # 1,280 pixels at 400 %
WIDTH = """async () => {
    for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame); // pictures follow a frame later
    return document.documentElement.scrollWidth;
}"""


def open_step(page: Page, slug: str, **step: str) -> None:
    cases = page.request.get("/api/gallery").json()
    snapshot = next(case["snapshot"] for case in cases if case["slug"] == slug)
    page.goto(f"/x/{snapshot}/?{urlencode(step)}")
    expect(page.locator("#rail [aria-current=step]")).to_be_visible()


def go_to(page: Page, point: str) -> None:
    rail = page.get_by_role("navigation", name="Extension points")
    rail.get_by_role("button", name=re.compile(f"^{point}")).click()
    expect(rail.locator("[aria-current=step]")).to_contain_text(point)
    expect(page.locator("#stage-body")).to_have_text(re.compile(r"\w"))
    expect(page.locator("#stage-body .waiting")).to_have_count(0)


def complaints(page: Page) -> str:
    """What is wrong with what is on screen, in light and dark, wide and narrow."""
    page.wait_for_function("document.getAnimations().every(({ playState }) => playState !== 'running')")
    light = violations(page)
    page.emulate_media(color_scheme="dark")
    dark = violations(page, only=["color-contrast"])
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": NARROW, "height": 640})
    sideways = page.evaluate(WIDTH) - NARROW
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    sticking_out = f"{sideways} px stick out" if sideways > 0 else ""
    return "\n".join(filter(None, (light, dark, sticking_out)))


def test_every_point_of_a_cycle(open_page: Visitors) -> None:
    page = open_page()
    open_step(page, FIRST)
    for point in POINTS:
        go_to(page, point)
        assert not complaints(page), point


@pytest.mark.parametrize(
    ("slug", "step"),
    [
        ("rollout-anti-affinity-deadlock", {"point": "PostFilter"}),
        ("affinity-zone", {"point": "PreFilter", "plugin": "InterPodAffinity"}),
        (FIRST, {"point": "Filter", "plugin": "PodTopologySpread", "node": "node1"}),
    ],
)
def test_panels_with_more_to_them(open_page: Visitors, slug: str, step: dict[str, str]) -> None:
    page = open_page()
    open_step(page, slug, **step)
    assert not complaints(page)


def test_a_phone_reaches_everything_by_its_menu(open_page: Visitors) -> None:
    page = open_page(viewport=PHONE)
    open_step(page, FIRST, point="Filter")
    assert violations(page) == ""
    page.get_by_role("button", name="More", exact=True).click()
    menu = page.get_by_role("menu")
    for name in ("Find anything", "Toggle the whole run", "Export", "All keys", "Light or dark", "简体中文"):
        expect(menu.get_by_role("menuitem", name=re.compile(f"^{name}"))).to_be_visible()
    menu.get_by_role("menuitem", name="All keys").click()
    expect(page.get_by_role("dialog", name="Keys and symbols")).to_be_visible()
    page.keyboard.press("Escape")
    targets = page.locator("#stepper button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert targets and min(height for height in targets if height) >= 44


def test_forced_colours_keep_the_selection_in_sight(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    open_step(page, FIRST, point="Filter", plugin="PodTopologySpread", node="node1")
    chosen = page.get_by_role("gridcell", name=re.compile("^node1, PodTopologySpread"))
    expect(chosen).to_have_css("outline-style", "solid")
    expect(page.locator("#rail [aria-current=step]")).to_have_css("outline-style", "solid")
    expect(page.locator("#share")).to_have_css("transition-duration", "0s")


def test_plotly_draws_on_the_page_when_a_figure_comes_into_sight(page: Page, guard: Guard) -> None:
    asked: list[str] = []

    def is_plotly(request: Request) -> bool:
        return "plotly" in request.url

    page.on("request", lambda request: asked.append(request.url) if is_plotly(request) else None)
    page.goto("/conformance/")
    open_step(page, FIRST, point="Filter")
    expect(page.locator("#stage").get_by_role("grid").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not asked
    go_to(page, "PreFilter")
    figure = page.get_by_role("group", name="Matching pods by zone")
    kept = box_of(figure)  # before the library is there
    drawn = figure.get_by_role("img", name="zoneA holds 2", exact=False)
    expect(drawn).to_be_visible()
    expect(drawn.locator(".bars .point")).to_have_count(2)
    assert box_of(figure) == kept
    names = (
        "nodes in zoneA: 2 counted in zoneA: 2 the pod itself in zoneA: +1 "
        "minimum, for zoneA: −1 skew in zoneA if placed: 2 headroom in zoneA: −1"
    )
    expect(page.get_by_role("row", name=names)).to_be_visible()
    go_to(page, "Scores")
    go_to(page, "PreFilter")
    expect(drawn).to_be_visible()
    page.emulate_media(color_scheme="dark")
    expect(drawn.locator(".bars .point path").first).to_have_css("fill", "rgb(179, 186, 196)")
    assert len(asked) == 1
    guard.check()  # no complaint of the content security policy


def test_a_figure_is_zoomed_and_saved_by_keyboard(page: Page, guard: Guard) -> None:
    open_step(page, FIRST, point="PreFilter")
    figure = page.get_by_role("group", name="Matching pods by zone")
    ticks = figure.locator(".xtick")
    expect(ticks.filter(has_text="4")).to_have_count(1)
    figure.get_by_role("button", name="Zoom in").press("Enter")
    expect(ticks.filter(has_text="4")).to_have_count(0)
    figure.get_by_role("button", name="Show all").press("Enter")
    expect(ticks.filter(has_text="4")).to_have_count(1)
    for name, start in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        with page.expect_download() as saved:
            figure.get_by_role("button", name=f"Save as {name}").press("Enter")
        assert saved.value.suggested_filename == f"matching-pods-by-zone.{name.lower()}"
        assert saved.value.path().read_bytes().startswith(start)
    guard.check()


@pytest.mark.parametrize("point", ["Score", "NormalizeScore", "Total"])
def test_scores_are_drawn_raw_normalized_and_weighted(page: Page, guard: Guard, point: str) -> None:
    open_step(page, "affinity-zone", point=point, plugin="InterPodAffinity")
    titles = {
        "Score": "Affinity score by node and topology key",
        "NormalizeScore": "Normalized scores by node and plugin",
        "Total": "Totals",
    }
    figure = page.get_by_role("group", name=titles[point])
    figure.scroll_into_view_if_needed()  # it is drawn once it is in sight
    expect(figure.get_by_role("img").first).to_be_visible()
    guard.check()
