"""Pages for the browser tests, and the guard that looks over them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

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


class Profile(NamedTuple):
    """What a browser context is made with; all else can be set on a page."""

    scripts: bool
    live_runs: bool
    touch: bool


@dataclass
class Visitors:
    """Opens pages, each in a browser context of its own: another person with other cookies.

    Contexts go from test to test, emptied of all that a site can store, for one that has the scripts and
    styles in its cache opens a page in two thirds of the processor time.
    """

    browser: Browser
    url: str
    guard: Guard = field(default_factory=Guard)
    idle: dict[Profile, list[Page]] = field(default_factory=dict)
    busy: list[tuple[Profile, BrowserContext]] = field(default_factory=list)

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
        profile = Profile(scripts, live_runs, touch)
        idle = self.idle.get(profile)
        page = idle.pop() if idle else self.context(profile).new_page()
        self.busy.append((profile, page.context))
        width, height = viewport
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        page.context.on("page", self.watch)
        self.watch(page)
        return page

    def context(self, profile: Profile) -> BrowserContext:
        context = self.browser.new_context(
            base_url=self.url,
            java_script_enabled=profile.scripts,
            has_touch=profile.touch,
            is_mobile=profile.touch,
        )
        context.set_default_timeout(TIMEOUT)
        if not profile.live_runs:
            context.add_init_script(RUNS_WAIT)
        return context

    def watch(self, page: Page) -> None:
        self.guard.watch(page)

    @contextmanager
    def looked_over(self, guard: Guard) -> Iterator[Visitors]:
        """For one test: checks afterwards that no page complained; what a failed test left is not used again."""
        self.guard = guard
        try:
            yield self
            guard.check()
        except BaseException:
            self.close()
            raise
        while self.busy:
            profile, context = self.busy.pop()
            self.idle.setdefault(profile, []).append(self.emptied(context))

    def emptied(self, context: BrowserContext) -> Page:
        context.remove_listener("page", self.watch)
        for page in context.pages:
            page.close()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
        session.detach()
        return page

    def close(self) -> None:
        while self.busy:
            self.busy.pop()[1].close()
