"""A presenter and two followers, each in a browser of their own."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import make_link
from tests.scheduler_core.simulation.lessons.example import SOURCE
from tests.services.pages import Visitors, box_of


def predict(page: Page, *zones: str) -> None:
    for zone in zones:
        page.get_by_role("group", name="Your prediction").get_by_role("button", name=zone, exact=True).click()


def all_predict(phone: Page, desk: Page, beside: Locator) -> None:
    """What the room chose and what comes next is the presenter's alone until it is shown."""
    predict(phone, "c")
    expect(beside).to_contain_text("1 still thinking")
    predict(desk, "b", "c")
    expect(beside).to_contain_text("2 have guessed")
    expect(beside.get_by_text("2 of 2")).to_be_visible()
    expect(beside).to_contain_text("Only c.")
    says = desk.get_by_role("group", name="What the audience guesses")
    expect(says).to_have_count(0)
    expect(desk.get_by_text("Only c.")).to_have_count(0)
    beside.get_by_role("button", name="Show the guesses").click()
    expect(says.get_by_text("2 of 2")).to_be_visible()
    expect(says.get_by_text("1 of 2")).to_be_visible()
    share = box_of(desk.get_by_role("button", name="Share"))
    assert box_of(says)["y"] >= share["y"] + share["height"]


def fold_and_ask_back(room: Locator, beside: Locator) -> None:
    """Without the panel its buttons are in the bar."""
    room.get_by_role("button", name="Hide the panel").click()
    expect(beside).to_have_count(0)
    room.get_by_role("button", name="Ask all back").click()
    room.get_by_role("button", name="Show the panel").click()


def guess_the_end_of_a_rollout(one: Page, other: Page, beside: Locator) -> None:
    one.get_by_role("button", name="complete, after a gap").click()
    other.get_by_role("button", name="skewed").click()
    expect(beside).to_contain_text("2 have guessed")
    beside.get_by_role("button", name="Show the guesses").click()


def test_two_follow_in_step_let_go_come_back_and_the_room_sees_what_they_guessed(
    open_page: Visitors,
) -> None:
    presenter, phone, desk = open_page(), open_page(viewport=(390, 844), touch=True), open_page()
    presenter.goto(f"/x/{make_link(presenter, SOURCE)}/?caption=1")
    captions = presenter.get_by_role("region", name="Captions")
    expect(captions).to_contain_text("3 in a, 1 in b, 0 in c")
    presenter.get_by_role("button", name="Share").click()
    presenter.get_by_role("dialog").get_by_role("button", name="Present").click()
    room = presenter.get_by_role("region", name="Presentation")
    beside = presenter.get_by_role("complementary", name="For you only")
    expect(room).to_contain_text("/j/")
    link = re.search(r"/j/\w+", room.inner_text())
    assert link is not None
    for follower in (phone, desk):
        follower.goto(f"{link[0]}/")
        follower.get_by_role("link", name="Follow").click()
        expect(follower).to_have_url(presenter.url)

    all_predict(phone, desk, beside)

    # In step: the caption, and a step with a key.
    predict(presenter, "c")
    presenter.keyboard.press("Enter")  # it goes on, and does not choose again
    for follower in (phone, desk):
        expect(follower).to_have_url(re.compile("caption=2.*node=b1|node=b1.*caption=2"))
        expect(follower.get_by_role("region", name="Captions")).to_contain_text("Only c.")
    presenter.locator("body").press("ArrowRight")
    for follower in (phone, desk):
        expect(follower).to_have_url(presenter.url)

    # Whoever takes a step of their own has let go, and stays there.
    desk.locator("body").press("Home")
    expect(desk.get_by_role("button", name="Come back")).to_be_visible()
    expect(beside).to_contain_text("1 looks around")
    own = desk.url
    presenter.locator("body").press("ArrowRight")
    expect(phone).to_have_url(presenter.url)
    assert desk.url == own
    fold_and_ask_back(room, beside)
    expect(desk.get_by_text("The presenter asks you to come back.")).to_be_visible()
    desk.get_by_role("button", name="Come back").click()
    expect(desk).to_have_url(presenter.url)

    # Another page, a reload, and the end.
    presenter.goto("/learn/three-one-zero/")
    for follower in (phone, desk):
        expect(follower).to_have_url(presenter.url)
    desk.reload()
    expect(beside).to_contain_text("2 follow")
    expect(beside).to_contain_text("c: 2 of 2")  # what the room said before

    # The page of a case asks the room, too, and the answer stays folded meanwhile.
    presenter.goto("/examples/day-two-rollout/")
    for follower in (phone, desk):
        expect(follower).to_have_url(presenter.url)
    guess_the_end_of_a_rollout(phone, desk, beside)
    expect(desk.get_by_role("group", name="What the audience guesses").get_by_text("1 of 2")).to_have_count(2)
    expect(presenter.locator("#answer")).not_to_have_attribute("open", "")
    room.get_by_role("button", name="End").click()
    for follower in (phone, desk):
        expect(follower.get_by_text("The presentation has ended.")).to_be_visible()
        expect(follower.get_by_role("region", name="Presentation")).to_have_count(0)
