from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

SPREAD = """\
apiVersion: v1
kind: Node
metadata:
  name: node-a1
  labels: {kubernetes.io/hostname: node-a1, zone: a}
status:
  allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
---
apiVersion: v1
kind: Node
metadata:
  name: node-b1
  labels: {kubernetes.io/hostname: node-b1, zone: b}
status:
  allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
---
apiVersion: v1
kind: Pod
metadata:
  name: web-0
  labels: {app: web}
spec:
  nodeName: node-a1
  containers: [{name: web, image: registry.example.com/web:1}]
---
apiVersion: v1
kind: Pod
metadata:
  name: web-1
  labels: {app: web}
spec:
  topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: web}}
  containers: [{name: web, image: registry.example.com/web:1}]
"""
BROKEN = SPREAD.replace("maxSkew: 1", "maxSkew: 0")
BROKEN_LINE = BROKEN.splitlines().index("  - maxSkew: 0") + 1


def open_draft(page: Page, source: str = SPREAD, title: str = "Two zones") -> str:
    """Open a new draft of the page's visitor, without the way through the gallery, and return its address."""
    made = page.request.post("/api/scenarios", data={"title": title, "source": source})
    assert made.ok, made.text()
    page.goto(f"/w/{made.json()['id']}/")
    return page.url


def make_link(page: Page, source: str, **options: str) -> str:
    """Run a new draft of the page's visitor and return the name of its link; the page stays where it is."""
    draft = page.request.post("/api/scenarios", data={"title": "Cluster", "source": source}).json()
    return str(page.request.post(f"/api/scenarios/{draft['id']}/runs", data=options).json()["snapshot"])


def view_link(page: Page, name: str) -> Locator:
    """The way to another view of the run: the one in the header, for what loads may hold another one."""
    views = page.get_by_role("navigation", name="Views of this run")
    return views.get_by_role("link", name=name, exact=True)


@dataclass(frozen=True)
class Gallery:
    """The first page, as a person uses it."""

    page: Page

    def open(self) -> Gallery:
        self.page.goto("/")
        expect(self.page.locator("html.js")).to_be_visible()
        return self

    def cases(self) -> Gallery:
        """Opens the page of the cases."""
        self.page.goto("/cases/")
        expect(self.page.locator("html.js")).to_be_visible()
        return self

    def first_run(self) -> str:
        """The path of the run of the first case."""
        first = self.page.request.get("/api/gallery").json()[0]
        return f"/x/{first['snapshot']}/"

    @property
    def cards(self) -> Locator:
        return self.page.locator("#cases .case")

    @property
    def mine(self) -> Locator:
        return self.page.locator("#mine .mine")

    def row(self, title: str) -> Locator:
        return self.mine.filter(has=self.page.get_by_text(title, exact=True))

    def choose(self, title: str, action: str) -> None:
        self.row(title).get_by_role("button", name=f"More for {title}").click()
        self.page.get_by_role("menuitem", name=action).click()

    def paste(self, source: str, title: str = "Two zones", *, button: str = "Open") -> None:
        self.bring_in(source)
        self.page.get_by_role("button", name="Review what is sent").click()
        self.page.get_by_label("Title").fill(title)
        self.page.get_by_role("button", name=button, exact=True).click()

    def bring_in(self, text: str) -> None:
        """Puts a text into the door, which then says what it is."""
        self.page.get_by_role("textbox", name="Paste or drop anything").fill(text)

    @property
    def recognised(self) -> Locator:
        return self.page.locator("#recognised")

    def bring(self, source: str = SPREAD, title: str = "Two zones") -> str:
        """Pastes a scenario to edit it first, waits for its page and returns the address."""
        self.paste(source, title, button="Edit first")
        self.page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/"))
        return self.page.url


@pytest.fixture
def gallery(page: Page) -> Gallery:
    return Gallery(page).open()
