from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Gallery, open_draft
from tests.services.pages import Guard, Visitors


def share(page: Page) -> Locator:
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


@pytest.fixture
def case(gallery: Gallery, page: Page) -> str:
    """The first case, opened at a step; its address."""
    page.goto(gallery.first_run())
    page.wait_for_url(re.compile(r"/x/[^/]+/\?.*point="))
    return page.url


def test_the_copied_link_opens_the_same_step_for_somebody_else(
    case: str, page: Page, open_page: Visitors
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = share(page)
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.get_by_text("The link: copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == case == dialog.get_by_label("Link", exact=True).input_value()

    colleague = open_page()
    colleague.goto(link)
    expect(colleague).to_have_title(page.title())


def test_the_link_can_leave_the_step_out(case: str, page: Page) -> None:
    dialog = share(page)
    dialog.get_by_label("Open at the current step").uncheck()
    assert dialog.get_by_label("Link", exact=True).input_value() == case.partition("?")[0]


def test_without_the_clipboard_it_still_copies(case: str, page: Page) -> None:
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    share(page).get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link: copied")).to_be_visible()


def test_a_draft_that_never_ran_says_what_is_missing_and_runs(page: Page) -> None:
    open_draft(page)
    dialog = share(page)
    expect(dialog).to_contain_text("has not run yet")
    dialog.get_by_role("button", name="Run").click()
    expect(dialog).to_be_hidden()
    page.wait_for_url(re.compile("point="))  # the page has the run; the answer alone does not say so
    expect(share(page)).to_contain_text("made from the last run")
    assert "/x/" in page.get_by_role("dialog").get_by_label("Link", exact=True).input_value()


def test_a_copy_can_be_edited_and_the_original_stays(case: str, page: Page, open_page: Visitors) -> None:
    colleague = open_page()
    colleague.goto(case)
    colleague.get_by_role("button", name="Edit a copy").click()
    colleague.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/"))
    expect(colleague.get_by_role("button", name="Run", exact=True)).to_be_visible()
    mine = Gallery(colleague).open().mine
    expect(mine).to_have_count(1)
    assert page.request.get(case).status == 200
    expect(Gallery(page).open().mine).to_have_count(0)


def test_escape_closes_and_focus_comes_back(case: str, page: Page) -> None:
    share(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("button", name="Share")).to_be_focused()


def test_a_part_of_the_page_that_is_gone_is_told_and_a_reload_helps(
    case: str, page: Page, guard: Guard
) -> None:
    part = "**/js/share/share-*.js"
    guard.allow("/js/share/share-")
    page.route(part, lambda route: route.fulfill(status=404))
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("This part of the page could not be loaded.")).to_be_visible()
    page.unroute(part)
    with page.expect_navigation():
        page.get_by_role("button", name="Reload the page").click()
    expect(share(page).get_by_label("Link", exact=True)).to_have_value(case)
