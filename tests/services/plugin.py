"""The pytest plugin that provides the services. It is loaded by `-p`, for the settings are read before any
conftest.py is."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.services.folder import FOLDER, ON_SQLITE, VALKEY_SOCKET, database_url, use_in_settings
from webui.ground.language.compiling import compile_stale

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.services.live import Live
    from tests.services.pages import Guard, Visitors

LOGGED = 3_000  # characters of a log, the last ones, in the report of a failed test

use_in_settings()


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues of messages once, before the processes of the tests read them."""
    if not hasattr(config, "workerinput"):
        compile_stale()


def pytest_unconfigure() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: once Playwright runs, its event loop occupies the thread of the tests.

    One that fails is run once more, and the summary names it: page, server and browser share a processor with
    other tests, and a whole run should not be lost to a race that is still to be found.
    """
    items.sort(key=in_browser)
    for item in filter(in_browser, items):
        item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add what the application has logged to the report of a failed test."""
    report = yield
    live: Live | None = getattr(item, "funcargs", {}).get("live")
    if report.failed and live is not None:
        report.sections += [(log.name, log.read_text()[-LOGGED:]) for log in live.logs]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a test was run once more, for it passed then and nothing else tells."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"run once more: {report.nodeid}")
        terminalreporter.line(report.longreprtext)


def in_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


@pytest.fixture(scope="session")
def postgres() -> Iterator[None]:
    if ON_SQLITE:
        yield
        return
    from tests.services.postgres import postgres_server

    with postgres_server():
        yield


@pytest.fixture(scope="session")
def valkey() -> Iterator[str]:
    from tests.services.valkey import valkey_server

    with valkey_server(VALKEY_SOCKET) as url:
        yield url


@pytest.fixture
def worker(transactional_db: None, valkey: str) -> Iterator[None]:
    """Of one test: it would take the work of the next ones from those that look who gets it."""
    from django.conf import settings

    from tests.services.live import running
    from webui.site.processes import commands

    environment = {"DATABASE_URL": database_url(str(settings.DATABASES["default"]["NAME"]))}
    with running(commands.worker(), environment, FOLDER / "worker.log"):
        yield


@pytest.fixture(scope="session")
def live(postgres: None) -> Iterator[Live]:
    from tests.services.live import live_application

    with live_application() as application:
        yield application


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from tests.services.chromium import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture
def guard() -> Guard:
    from tests.services.pages import Guard

    return Guard()


@pytest.fixture(scope="session")
def visitors(browser: Browser, live: Live) -> Visitors:
    from tests.services.pages import Visitors

    return Visitors(browser, live.url)


@pytest.fixture
def open_page(visitors: Visitors, guard: Guard) -> Iterator[Visitors]:
    with visitors.looked_over(guard) as opened:
        yield opened


@pytest.fixture
def page(open_page: Visitors) -> Page:
    return open_page()
