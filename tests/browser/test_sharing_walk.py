"""What a link is good for: one shares, a colleague without cookies opens it, copies it and compares."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SPREAD, Gallery, open_draft
from tests.services.pages import Guard, Visitors

# One zone is closed, and the constraint lets the other have two more.
LOOSE = SPREAD.replace("maxSkew: 1", "maxSkew: 2").replace(
    "zone: b}\n", "zone: b}\nspec: {unschedulable: true}\n"
)


def run(page: Page) -> None:
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile(r"point="))


def share(page: Page) -> Locator:
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


@pytest.fixture
def link(page: Page) -> str:
    """A run of one's own, shared at the step that is on screen."""
    open_draft(page)
    run(page)
    dialog = share(page)
    address = dialog.get_by_label("Link", exact=True).input_value()
    page.keyboard.press("Escape")
    return address


def test_a_colleague_opens_the_step_copies_it_and_compares(
    link: str, page: Page, open_page: Visitors
) -> None:
    colleague = open_page()
    colleague.goto(link)
    expect(colleague).to_have_title(page.title())
    expect(colleague.get_by_role("button", name="Share", exact=True)).to_be_visible()
    expect(colleague.get_by_role("button", name="Edit", exact=True)).to_have_count(0)

    colleague.get_by_role("button", name="Edit a copy").click()
    colleague.wait_for_url(re.compile(r"/w/"))
    expect(colleague.get_by_role("link", name="Forked")).to_have_attribute("href", f"/x/{snapshot_of(link)}/")
    draft = colleague.url.partition("/w/")[2][:36]
    changed = colleague.request.put(f"/api/scenarios/{draft}", data={"source": LOOSE})
    assert changed.status == 200
    assert page.request.get(f"/api/scenarios/{draft}").status == 404  # the copy is the colleague's
    colleague.reload()
    run(colleague)
    closed = colleague.get_by_role("gridcell", name=re.compile("^node-b1, NodeUnschedulable: rejected"))
    expect(closed).to_be_visible()  # the new run is shown

    colleague.get_by_role("button", name="Compare").click()
    colleague.get_by_role("button", name="With the run it was forked from").click()
    colleague.wait_for_url(re.compile(rf"/x/{snapshot_of(link)}\.\.\w+/"))
    inputs = colleague.get_by_role("region", name="Inputs that differ")
    expect(inputs).to_contain_text("spec.topologySpreadConstraints[0].maxSkew")
    expect(colleague.get_by_role("columnheader", name=re.compile("Filter.*first divergence"))).to_be_visible()
    cell = "node-b1, NodeUnschedulable: A: passes, B: rejected"
    expect(colleague.get_by_role("button", name=re.compile(cell))).to_be_visible()
    steps = colleague.get_by_role("group", name="Differences")
    expect(steps).to_contain_text("Difference 1 of 3")
    colleague.keyboard.press(".")
    expect(steps).to_contain_text("Difference 2 of 3")
    why = colleague.get_by_role("complementary", name="Why")
    expect(why.get_by_role("row", name=re.compile("maxSkew 1 2"))).to_be_visible()
    plugin = re.search(r"plugin=\w+", colleague.url)
    assert plugin
    colleague.locator("#runs a").first.click()
    colleague.wait_for_url(re.compile(rf"/x/{snapshot_of(link)}/\?.*pod=default.*{plugin[0]}"))
    expect(colleague.get_by_role("heading", level=1)).to_be_visible()


def snapshot_of(link: str) -> str:
    match = re.search(r"/x/(\w+)/", link)
    assert match
    return match[1]


def test_deletion_leaves_a_tombstone_and_the_code_is_not_lost(
    link: str, page: Page, open_page: Visitors, guard: Guard
) -> None:
    dialog = share(page)
    code = dialog.locator(".share-code").inner_text()
    assert re.fullmatch(r"(\w{5}-){4}\w{5}", code)
    page.keyboard.press("Escape")
    expect(share(page).locator(".share-code")).to_have_text(code)  # this browser keeps it
    dialog.get_by_label("Keep the link").select_option("7 days from now")
    expect(dialog.get_by_text(re.compile(r"until \w+"))).to_be_visible()

    elsewhere = open_page()  # no cookies: only the code
    elsewhere.goto(link)
    sheet = share(elsewhere)
    sheet.get_by_text("Did you share this?").click()
    sheet.get_by_label("Recovery code").fill(code)
    guard.allow("410")
    with elsewhere.expect_navigation():
        sheet.get_by_role("button", name="Delete permanently").click()
    expect(elsewhere.get_by_role("heading", name="This link was deleted")).to_be_visible()
    expect(elsewhere.get_by_text(re.compile(r"deleted it on \d{4}-\d\d-\d\d"))).to_be_visible()


def first_case(gallery: Gallery) -> str:
    """The path of a snapshot that everybody has."""
    return gallery.first_run()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def wiki(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A site of somebody else: a folder and its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield tmp_path, f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_another_site_frames_the_step_and_nothing_else(
    gallery: Gallery, open_page: Visitors, wiki: tuple[Path, str], guard: Guard
) -> None:
    case = first_case(gallery)
    origin = gallery.page.url.rstrip("/")
    embed = f"{origin}{case.replace('/x/', '/e/')}?theme=dark"
    listen = "addEventListener('message', (e) => document.title = e.data.height)"
    folder, address = wiki
    frames = [("step", embed, 700), ("page", f"{origin}{case}", 100)]
    (folder / "index.html").write_text(
        '<!doctype html><link rel="icon" href="data:,">'
        + "".join(
            f'<iframe id="{name}" src="{url}" width="380" height="{high}"></iframe>'
            for name, url, high in frames
        )
        + f"<script>{listen}</script>"
    )
    guard.allow("frame-ancestors")
    guard.allow("ERR_BLOCKED_BY_RESPONSE")
    reader = open_page()
    reader.goto(address)
    frame = reader.frame_locator("#step")
    expect(frame.get_by_role("group", name="Steps")).to_be_visible()
    expect(reader).to_have_title(re.compile(r"^\d{3,}$"))  # the height, told to the page around
    framed = next(frame for frame in reader.frames if "/e/" in frame.url)
    before = framed.url
    frame.get_by_role("button", name="Next step").click()
    opened = frame.get_by_role("link", name="Open")
    expect(opened).to_have_attribute("href", re.compile(r"/x/\w+/\?.*point="))
    assert framed.url == before == embed
    assert framed.evaluate("document.documentElement.dataset.theme") == "dark"
    assert reader.context.cookies() == []
    expect(frame.get_by_role("button", name="Edit")).to_have_count(0)
    expect(reader.frame_locator("#page").locator("#stage")).to_have_count(0)  # the browser says why instead


def test_the_offline_page_steps_from_a_disk_without_a_network(
    gallery: Gallery, open_page: Visitors, tmp_path: Path
) -> None:
    case = first_case(gallery)
    answer = gallery.page.request.get(f"{case.rstrip('/')}.html")
    assert answer.headers["content-disposition"].startswith("attachment")
    file = tmp_path / "run.html"
    file.write_bytes(answer.body())
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(file.as_uri())
    steps = page.get_by_role("group", name="Steps")
    expect(steps).to_contain_text(re.compile(r"Step \d+ of \d+"))
    before = steps.inner_text()
    page.get_by_role("button", name="Next step").click()
    expect(steps).not_to_have_text(before)
    why = page.get_by_role("complementary", name="Why")
    page.locator("#rail").get_by_role("button", name=re.compile("^Filter")).click()
    page.get_by_role("gridcell", name=re.compile("^node1, PodTopologySpread")).click()
    expect(why).to_contain_text("global minimum")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert page.url == file.as_uri()
    expect(page.get_by_role("link", name="Open online")).to_have_attribute(
        "href", re.compile(re.escape(case))
    )


def test_the_verdict_reads_without_scripts_and_on_paper(
    gallery: Gallery, open_page: Visitors, guard: Guard
) -> None:
    case = first_case(gallery)
    guard.allow(": csp")  # what is preloaded for scripts stays unused without them
    reader = open_page(scripts=False)
    reader.goto(case)
    expect(reader).to_have_title(re.compile(r"^(Placed on|Rejected by|Pending).* · .* · .* · SchedScope$"))
    expect(reader.get_by_role("row", name=re.compile("rejected by"))).not_to_have_count(0)
    expect(
        reader.get_by_text(re.compile(r"matching \+ 1 self − \d+ minimum = \d+ > maxSkew"))
    ).not_to_have_count(0)
    reader.get_by_role("row", name=re.compile("rejected by")).first.get_by_role("link").click()
    reader.wait_for_url(re.compile("point=Filter&plugin="))
    expect(reader.get_by_role("heading", name=re.compile("× "))).to_be_visible()

    printed = gallery.page
    printed.goto(case)
    expect(printed.get_by_role("group", name="Steps")).to_contain_text("Step")
    printed.emulate_media(media="print")
    expect(printed.get_by_role("article")).to_contain_text("Nodes")
    expect(printed.get_by_role("group", name="Steps")).to_be_hidden()


def test_an_account_takes_the_drafts_to_another_device(
    gallery: Gallery, page: Page, open_page: Visitors
) -> None:
    gallery.bring(title="Taken along")
    gallery.open()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Username").fill("robin")
    page.get_by_label("Password", exact=True).fill("a long one, with spaces")
    page.get_by_label("Password confirmation").fill("a long one, with spaces")
    page.get_by_role("button", name="Create account").click()
    expect(gallery.row("Taken along")).to_be_visible()

    other = Gallery(open_page()).open()
    other.page.get_by_role("link", name="Sign in").click()
    other.page.get_by_label("Username").fill("robin")
    other.page.get_by_label("Password").fill("a long one, with spaces")
    other.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.row("Taken along")).to_be_visible()
    other.page.get_by_role("link", name="robin").click()
    other.page.get_by_role("button", name="Sign out").click()
    expect(other.mine).to_have_count(0)
