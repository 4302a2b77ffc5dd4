from __future__ import annotations

import pytest

from tests.browser.axe import NOT_OURS, violations
from tests.browser.conftest import SPREAD, Gallery, open_draft
from tests.browser.test_editor import EditorPane
from tests.services.pages import Visitors


@pytest.mark.parametrize(("viewport", "dark"), [((1440, 900), False), ((390, 844), True)])
def test_the_gallery_and_its_paste_box(open_page: Visitors, viewport: tuple[int, int], dark: bool) -> None:
    page = open_page(viewport=viewport, dark=dark)
    Gallery(page).open()
    assert violations(page, NOT_OURS) == ""
    Gallery(page).bring_in(SPREAD)
    page.get_by_role("button", name="Review what is sent").click()
    page.get_by_role("dialog", name="Bring a cluster").get_by_label("Title").wait_for()
    assert violations(page, NOT_OURS) == ""


def test_the_editor_with_an_error_and_the_share_dialog(open_page: Visitors) -> None:
    page = open_page()
    open_draft(page)
    editor = EditorPane(page).ready()
    editor.pane.get_by_role("button", name="YAML", exact=True).click()
    editor.set_max_skew(0)
    editor.pane.get_by_role("region", name="Errors").get_by_role("listitem").wait_for()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog").wait_for()
    assert violations(page, NOT_OURS) == ""


@pytest.mark.parametrize(("viewport", "dark"), [((1440, 900), False), ((390, 844), True)])
def test_the_conformance_page(open_page: Visitors, viewport: tuple[int, int], dark: bool) -> None:
    page = open_page(viewport=viewport, dark=dark)
    page.goto("/conformance/")
    assert violations(page, NOT_OURS) == ""
    assert page.evaluate("document.documentElement.scrollWidth") == viewport[0], "nothing sticks out"
