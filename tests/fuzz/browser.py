"""Addresses of the pages in a real browser: no script fails, whatever the address says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser

from tests.fuzz.inputs import Fault, sent
from tests.fuzz.requests import FACTS, QUERY, REPAIRS, TEXTS
from tests.services.live import Live
from tests.services.waiting import wait_for

VALUES = (
    *TEXTS,
    *FACTS,
    "0",
    "1",
    "3",
    "99",
    "default/p2",
    "default/large",
    "n1",
    "n2",
    "Filter",
    "Score",
    "PreFilter",
)


@contextmanager
def addresses(browser: Browser, live: Live) -> Iterator[Callable[[Random], None]]:
    """Yield what opens an address of a run's pages with any parameters."""
    with live.client() as client:
        source = (Path(__file__).parent / "world.yaml").read_text()
        draft = client.post("/api/scenarios", json={"title": "t", "source": source}).json()
        run = client.post(f"/api/scenarios/{draft['id']}/runs", json={}).json()
        wait_for(
            lambda: client.get(f"/api/runs/{run['id']}").json()["status"] == "finished",
            "the run ends",
            seconds=60,
        )
        cookies = list(client.cookies.items())
    errors: list[str] = []
    context = browser.new_context(base_url=live.url)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    context.add_cookies([{"name": name, "value": value, "url": live.url} for name, value in cookies])
    own, link = f"/w/{draft['id']}/", f"/x/{run['snapshot']}/"
    paths = [
        *(f"{link}{rest}" for rest in ("", "", "", "answer/", "upgrade/", *REPAIRS)),
        *(f"{own}{rest}" for rest in ("", "", "answer/", *REPAIRS)),
        *(f"/x/{run['snapshot']}..{run['snapshot']}/", f"/e/{run['snapshot']}/"),
        *("/", "/cases/", "/message/", "/glossary/", "/conformance/", "/learn/"),
    ]

    def attempt(random: Random) -> None:
        query = {random.choice(QUERY): random.choice(VALUES) for _ in range(random.randint(0, 4))}
        address = f"{random.choice(paths)}?{urlencode(query, errors='replace')}"
        sent.text = address
        errors.clear()
        page.goto(address, wait_until="networkidle")
        sent.answers[urlsplit(address).path.split("/")[1] or "gallery"] += 1
        if errors:
            raise Fault(f"{errors[0][:200]} at {address}")

    yield attempt
    context.close()
