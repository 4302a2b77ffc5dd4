"""The columns of a cycle, as the page gets them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from scheduler_core.explain.arrays import pack
from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD

# What a server before an update may have said, and the browser kept.
EARLIER = {
    "JSON": ("application/json", b'{"nodes": [], "lists": [], "answer": {}}'),
    "another schema": ("application/octet-stream", pack({"schema": 2, "pod": "default/old"})),
}

GET_COLUMNS = """async path => {
    const { getColumns } = await import("/static/js/net/cycle.js");
    return (await getColumns(path)).pod;
}"""


@pytest.mark.parametrize("earlier", EARLIER)
def test_what_an_earlier_version_answered_is_asked_for_again(page: Page, earlier: str) -> None:
    page.goto("/")
    expect(page.locator("html.js")).to_be_visible()
    draft = page.request.post("/api/scenarios", data={"title": "Spread", "source": SPREAD}).json()
    run = page.request.post(f"/api/scenarios/{draft['id']}/runs", data={}).json()["id"]
    wait_for(lambda: page.request.get(f"/api/runs/{run}").json()["status"] == "finished", "the run ends")
    content_type, body = EARLIER[earlier]
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.headers.get("cache-control", ""))
        if len(asked) == 1:
            route.fulfill(body=body, content_type=content_type)
        else:
            route.continue_()

    page.route("**/view?form=columns", answer)
    assert page.evaluate(GET_COLUMNS, f"/runs/{run}/cycles/0/view?form=columns") == "default/web-1"
    assert asked == ["", "no-cache"]
