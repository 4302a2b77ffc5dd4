"""The page names all of its modules at once, so that none waits for another."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_workbench_why import open_case

LOADED = """() => performance.getEntriesByType("resource")
    .filter(each => each.name.endsWith(".js") && each.name.includes("/js/workbench/")).map(each => each.name)"""


def test_every_module_is_preloaded(page: Page) -> None:
    open_case(page, "One zone constraint")
    expect(page.get_by_role("grid")).to_be_visible()
    named = page.locator("link[rel=modulepreload]").evaluate_all("links => links.map(link => link.href)")
    loaded = set(page.evaluate(LOADED))
    assert len(loaded) > 20
    assert loaded <= set(named)
