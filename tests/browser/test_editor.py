from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import BROKEN_LINE, SPREAD, Gallery
from tests.services.pages import Guard, Visitors

OFFLINE = "ERR_INTERNET_DISCONNECTED"


@dataclass(frozen=True)
class EditorPane:
    """The YAML editor of a draft's page."""

    page: Page

    @property
    def pane(self) -> Locator:
        return self.page.locator(".ed")

    @property
    def saved(self) -> Locator:
        return self.pane.locator(".saved-t")

    @property
    def run(self) -> Locator:
        return self.pane.get_by_role("button", name="Run", exact=True)

    def ready(self) -> EditorPane:
        edit = self.page.get_by_role("button", name="Edit", exact=True)
        expect(edit).to_have_attribute("aria-pressed", re.compile("true|false"))
        if edit.get_attribute("aria-pressed") == "false":
            edit.click()
        expect(self.pane.locator(".ace_line").first).to_be_visible()
        return self

    def in_another_tab(self) -> EditorPane:
        tab = self.page.context.new_page()
        tab.goto(self.page.url)
        return EditorPane(tab).ready()

    def text(self) -> str:
        value: str = self.page.evaluate("ace.edit(document.querySelector('.ed .ace_editor')).getValue()")
        return value

    def set_max_skew(self, value: int) -> None:
        """Replaces the one digit of `maxSkew: 1`, by keys alone."""
        self.pane.locator(".ace_content").click()
        self.page.keyboard.press("Control+Home")
        for _ in range(BROKEN_LINE - 1):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("End")
        self.page.keyboard.press("Backspace")
        self.page.keyboard.type(str(value))

    def save_max_skew(self, value: int) -> None:
        """The same, until the server has it."""
        with self.page.expect_response(
            lambda answer: (
                answer.ok
                and answer.request.method == "PUT"
                and f"maxSkew: {value}" in (answer.request.post_data or "")
            )
        ):
            self.set_max_skew(value)


@pytest.fixture
def editor(gallery: Gallery, page: Page) -> EditorPane:
    gallery.bring()
    return EditorPane(page).ready()


def test_an_error_is_marked_at_its_line_and_goes_when_it_is_mended(editor: EditorPane, page: Page) -> None:
    editor.pane.get_by_role("button", name="YAML", exact=True).click()
    editor.set_max_skew(0)
    problem = editor.pane.get_by_role("region", name="Errors").get_by_role("listitem")
    expect(problem).to_contain_text("spec.topologySpreadConstraints[0].maxSkew")
    expect(editor.pane.locator("[class*=ace_gutter-cell].ace_error")).to_contain_text(str(BROKEN_LINE))
    expect(editor.run).to_be_disabled()
    editor.run.click(force=True)
    expect(page.get_by_text(f"fix line {BROKEN_LINE} first")).to_be_visible()
    problem.get_by_role("button", name=f"Line {BROKEN_LINE}").click()
    expect(editor.pane.get_by_text(f"Line {BROKEN_LINE}, column 1")).to_be_visible()
    editor.set_max_skew(1)
    expect(problem).to_have_count(0)
    expect(editor.run).to_be_enabled()


def test_what_is_typed_is_saved_and_there_after_a_reload(editor: EditorPane, page: Page) -> None:
    expect(editor.saved).to_contain_text("Saved")
    editor.save_max_skew(2)
    expect(editor.saved).to_contain_text(re.compile(r"Saved · (now|\d+ s ago)"))
    page.reload()
    assert "maxSkew: 2" in editor.ready().text()


def test_a_draft_with_errors_is_kept_too(editor: EditorPane, page: Page) -> None:
    editor.save_max_skew(0)
    page.reload()
    assert "maxSkew: 0" in editor.ready().text()
    expect(editor.pane.get_by_role("region", name="Errors")).to_contain_text("must be greater than 0")


def test_undo_and_redo(editor: EditorPane) -> None:
    undo = editor.pane.get_by_role("button", name="Undo")
    redo = editor.pane.get_by_role("button", name="Redo")
    expect(undo).to_be_disabled()
    editor.set_max_skew(3)
    while undo.is_enabled():
        undo.click()
    assert editor.text() == SPREAD
    while redo.is_enabled():
        redo.click()
    assert "maxSkew: 3" in editor.text()


def test_run_by_key_then_inputs_changed_while_the_result_stays(editor: EditorPane, page: Page) -> None:
    editor.pane.locator(".ace_content").click()
    with page.expect_response(lambda response: response.url.endswith("/runs")) as started:
        page.keyboard.press("Control+Enter")
    assert started.value.status == 202
    changed = editor.pane.get_by_text("inputs changed")
    expect(changed).to_be_hidden()
    editor.set_max_skew(2)
    expect(changed).to_be_visible()
    editor.set_max_skew(1)
    expect(changed).to_be_hidden()


def test_ctrl_s_saves_and_publishes_nothing(editor: EditorPane, page: Page) -> None:
    published: list[str] = []
    page.on("request", lambda request: published.append(request.url) if "/runs" in request.url else None)
    editor.set_max_skew(2)
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Only you can see a draft")).to_be_visible()
    expect(editor.saved).to_contain_text("Saved ·")
    assert [url for url in published if url.endswith("/runs")] == []


def test_tab_is_not_a_trap(editor: EditorPane, page: Page) -> None:
    inside = (
        "document.activeElement.closest('.ed-code') !== null && document.activeElement.tagName === 'TEXTAREA'"
    )
    editor.pane.locator(".ace_content").click()
    assert page.evaluate(inside)
    page.keyboard.press("Escape")
    assert not page.evaluate(inside)
    page.keyboard.press("Tab")
    assert not page.evaluate(inside)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert page.evaluate(inside)


def test_offline_it_keeps_the_text_and_saves_when_the_network_is_back(
    editor: EditorPane, page: Page, guard: Guard
) -> None:
    guard.allow(OFFLINE)
    page.context.set_offline(True)
    editor.set_max_skew(4)
    expect(editor.saved).to_contain_text("Offline")
    page.context.set_offline(False)
    expect(editor.saved).to_contain_text("Saved")
    page.reload()
    assert "maxSkew: 4" in editor.ready().text()


def test_a_tab_with_nothing_unsaved_takes_what_another_wrote(editor: EditorPane, page: Page) -> None:
    other = editor.in_another_tab()
    other.save_max_skew(5)
    page.evaluate("dispatchEvent(new Event('focus'))")  # what coming back to the tab does
    expect(page.get_by_text("changed elsewhere")).to_be_visible()
    assert "maxSkew: 5" in editor.text()


@pytest.mark.parametrize(("choice", "max_skew"), [("Keep mine", 6), ("Take theirs", 5)])
def test_two_tabs_do_not_write_over_each_other(
    editor: EditorPane, page: Page, guard: Guard, choice: str, max_skew: int
) -> None:
    guard.allow("409")
    other = editor.in_another_tab()
    other.save_max_skew(5)
    editor.set_max_skew(6)
    expect(editor.saved).to_contain_text("Changed elsewhere")
    editor.pane.get_by_role("button", name=choice).click()
    expect(editor.saved).to_contain_text("Saved")
    page.reload()
    assert f"maxSkew: {max_skew}" in editor.ready().text()


def test_the_title_is_changed_where_it_stands(editor: EditorPane, page: Page) -> None:
    header = page.get_by_role("banner")
    header.get_by_role("button", name="Two zones").click()
    field = header.get_by_role("textbox", name="Title")
    field.fill("Thrown away")
    field.press("Escape")
    header.get_by_role("button", name="Two zones").press("Enter")
    field.fill("Three zones")
    with page.expect_response(lambda response: response.request.method == "PUT"):
        field.press("Enter")
    expect(header.get_by_role("button", name="Three zones")).to_be_focused()
    expect(page).to_have_title(re.compile("^Three zones · "))
    editor.save_max_skew(7)
    page.reload()
    expect(header.get_by_role("button", name="Three zones")).to_be_visible()
    assert "maxSkew: 7" in editor.ready().text()


def test_renaming_elsewhere_is_no_conflict(editor: EditorPane, page: Page, guard: Guard) -> None:
    guard.allow("409")
    gallery = Gallery(page.context.new_page()).open()
    gallery.choose("Two zones", "Rename")
    gallery.page.get_by_role("textbox", name="Title").fill("Two renamed zones")
    with gallery.page.expect_response(lambda response: response.request.method == "PUT"):
        gallery.page.keyboard.press("Enter")
    editor.save_max_skew(7)
    page.reload()
    assert "maxSkew: 7" in editor.ready().text()


def test_the_editor_has_no_own_colours(open_page: Visitors) -> None:
    page = open_page(dark=True)
    Gallery(page).open().bring()
    EditorPane(page).ready()
    surface = page.evaluate("getComputedStyle(document.querySelector('.ed')).backgroundColor")
    ace = page.evaluate("getComputedStyle(document.querySelector('.ace_editor')).backgroundColor")
    assert ace == surface
    assert page.evaluate("document.querySelector('.ace_editor').classList.contains('ace_dark')")
