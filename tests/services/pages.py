"""Pages for the browser tests, and the guard that looks over them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    Request,
    expect,
)

from tests.services.waiting import wait_for

TIMEOUT = 30_000  # milliseconds; several browsers may share a processor
DESKTOP = (1440, 900)
RUNS_WAIT = """
try { if (localStorage.getItem("editor.live") === null) localStorage.setItem("editor.live", "off"); } catch {}
"""

expect.set_options(timeout=TIMEOUT)


def box_of(element: Locator) -> FloatRect:
    """Where an element is. What is drawn anew has no place between being found and being measured."""
    box = wait_for(element.bounding_box, f"{element} has a place")
    assert box
    return box


@dataclass
class Guard:
    """Collects what must not happen on a page."""

    allowed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def allow(self, text: str) -> None:
        self.allowed.append(text)

    def watch(self, page: Page) -> None:
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("requestfailed", self.on_request_failed)

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def on_request_failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page itself, or leaving it, gave the request up
            self.faults.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def check(self) -> None:
        faults = [fault for fault in self.faults if not any(text in fault for text in self.allowed)]
        assert not faults, "\n".join(["the page complained:", *faults])


@dataclass
class Visitors:
    """Opens pages, each in a browser context of its own: another person with other cookies."""

    browser: Browser
    url: str
    guard: Guard
    contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(
        self,
        *,
        viewport: tuple[int, int] = DESKTOP,
        dark: bool = False,
        scripts: bool = True,
        live_runs: bool = False,
        touch: bool = False,
    ) -> Page:
        """Open a page on which nothing fades or slides: a click would wait for it, a colour would be between two.

        Without `live_runs` drafts wait for Run, so that a test sees one result at a time.
        """
        width, height = viewport
        context = self.browser.new_context(
            base_url=self.url,
            java_script_enabled=scripts,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(TIMEOUT)
        if not live_runs:
            context.add_init_script(RUNS_WAIT)
        context.on("page", self.guard.watch)
        self.contexts.append(context)
        return context.new_page()


@contextmanager
def visitors(browser: Browser, url: str, guard: Guard) -> Iterator[Visitors]:
    opened = Visitors(browser, url, guard)
    try:
        yield opened
        guard.check()
    finally:
        for context in opened.contexts:
            context.close()
