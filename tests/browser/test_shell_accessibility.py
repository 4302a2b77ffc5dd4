from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import SPREAD, Gallery, open_draft
from tests.browser.test_editor import EditorPane
from tests.services.pages import Visitors

# Ace's own hidden text area and gutter follow Ace's rules, not ours.
NOT_OURS = {"exclude": [[".ace_editor"]]}


def violations(page: Page) -> str:
    results = Axe().run(page, context=NOT_OURS)
    return results.generate_report() if results.violations_count else ""


@pytest.mark.parametrize(("viewport", "dark"), [((1440, 900), False), ((390, 844), True)])
def test_the_gallery_and_its_paste_box(open_page: Visitors, viewport: tuple[int, int], dark: bool) -> None:
    page = open_page(viewport=viewport, dark=dark)
    Gallery(page).open()
    assert not violations(page)
    Gallery(page).bring_in(SPREAD)
    page.get_by_role("button", name="Review what is sent").click()
    assert not violations(page)


def test_the_editor_with_an_error_and_the_share_dialog(open_page: Visitors) -> None:
    page = open_page()
    open_draft(page)
    editor = EditorPane(page).ready()
    editor.pane.get_by_role("button", name="YAML", exact=True).click()
    editor.set_max_skew(0)
    editor.pane.get_by_role("region", name="Errors").get_by_role("listitem").wait_for()
    page.get_by_role("button", name="Share").click()
    assert not violations(page)


@pytest.mark.parametrize(("viewport", "dark"), [((1440, 900), False), ((390, 844), True)])
def test_the_conformance_page(open_page: Visitors, viewport: tuple[int, int], dark: bool) -> None:
    page = open_page(viewport=viewport, dark=dark)
    page.goto("/conformance/")
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") == viewport[0], "nothing sticks out"
