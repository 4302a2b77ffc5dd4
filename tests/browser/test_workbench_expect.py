"""Expectations beside a run, and an event from a cluster compared with it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SPREAD, open_draft
from tests.browser.test_workbench_why import open_case
from tests.services.pages import Guard

REFUSED = "422"  # the browser logs every refused request, the page shows what was refused


def chip(page: Page, text: str) -> Locator:
    return page.get_by_role("button", name=text)


def test_what_is_expected_is_checked_with_every_run(page: Page) -> None:
    open_draft(page, SPREAD)
    page.locator(".ed").get_by_role("button", name="Run", exact=True).click()
    panel = page.get_by_role("dialog", name="Expectations")
    chip(page, "Expect").click()
    expect(panel).to_contain_text("This step: web-1 on node-b1")
    panel.get_by_role("button", name="Expect this").click()
    expect(page.get_by_text("Expected: web-1 on node-b1.")).to_be_visible()
    expect(page.locator(".ace_content")).to_contain_text("- {pod: web-1, node: node-b1}")

    # another fact, by its key, of the node that is selected
    page.locator("#rail").get_by_role("button", name=re.compile("^Filter")).click()
    page.get_by_role("button", name="YAML", exact=True).click()  # beside it there is room for the nodes
    page.locator("#stage [data-node='node-a1']:visible").first.click()
    expect(page).to_have_url(re.compile("node=node-a1"))
    page.keyboard.press("t")
    expect(page.locator(".ace_content")).to_contain_text("rejectedNode: node-a1")
    page.locator(".ace_text-input").focus()
    page.keyboard.press("Control+Enter")
    chip(page, "2 of 2 expectations hold").click()
    expect(panel.get_by_role("button", name=re.compile("holds: web-1 on node-b1"))).to_be_visible()
    page.keyboard.press("Escape")

    # with maxSkew 2 the node is no longer rejected
    page.evaluate(
        """() => {
            const editor = ace.edit(document.querySelector(".ace_editor"));
            editor.setValue(editor.getValue().replace("maxSkew: 1", "maxSkew: 2"), -1);
        }"""
    )
    page.locator(".ace_text-input").focus()
    page.keyboard.press("Control+Enter")
    chip(page, "1 of 2 expectations hold").click()
    failing = panel.get_by_role("button", name=re.compile("fails: node-a1 rejects web-1"))
    expect(failing).to_contain_text("actual: node-a1 passes")
    failing.click()
    expect(panel).to_be_hidden()
    expect(page).to_have_url(re.compile("point=Filter.*node=node-a1"))


def test_an_event_agrees_with_the_run_or_differs_reason_by_reason(page: Page, guard: Guard) -> None:
    guard.allow(REFUSED)
    open_case(page, "Tainted control plane")
    event = page.get_by_role("region", name="FailedScheduling event")
    event.get_by_text("The event's message").click()
    event.get_by_role("button", name="Compare", exact=True).click()
    dialog = page.get_by_role("dialog", name="Compare with an event from your cluster")
    message = dialog.get_by_label("The FailedScheduling event")
    message.fill(
        "Warning  FailedScheduling  pod/web-5  0/4 nodes are available: 1 node(s) had taint "
        "{node-role.kubernetes.io/control-plane: }, that the pod didn't tolerate, 3 node(s) didn't match "
        "pod topology spread constraints."
    )
    expect(dialog).to_contain_text("They agree.")
    expect(dialog.get_by_label("Which pod of this run is it about?")).to_have_value("5")
    message.fill(
        "0/5 nodes are available: 2 Insufficient cpu, 3 node(s) didn't match pod topology spread constraints."
    )
    expect(dialog).to_contain_text("They differ. 2 reasons differ for default/web-5.")
    expect(dialog).to_contain_text("Your cluster has 5 nodes, this one 4 nodes.")
    expect(dialog.get_by_role("heading", name="Likely reasons")).to_be_visible()
    expect(dialog.get_by_role("listitem")).to_contain_text(
        ["Nodes joined or left", "Pods were bound or finished", "Taints, labels or cordons changed"]
    )
    rows = dialog.get_by_role("row")
    expect(rows.filter(has_text="Insufficient cpu").get_by_role("cell")).to_have_text(["≠", "2", "0", ""])
    rows.filter(has_text="topology spread").get_by_role("button").click()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(re.compile("pod=default/web-5.*plugin=PodTopologySpread"))
    page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", "0/4 nodes are available: 4 Insufficient cpu.");
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }"""
    )
    expect(dialog).to_contain_text("They differ.")
    message.fill("Successfully assigned default/web-0")
    expect(dialog).to_contain_text("must contain a message of the scheduler")
