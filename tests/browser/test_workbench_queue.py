"""Where a pod came from, what brings it back, and which version's scheduler it meets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import SPREAD, open_draft
from tests.browser.test_workbench_why import PHONE, why

# urgent preempts batch and is tried again; patient finds no room either time.
PREEMPTION = """\
apiVersion: v1
kind: Node
metadata: {name: node-1, labels: {kubernetes.io/hostname: node-1}}
status: {allocatable: {cpu: "2", memory: 8Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: batch}
spec: {nodeName: node-1, priority: 0, containers: [{name: c, image: i, resources: {requests: {cpu: "2"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: urgent}
spec: {priority: 100, containers: [{name: c, image: i, resources: {requests: {cpu: "2"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: patient}
spec: {priority: 0, nodeSelector: {disk: fast}, containers: [{name: c, image: i, resources: {requests: {cpu: "2"}}}]}
"""


def run(page: Page) -> None:
    page.get_by_role("button", name="Run", exact=True).click()


def stage(page: Page) -> Locator:
    return page.get_by_role("region", name="Step", exact=True)


def rail(page: Page, point: str) -> Locator:
    return page.get_by_role("navigation", name="Extension points").get_by_role(
        "button", name=re.compile(f"^{point}")
    )


@pytest.fixture
def preempted(page: Page) -> Page:
    open_draft(page, PREEMPTION, "Preemption")
    run(page)
    timeline = page.get_by_role("navigation", name="Pods in scheduling order")
    expect(timeline.get_by_role("button")).to_have_count(3)
    # Not before: pressing Run opens the editor, once that is loaded.
    page.get_by_role("button", name="Edit", exact=True).click()  # it makes room for the steps
    expect(stage(page)).to_be_visible()
    expect(timeline.get_by_role("button").last).to_have_accessible_name(
        re.compile("default/urgent, attempt 2: placed on node-1$")
    )
    return page


def choose(page: Page, label: str) -> None:
    pods = page.get_by_label("Pod", exact=True)
    # The namespace stands where the cluster, which shortens names, came after the pod.
    option = pods.locator("option").filter(has_text=re.compile(rf"^(default/)?{re.escape(label)}$"))
    pods.select_option(value=option.get_attribute("value"))


def test_the_queue_says_where_a_pod_came_from_and_preemption_who_has_to_go(preempted: Page) -> None:
    choose(preempted, "urgent: pending, nominated to node-1")
    rail(preempted, "Queue").click()
    expect(stage(preempted)).to_contain_text("activeQ, at 0 s")
    expect(stage(preempted)).to_contain_text("activeQ 1, backoffQ 0, unschedulablePods 0")
    expect(stage(preempted)).not_to_contain_text("What moved it back")
    expect(stage(preempted).get_by_role("region", name="activeQ 1")).to_contain_text("patient")
    rail(preempted, "PostFilter").click()
    expect(why(preempted)).to_contain_text("batch is evicted so that urgent can run on node-1")
    expect(stage(preempted)).to_contain_text("urgent requests 2 cpu; 2 are missing.")
    expect(stage(preempted)).to_contain_text("1 node: no rule was needed")


def test_what_brought_a_pod_back(preempted: Page) -> None:
    choose(preempted, "urgent (attempt 2): placed on node-1")
    expect(rail(preempted, "Queue")).to_contain_text("3 of 3 · attempt 2")
    rail(preempted, "Queue").click()
    expect(stage(preempted)).to_contain_text("What moved it back")
    expect(stage(preempted)).to_contain_text("to backoffQ until 1 s")
    expect(stage(preempted).get_by_role("row", name="AssignedPodDelete default/batch Queue")).to_be_visible()
    expect(stage(preempted)).to_contain_text("activeQ was empty")


def test_an_attempt_leads_to_the_next(preempted: Page) -> None:
    choose(preempted, "urgent: pending, nominated to node-1")
    rail(preempted, "Result").click()
    stage(preempted).get_by_role("button", name="See attempt 2").click()
    expect(preempted).to_have_url(re.compile("pod=default/urgent&attempt=2"))


def test_what_may_bring_a_waiting_pod_back(preempted: Page) -> None:
    choose(preempted, "patient: pending")
    rail(preempted, "Result").click()
    expect(why(preempted)).to_contain_text("patient stays pending: the only node does not fit")
    expect(stage(preempted)).to_contain_text("No hint was Queue.")
    expect(stage(preempted)).to_contain_text("Rejected by NodeAffinity")
    expect(
        stage(preempted).get_by_role("row", name="AssignedPodAdd default/urgent not registered")
    ).to_be_visible()
    expect(stage(preempted)).to_contain_text("The flush would move it at 300 s")
    assert violations(preempted) == ""


def test_the_version_of_a_run_is_chosen_and_stays_in_sight(page: Page) -> None:
    open_draft(page, SPREAD)
    version = page.get_by_label("Kubernetes version", exact=True)
    expect(version).to_have_value("1.36")
    version.select_option("1.30")
    expect(page).to_have_url(re.compile("version=1.30"))
    run(page)
    chip = page.locator("#version")
    expect(chip).to_have_text(re.compile(r"^v1\.30\."))
    page.reload()
    expect(version).to_have_value("1.30")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name="Walk How was it decided?").click()
    sheet = page.get_by_role("dialog", name="Views of this run")
    expect(sheet.get_by_role("link", name=re.compile(r"^v1\.30\."))).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert violations(page) == ""


def test_without_a_choice_the_last_runs_version_is_kept(page: Page) -> None:
    address = open_draft(page, SPREAD)
    page.get_by_label("Kubernetes version", exact=True).select_option("1.35")
    run(page)
    expect(page.locator("#version")).to_have_text(re.compile(r"^v1\.35\."))
    page.goto(address)
    expect(page.get_by_label("Kubernetes version", exact=True)).to_have_value("1.35")


def test_the_seed_of_a_run_is_shown(page: Page) -> None:
    address = open_draft(page, SPREAD)
    draft = re.search(r"/w/([0-9a-f-]{36})/", address)
    assert draft is not None
    page.evaluate(
        """async id => {
            const { post } = await import("/static/js/net/api.js");
            await post(`/scenarios/${id}/runs`, { seed: 7 });
        }""",
        draft[1],
    )
    page.reload()
    expect(page.locator("#version")).to_have_text(re.compile(r"^v1\.36\.\d+, seed 7$"))
