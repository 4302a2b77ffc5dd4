"""Nodes of real clusters stand in their pools and zones, and can be told apart there and alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import make_link
from tests.families import cluster_of, large_cluster
from tests.services.pages import Visitors

# By the label of each list its names.
NAMES = """\
() => Object.fromEntries([...document.querySelectorAll(".pm ul")].map((list) => [
  list.getAttribute("aria-label"),
  [...list.querySelectorAll(".name")].map((name) => name.textContent),
]))
"""


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_the_map_of_the_answer_has_pools_and_zones(open_page: Visitors, width: int, dark: bool) -> None:
    page = open_page(viewport=(width, 844), dark=dark)
    page.goto(f"/x/{make_link(page, cluster_of('AKS'))}/answer/")
    expect(page.get_by_role("heading", name="userpool1 · 20 × D8s_v5")).to_be_visible()
    names_by_group = page.evaluate(NAMES)
    assert names_by_group["userpool1 · 7 × D8s_v5 · zone 1"] == [
        f"aks-userpool1-37291234-vmss0000{end}" for end in ("00", "03", "06", "09", "0c", "0f", "0i")
    ]
    assert all(len(set(names)) == len(names) for names in names_by_group.values())
    assert sum(map(len, names_by_group.values())) == 60
    last = page.get_by_role("list", name="userpool1 · 7 × D8s_v5 · zone 2").locator(".name").last
    expect(last).to_have_attribute("title", "aks-userpool1-37291234-vmss00000j")
    expect(last).to_have_text("aks-userpool1-37291234-vmss00000j")  # for copying and screen readers
    near = page.locator(".near .name").first
    expect(near).to_have_attribute("title", re.compile("^aks-userpool2-"))
    assert violations(page, ".ans-side") == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_many_nodes_are_strips_that_open(page: Page) -> None:
    page.goto(f"/x/{make_link(page, large_cluster(300))}/answer/")
    strip = page.get_by_role("button", name="general · 56 × D8s_v5 · zone 1: ")
    expect(strip).to_have_accessible_name(re.compile("requested on average"))
    expect(strip).to_contain_text("56")
    nodes = page.get_by_role("list", name="general · 56 × D8s_v5 · zone 1")
    expect(nodes).to_have_count(0)
    strip.press("Enter")
    expect(nodes.get_by_role("listitem")).to_have_count(56)
    other = page.get_by_role("button", name="general · 56 × D8s_v5 · zone 2: ")
    other.click()
    expect(nodes).to_have_count(0)
    expect(strip).to_have_attribute("aria-expanded", "false")
    other.click()
    expect(page.locator(".pm-open")).to_have_count(0)


def test_the_walk_folds_a_pool_and_opens_it(page: Page) -> None:
    page.goto(f"/x/{make_link(page, large_cluster(300))}/?point=Filter&pod=shop/api-3")
    nodes = page.get_by_role("listbox", name="Nodes by domain")
    option = page.get_by_role("listbox", name="Nodes by domain").get_by_role("option")
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.get_by_role("button", name="Group nodes by")).to_contain_text("zone › agentpool")
    nodes.focus()
    page.keyboard.press("Home")
    expect(option).to_have_text(re.compile(r"^56 × D8s_v5 general, westeurope-1, general, \d+ "))
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Home")
    expect(option).to_have_text(re.compile("^aks-general-10000392-vmss000000, westeurope-1, general"))
