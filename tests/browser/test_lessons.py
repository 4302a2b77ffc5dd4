"""Every lesson from its guess to its solved task, once by keyboard and once by touch; pods placed by hand."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.services.pages import Visitors
from webui.features.learn.lessons import Lesson, lessons

PHONE = (390, 844)
TOUCH = 44  # pixels that a finger hits
MOST_TABS = 8  # back from the button that goes on to a word of the sentence
PROGRESS = "JSON.parse(localStorage.getItem('schedscope.lessons'))"
SMALL_TARGETS = """(least) => [...document.querySelectorAll("main button, footer button")]
    .filter((button) => button.offsetParent && !button.closest(".code"))
    .filter((button) => button.getBoundingClientRect().height < least - 0.5)
    .map((button) => button.ariaLabel ?? button.textContent)"""


def moments_of(lesson: Lesson) -> int:
    return len(lesson.header.moments)


def solution(lesson: Lesson) -> list[int]:
    """The numbers of the changes that solve the task."""
    names = [change.name for change in lesson.header.task.changes]
    return [names.index(name) + 1 for name in lesson.header.task.solution]


def at_moment(page: Page, lesson: Lesson, number: int) -> None:
    expect(page.locator("#moments")).to_contain_text(f"{number} of {len(lesson.header.moments)}")


def turn(page: Page) -> None:
    """Turn the last word of the sentence, and see that the picture has followed: the address has the setting."""
    handle = page.locator("#caption [role=slider]").last
    for _ in range(MOST_TABS):
        if handle.evaluate("(element) => element === document.activeElement"):
            break
        page.keyboard.press("Shift+Tab")
    before = handle.inner_text()
    page.keyboard.press("ArrowRight")
    if handle.inner_text() == before:
        page.keyboard.press("ArrowLeft")
    expect(handle).not_to_have_text(before)
    expect(page).to_have_url(re.compile(r"at="))
    expect(page.locator("#caption [data-figure]").first).not_to_have_text("…")
    page.keyboard.press("Tab")  # on to the button that goes on


def guess(page: Page, lesson: Lesson) -> None:
    if lesson.header.guess.kind != "bars":
        page.keyboard.press("1")
        return
    for bar, height in enumerate((2, 2, 1), 1):
        page.keyboard.press(str(bar))
        for _ in range(height):
            page.keyboard.press("ArrowUp")


def walk_by_keyboard(page: Page, lesson: Lesson) -> None:
    page.goto(f"/learn/{lesson.slug}/")
    at_moment(page, lesson, 1)
    page.keyboard.press("ArrowRight")  # nothing is shown before the reader has committed to something
    at_moment(page, lesson, 1)
    guess(page, lesson)
    for number, moment in enumerate(lesson.header.moments[1:], 2):
        page.keyboard.press("Enter")
        at_moment(page, lesson, number)
        if moment.kind == "handles":
            turn(page)
    page.keyboard.press("ArrowLeft")
    at_moment(page, lesson, moments_of(lesson) - 1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_have_text(lesson.header.keep)
    changes = lesson.header.task.changes
    wrong = str(next(number for number, change in enumerate(changes, 1) if change.because))
    page.keyboard.press(wrong)
    expect(page.locator(".because")).to_be_visible()
    expect(page.locator(".because")).not_to_contain_text("{")  # its figures are those of the run
    page.keyboard.press(wrong)
    for number in solution(lesson):
        page.keyboard.press(str(number))
    expect(page.get_by_text("solved", exact=True)).to_be_visible()


def test_every_lesson_is_walked_by_keyboard(page: Page) -> None:
    for lesson in lessons().values():
        walk_by_keyboard(page, lesson)
    assert page.evaluate(f"{PROGRESS}.kept") == list(lessons())
    page.locator(".nx").click()
    page.wait_for_url("**/learn/")
    expect(page.locator("#path > .done")).to_have_count(len(lessons()))
    expect(page.locator("#kept-n")).to_have_text(str(len(lessons())))
    page.goto("/learn/three-one-zero/")
    page.locator(".zn").nth(1).click()  # the guess of before is still there, and has one zone more
    page.keyboard.press("Enter")  # goes on after a click, too
    expect(page.locator(".zn .pill.w")).to_have_count(3)  # it stays where it differs
    step = page.get_by_role("link", name="Open this step in the workbench")
    step.click()
    page.wait_for_url(
        re.compile(r"/x/\w+/\?pod=default/next&.*point=Filter&plugin=PodTopologySpread&node=b1")
    )


def walk_by_touch(page: Page, lesson: Lesson) -> None:
    page.goto(f"/learn/{lesson.slug}/")
    if lesson.header.guess.kind == "bars":
        for zone, height in zip("abc", (2, 2, 1), strict=True):
            for _ in range(height):
                page.get_by_role("button", name=f"one pod more in zone {zone}").tap()
    else:
        page.locator("#main [data-key]").first.tap()
    for number, moment in enumerate(lesson.header.moments, 1):
        at_moment(page, lesson, number)
        assert page.evaluate(SMALL_TARGETS, TOUCH) == [], (lesson.slug, moment.kind)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (lesson.slug, moment.kind)
        if moment.kind == "handles":
            handle = page.locator("#caption [role=slider]").first
            before = handle.inner_text()
            handle.tap()
            expect(handle).not_to_have_text(before)
        if moment.kind != "keep":
            page.locator(".nx").tap()
    for number in solution(lesson):
        page.locator(f'.change[data-key="{number}"]').tap()
    expect(page.get_by_text("solved", exact=True)).to_be_visible()


def test_every_lesson_is_walked_by_touch_and_pods_are_placed(open_page: Visitors) -> None:
    page = open_page(viewport=PHONE, touch=True)
    for lesson in lessons().values():
        walk_by_touch(page, lesson)
    page.goto("/learn/")
    page.get_by_role("link", name="Place them").tap()
    page.locator(".place[aria-label^='a1']").tap()
    page.locator(".nx").tap()
    expect(page.locator("#turn")).to_have_text("pod 2 of 7")
    page.locator(".place[aria-label^='a2']").tap()
    expect(page.locator(".cap-t")).to_have_text("a2 rejects web-2: zone a would hold 2, the emptiest 0")
    expect(page.locator(".tries")).to_contain_text("1 + 1 − 0 = 2 > 1")
    page.locator(".place[aria-label^='c1']").tap()
    expect(page.locator(".cap-t")).to_contain_text("Allowed, but the scheduler would have chosen c2")
    page.locator(".nx").tap()
    expect(page.locator("#turn")).to_have_text("pod 3 of 7")
