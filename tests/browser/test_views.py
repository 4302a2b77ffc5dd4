"""The header of every view of a run, as scripts complete it; accessibility and calm of each view."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import NOT_OURS, violations
from tests.browser.conftest import SPREAD, make_link
from tests.services.pages import Visitors
from webui.features.workbench.templatetags import run_views

FOLDER = Path(__file__).parent
COUNT = (FOLDER / "words.js").read_text()
MOST_WORDS = 250
PATHS = {str(view.label): view.path for view in run_views.VIEWS}
MORE_PATHS = ("upgrade/", "lint/", "repairs/more/")
RULES = ["label-content-name-mismatch", "target-size"]  # which axe does not run unasked
PHONE = (390, 844)
TABLET = (960, 700)
MOST_SHIFT = 0.05
SHIFT = (FOLDER / "shift.js").read_text()


def test_the_pod_survives_every_change_of_view_and_is_shared(page: Page, open_page: Visitors) -> None:
    base = f"/x/{make_link(page, SPREAD)}/"
    views = page.get_by_role("navigation", name="Views of this run")
    page.goto(f"{base}answer/?pod=default/web-1")
    for name, path in (*PATHS.items(), ("Answer", "answer/")):
        views.get_by_role("link", name=name).click()
        page.wait_for_url(re.compile(rf"{base}{path}\?.*pod=default(%2F|/)web-1"))
        expect(page.locator("header .pods-sel")).to_contain_text("web-1")
        expect(page.locator("header .pods-sel .g-pass")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("dialog").get_by_label("Link", exact=True).input_value()
    assert re.search(r"/answer/\?pod=default(%2F|/)web-1$", link)
    colleague = open_page()
    colleague.goto(link)
    expect(colleague.locator("header .pods-sel")).to_contain_text("web-1")


def test_another_pod_is_chosen_in_the_header_of_any_view(page: Page) -> None:
    page.goto(f"/x/{make_link(page, SPREAD)}/sweeps/")
    chooser = page.get_by_role("combobox", name="Pod", exact=True)
    chooser.focus()
    chooser.select_option(label="default/web-1: placed on node-b1")
    page.wait_for_url(re.compile(r"pod=default(%2F|/)web-1"))
    page.get_by_role("combobox", name="Pod", exact=True).select_option(label="All pods")
    page.wait_for_url(re.compile(r"sweeps/\??$"))


def test_on_a_phone_the_view_is_one_button_that_opens_a_sheet(open_page: Visitors) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"/x/{make_link(page, SPREAD)}/")
    page.get_by_role("button", name="Walk How was it decided?").click()
    sheet = page.get_by_role("dialog", name="Views of this run")
    expect(sheet.get_by_role("link")).to_have_count(len(PATHS) + 1)  # and the versions
    expect(sheet.get_by_role("button", name="Share")).to_be_visible()
    sheet.get_by_role("link", name="Repairs").click()
    expect(page.get_by_role("button", name="Repairs What would it take?")).to_be_visible()


@pytest.mark.parametrize("path", [*PATHS.values(), *MORE_PATHS])
def test_every_view_is_calm_and_accessible_in_both_themes(open_page: Visitors, path: str) -> None:
    page = open_page()
    page.add_init_script(SHIFT)
    page.goto(f"/x/{make_link(page, SPREAD)}/{path}", wait_until="networkidle")
    expect(page.locator("main").first).to_have_text(re.compile(r"\w"))
    assert page.evaluate("shift") < MOST_SHIFT
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert violations(page, NOT_OURS, also=RULES) == "", theme


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_nothing_moves_by_itself_on_small_screens(open_page: Visitors, size: tuple[int, int]) -> None:
    page = open_page(viewport=size)
    page.add_init_script(SHIFT)
    link = f"/x/{make_link(page, SPREAD)}/"
    shifted = {}
    for path in ("", "answer/", "repairs/", "day-two/", "upgrade/"):
        page.goto(f"{link}{path}", wait_until="networkidle")
        if page.evaluate("shift") >= MOST_SHIFT:
            shifted[path] = page.evaluate("moved")
    assert shifted == {}


def sixty_nodes() -> str:
    def node(i: int) -> dict[str, Any]:
        labels = {"kubernetes.io/hostname": f"pool-{i:02d}", "topology.kubernetes.io/zone": f"west-{i % 3}"}
        amounts = {"cpu": "8", "memory": "32Gi", "pods": "110"}
        metadata = {"name": f"pool-{i:02d}", "labels": labels}
        return {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "status": {"allocatable": amounts}}

    def pod(i: int) -> dict[str, Any]:
        container = {"name": "c", "image": "c", "resources": {"requests": {"cpu": "6" if i < 90 else "9"}}}
        metadata = {"name": f"train-{i:02d}", "namespace": "ml"}
        return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": [container]}}

    items = [*map(node, range(60)), *map(pod, range(80))]
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


@pytest.mark.parametrize(
    "slug",
    ["spread-one-constraint", "rollout-anti-affinity-deadlock", "control-plane-empty-domain", "sixty nodes"],
)
def test_the_first_sight_of_a_walk_is_calm(page: Page, slug: str) -> None:
    cases = {case["slug"]: case["snapshot"] for case in page.request.get("/api/gallery").json()}
    page.goto(f"/x/{cases.get(slug) or make_link(page, sixty_nodes())}/", wait_until="networkidle")
    expect(page.locator("#rail [aria-current=step]")).to_be_visible()
    assert page.evaluate(COUNT) <= MOST_WORDS
