"""What was filled in before scheduling, and pods that would not exist."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import view_link
from tests.browser.test_workbench_stepping import show

SOURCE = """
apiVersion: v1
kind: Node
metadata: {name: n1}
spec: {unschedulable: true}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
---
apiVersion: v1
kind: Node
metadata: {name: n2}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec: {limits: [{type: Container, default: {cpu: "1"}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: two}
spec: {hard: {pods: "2"}}
""" + "".join(
    f"---\n{{apiVersion: v1, kind: Pod, metadata: {{name: p{i}}}, spec: {{containers: [{{name: c}}]}}}}\n"
    for i in range(3)
)


def test_the_run_begins_with_what_was_filled_in(page: Page) -> None:
    show(page, SOURCE)
    page.keyboard.press("r")
    page.get_by_role("button", name="10 values, 1 object would not be created").click()
    step = page.get_by_role("region", name="Step", exact=True)
    expect(page.get_by_role("tab", name="Before scheduling")).to_have_attribute("aria-selected", "true")
    expect(step).to_contain_text(
        'pods "p2" is forbidden: exceeded quota: two, requested: pods=1, used: pods=2'
    )
    entry = step.locator("details", has_text="spec.taints")
    expect(entry).to_contain_text("node.kubernetes.io/unschedulable:NoSchedule")
    expect(entry.get_by_text("spec.unschedulable is true")).to_be_hidden()
    entry.locator("summary").click()
    expect(entry.get_by_text("spec.unschedulable is true")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="10 values, 1 object would not be created")).to_be_visible()
    view_link(page, "Answer").click()
    expect(page.locator("details.admission")).to_contain_text('pods "p2" is forbidden: exceeded quota: two')
