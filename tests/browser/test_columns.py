"""The columns of a cycle, as the page gets them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from scheduler_core.explain.view.arrays import pack
from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD

# What a server before an update may have said, and the browser kept.
EARLIER = {
    "JSON": ("application/json", b'{"nodes": [], "lists": [], "answer": {}}'),
    "another schema": ("application/octet-stream", pack({"schema": 2, "pod": "default/old"})),
}

# The pod of the columns, and how each request treated the browser's cache.
GET_COLUMNS = """async path => {
    const { getColumns } = await import("/static/js/net/cycle.js");
    const modes = [];
    const original = window.fetch;
    window.fetch = (url, init) => {
        modes.push(new Request(url, init).cache);
        return original(url, init);
    };
    const { pod } = await getColumns(path);
    return { pod, modes };
}"""


@pytest.mark.parametrize("earlier", EARLIER)
def test_what_an_earlier_version_answered_is_asked_for_again(page: Page, earlier: str) -> None:
    page.goto("/")
    expect(page.locator("html.js")).to_be_visible()
    draft = page.request.post("/api/scenarios", data={"title": "Spread", "source": SPREAD}).json()
    run = page.request.post(f"/api/scenarios/{draft['id']}/runs", data={}).json()["id"]
    wait_for(lambda: page.request.get(f"/api/runs/{run}").json()["status"] == "finished", "the run ends")
    content_type, body = EARLIER[earlier]

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type=content_type)

    page.route("**/view?form=columns", answer, times=1)
    answered = page.evaluate(GET_COLUMNS, f"/runs/{run}/cycles/0/view?form=columns")
    assert answered == {"pod": "default/web-1", "modes": ["default", "reload"]}
