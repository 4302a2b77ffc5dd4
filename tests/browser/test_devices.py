"""From "cannot allocate all claims" to the clause that failed, and what the X-ray of claims shows around it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.test_workbench_accessibility import complaints
from tests.browser.test_workbench_why import open_case, why
from tests.services.pages import Guard


def select_pod(page: Page, pod: str) -> None:
    page.goto(f"{page.url.split('?')[0]}?pod={pod}&point=Filter")


def test_two_actions_from_the_message_to_the_clause(page: Page, guard: Guard) -> None:
    open_case(page, "All claims of a pod, or none")
    select_pod(page, "default/index-0")
    page.get_by_text("The event's message").click()
    expect(page.get_by_text("cannot allocate all claims").first).to_be_visible()

    page.get_by_role("gridcell", name=re.compile("^gpu-a, DynamicResources: rejected")).click()
    expect(why(page)).to_contain_text(
        "gpu-0: class local-nvme requires device.driver == 'nvme.example.com', but it is \"gpu.nvidia.com\""
    )
    grid = page.get_by_role("table", name="Request disk by device and clause")
    grid.get_by_role("button", name=re.compile("^gpu-0, Class: fails")).click()
    opened = why(page)
    expect(opened).to_contain_text("gpu-0: class local-nvme requires")
    expect(opened.locator("pre").first).to_have_text("device.driver == 'nvme.example.com'")
    expect(opened.get_by_text('"gpu.nvidia.com"').first).to_be_visible()
    assert complaints(page) == ""
    guard.check()


def test_the_search_is_stepped_by_keys_and_says_where_it_turned_back(page: Page) -> None:
    open_case(page, "The search backtracks")
    select_pod(page, "default/ddp-0")
    page.get_by_role("gridcell", name=re.compile("^gpu-a, DynamicResources: pass")).click()
    step = page.get_by_role("slider", name="Step of the search")
    expect(step).to_have_attribute("aria-valuetext", "gpu-0 is taken for request gpu")
    step.focus()
    page.keyboard.press("ArrowRight")
    expect(step).to_have_attribute("aria-valuetext", re.compile("^Rejected: gpu-0"))
    page.get_by_role("button", name="Next backtrack").click()
    expect(step).to_have_attribute("aria-valuetext", "gpu-0 is released: no device is left for request nic")
    page.get_by_role("button", name="Next step of the search").click()
    expect(step).to_have_attribute("aria-valuetext", "gpu-1 is taken for request gpu")


def test_counters_and_holders_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_case(page, "An A100, whole or in halves")
    page.goto(f"{page.url.split('?')[0]}?pod=default/half-2&point=Filter&plugin=DynamicResources&node=gpu-a")
    gauge = page.get_by_role("listitem").filter(has_text="a100-0 · memory")
    expect(gauge).to_contain_text("0 of 80Gi free")
    expect(gauge).to_contain_text("40Gi by gpu-0-mig-3g-40gb-0 for default/half-0-gpu")
    page.get_by_text("Free devices, and which pods use the others").click()
    expect(page.get_by_role("row", name=re.compile("^gpu-a gpu.nvidia.com gpu-a"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
