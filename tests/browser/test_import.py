"""Bringing a cluster: what leaves the browser, what stays there, and that the answer is the same."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Gallery, view_link
from tests.dumps import PASSWORD, kubectl_list


def cluster_info_dump(nodes: int = 6, pods: int = 240, waiting: int = 3) -> bytes:
    """What `kubectl cluster-info dump --output-directory` writes, as a zip."""
    items = kubectl_list(nodes, pods, waiting)["items"]
    listed = {kind: [item for item in items if item["kind"] == kind] for kind in ("Node", "Pod")}
    files = {
        "dump/nodes.json": {"kind": "NodeList", "apiVersion": "v1", "items": listed["Node"]},
        "dump/shop/pods.json": {"kind": "PodList", "apiVersion": "v1", "items": listed["Pod"]},
        "dump/shop/events.json": {
            "kind": "EventList",
            "apiVersion": "v1",
            "items": [{"metadata": {"name": "e"}}],
        },
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, json.dumps(content, indent=4))
        archive.writestr("dump/shop/web-0/logs.txt", "kind: of a log\n" * 50)
    return packed.getvalue()


def drop(page: Page, name: str, content: bytes) -> None:
    transfer = page.evaluate_handle(
        """([name, bytes]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(bytes)], name));
            return transfer;
        }""",
        [name, list(content)],
    )
    page.locator("body").dispatch_event("drop", {"dataTransfer": transfer})


@pytest.fixture
def sent(page: Page) -> list[str]:
    """Everything that the page sends."""
    bodies: list[str] = []
    page.on("request", lambda request: bodies.append(request.post_data or ""))
    return bodies


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Bring a cluster")


def test_a_dropped_dump_is_filtered_here_reported_and_runs(
    gallery: Gallery, page: Page, sent: list[str]
) -> None:
    page.goto(gallery.first_run())
    page.wait_for_url(re.compile("/x/"))
    drop(page, "cluster.zip", cluster_info_dump())
    report = dialog(page).locator(".imp-report")
    expect(report).to_contain_text("Sent: 6 Node, 243 Pod")
    expect(report).to_contain_text("Names are kept")
    row = report.get_by_role("row")
    expect(row.filter(has_text="spec.containers[].env")).to_contain_text("243")
    expect(row.filter(has_text="metadata.managedFields")).to_contain_text("249")
    expect(row.filter(has_text="Event")).to_contain_text("1")
    report.get_by_text("Exactly what is sent").click()
    expect(report.get_by_role("textbox")).to_have_value(re.compile("topologySpreadConstraints"))
    assert not any("web-0" in body for body in sent)

    dialog(page).get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(re.compile("/w/.*/answer/"))
    expect(page.get_by_text("6 nodes, 240 running pods")).to_be_visible()
    assert any("web-0" in body for body in sent)
    for secret in (PASSWORD, "managedFields", "somebody@example.com", "registry.example.com", "--verbose"):
        assert not any(secret in body for body in sent)
    view_link(page, "Walk").click()
    expect(page.get_by_role("combobox", name="Pod")).to_contain_text("shop/web-240")


def test_pseudonyms_leave_every_answer_as_it_was(gallery: Gallery, page: Page, sent: list[str]) -> None:
    source = json.dumps(kubectl_list(5, 20, 2))
    gallery.bring_in(source)
    page.get_by_role("button", name="Review what is sent").click()
    dialog(page).locator("#bring-source").fill("kind: List\nitems: []")
    dialog(page).get_by_role("button", name="Open", exact=True).click()
    expect(dialog(page).get_by_role("alert")).to_contain_text("at least one Node")
    dialog(page).locator("#bring-source").fill(source)
    dialog(page).get_by_role("switch", name="Pseudonyms").click()
    expect(dialog(page)).to_contain_text(re.compile(r"\d+ names and values are replaced by pseudonyms"))
    dialog(page).get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(re.compile("/w/"))
    for word in ("eu-west", "compute", "shop", '"web', "m5.xlarge", PASSWORD):
        assert not any(word in body for body in sent), word
    view_link(page, "Walk").click()
    expect(page.get_by_role("combobox", name="Pod")).to_be_visible()


BY_HAND = """\
# mine
kind: Node
metadata: {name: n1}   # first
---
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: a:1}]}
"""


def test_what_is_written_by_hand_goes_as_it_is(gallery: Gallery, page: Page, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(BY_HAND)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(tmp_path / "mine.yaml")
    page.get_by_role("button", name="Review what is sent").click()
    expect(dialog(page)).to_contain_text("Your text is sent unchanged")
    with page.expect_request(lambda request: request.url.endswith("/api/scenarios")) as request:
        dialog(page).get_by_role("button", name="Open", exact=True).click()
    body = request.value.post_data_json
    assert body is not None
    assert (body["title"], body["source"]) == ("mine", BY_HAND)
    page.wait_for_url(re.compile("/w/"))
