"""The browser's end of a run: complete and in order, whatever happens to the socket."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.browser.conftest import SPREAD
from tests.services.pages import Guard

FOLLOW = """async ([id, after]) => {
  const { streamRun } = await import("/static/js/net/stream.js");
  const events = [], states = [];
  return new Promise((resolve) => {
    const stream = streamRun(id, { after, onEvents: (more) => events.push(...more) });
    states.push(stream.state.get());
    stream.state.subscribe((state) => {
      states.push(state);
      if (state === "done" || state === "failed") resolve({ events, states });
    });
  });
}"""


@pytest.fixture
def run(page: Page) -> str:
    """A run that was just started; the page is on the gallery."""
    page.goto("/")
    headers = {"Sec-Fetch-Site": "same-origin"}
    draft = page.request.post(
        "/api/scenarios", data={"title": "A run", "source": SPREAD}, headers=headers
    ).json()
    started = page.request.post(f"/api/scenarios/{draft['id']}/runs", data={}, headers=headers)
    assert started.status == 202
    run_id: str = started.json()["id"]
    return run_id


def follow(page: Page, run: str, after: int = 0) -> tuple[list[dict[str, Any]], list[str]]:
    followed = page.evaluate(FOLLOW, [run, after])
    return followed["events"], followed["states"]


def assert_whole(events: list[dict[str, Any]], first: int = 1) -> None:
    assert [event["seq"] for event in events] == list(range(first, first + len(events)))
    assert events[-1]["kind"] == "run.finished"
    if first == 1:
        assert events[0]["kind"] == "run.started"


def test_every_event_once_and_in_order(page: Page, run: str) -> None:
    page.route("**/api/runs/*/events?**", lambda _: None)  # polling, which a slow socket would lose against
    events, states = follow(page, run)
    assert_whole(events)
    assert states == ["connecting", "live", "done"]


def test_a_late_viewer_and_one_who_resumes_see_the_same_run(page: Page, run: str) -> None:
    whole, _ = follow(page, run)
    assert follow(page, run)[0] == whole
    rest, _ = follow(page, run, after=4)
    assert_whole(rest, first=5)
    assert rest == whole[4:]


def test_without_websockets_it_polls(page: Page, run: str, guard: Guard) -> None:
    guard.allow("WebSocket")
    page.route_web_socket("**/ws/runs**", lambda socket: socket.close())
    events, states = follow(page, run)
    assert_whole(events)
    assert states[-1] == "done"


def test_a_message_that_got_lost_is_asked_for(page: Page, run: str) -> None:
    def lose_the_first(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        passed: list[str | bytes] = []

        def on_message(message: str | bytes) -> None:
            passed.append(message)
            if len(passed) > 1:
                socket.send(message)

        server.on_message(on_message)

    page.route_web_socket("**/ws/runs**", lose_the_first)
    events, _ = follow(page, run)
    assert_whole(events)


def test_a_run_that_does_not_exist_fails(page: Page, guard: Guard) -> None:
    guard.allow("404")
    guard.allow("WebSocket")
    page.goto("/")
    events, states = follow(page, "00000000-0000-4000-8000-000000000000")
    assert events == []
    assert states[-1] == "failed"
