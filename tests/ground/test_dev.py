"""`make dev`: what is edited is on the screen, without anything being started or reloaded by hand."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ground.launcher import Launcher, alive, launched
from tests.services import http
from tests.services.folder import ROOT
from tests.services.pages import Guard, Visitors
from tests.services.waiting import wait_for
from webui.config import settings

CODE = ("manage.py", "requirements.lock", "scheduler_core", "static", "webui")


@dataclass
class Development:
    """A copy of the code, for it is edited here, and `manage.py up --reload` on it."""

    root: Path
    launcher: Launcher

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.root / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def development(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Development]:
    root, folder = tmp_path_factory.mktemp("code"), tmp_path_factory.mktemp("data")
    for name in CODE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    (root / "webui/features/gallery/cases/order.txt").write_text("")  # to start sooner
    with launched(folder, "--reload", root=root) as launcher:
        yield Development(root, launcher)
        started = launcher.descendants()
    wait_for(lambda: not alive(started), "all that it started has ended")


@pytest.fixture
def page(browser: Browser, development: Development) -> Iterator[Page]:
    with Visitors(browser, development.launcher.url).looked_over(Guard()) as open_page:
        page = open_page()
        page.goto("/conformance/")
        yield page


def test_a_line_of_a_script(page: Page, development: Development) -> None:
    development.edit("static/js/theme-boot.js", "\n", "\ndocument.documentElement.dataset.edited = 'boot';\n")
    expect(page.locator("html")).to_have_attribute("data-edited", "boot")
    shell = development.root / "static/js/lib/shell.js"
    shell.write_text(f"{shell.read_text()}document.documentElement.dataset.edited = 'shell';\n")
    expect(page.locator("html")).to_have_attribute("data-edited", "shell")


def test_a_line_of_a_style(page: Page, development: Development) -> None:
    style = development.root / "static/css/base.css"
    style.write_text(f"{style.read_text()}main {{ letter-spacing: 7px; }}\n")
    expect(page.locator("main")).to_have_css("letter-spacing", "7px")


def test_a_line_of_a_template(page: Page, development: Development) -> None:
    development.edit("webui/features/conformance/templates/conformance.html", "</h1>", " edited</h1>")
    expect(page.get_by_role("heading", level=1)).to_contain_text("edited")


def test_a_line_of_python(page: Page, development: Development) -> None:
    worker = workers(development.launcher)
    development.edit(
        "webui/features/conformance/texts.py", '"more/spread": "Pod', '"more/spread": "Spread, edited Pod'
    )
    expect(page.get_by_text("Spread, edited")).to_be_visible()
    wait_for(lambda: not alive(worker), "the worker of the former code has ended")
    wait_for(lambda: workers(development.launcher), "another worker has begun")


def test_it_is_as_strict_as_what_is_served_to_others(page: Page) -> None:
    answer = page.request.get("/conformance/")
    policy = settings.CONTENT_SECURITY_POLICY.items()
    assert answer.headers["content-security-policy"] == "; ".join(f"{name} {what}" for name, what in policy)
    assert re.search(r'src="/static/js/lib/shell\.js"', answer.text())


def test_nothing_of_it_is_in_what_is_served_to_others(up: Launcher) -> None:
    assert "dev/reload.js" not in http.get(f"{up.url}/conformance/").text
    assert http.get(f"{up.url}/static/dev/reload.js").status_code == 404


def workers(launcher: Launcher) -> set[int]:
    """The worker's processes, without the one that watches files for it."""
    command = ["ps", "-ww", "-o", "pid=,args=", "-p", ",".join(map(str, launcher.descendants()))]
    listing = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    rows = (line.split(maxsplit=1) for line in listing.splitlines())
    return {int(pid) for pid, args in rows if "-m celery" in args and "-m watchfiles" not in args}
