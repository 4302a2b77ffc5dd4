"""Before the scheduler: from the answer of a cluster with Kueue to the cause of a workload and its sums."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import make_link
from webui.features.gallery.cases import read_cases

SOURCES = {case.slug: case.source for case in read_cases()}
SOURCE = SOURCES["queue-borrowed-quota"]


def test_a_workload_that_waits_says_who_has_its_quota(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    page.goto(f"/x/{make_link(page, SOURCE)}/answer/")
    expect(page.get_by_role("heading", level=1)).to_have_text("2 workloads wait for admission by Kueue")
    page.get_by_role("link", name="train-large").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("It needs 12 more cpu in flavor on-demand")
    expect(page).to_have_url(re.compile(r"\?workload=default/job-train-large"))
    flavors = page.get_by_role("heading", name="Flavors, in the order tried").locator("xpath=..")
    expect(flavors.get_by_role("listitem")).to_have_count(3)
    expect(flavors.get_by_role("listitem").nth(1)).to_contain_text("32 requested − 20 unused = 12")
    page.get_by_role("button", name="nominal quota of ml-a: 60").click()
    expect(page.locator(".q-card")).to_contain_text("ClusterQueue ml-a")
    page.keyboard.press("Escape")
    changes = page.get_by_role("heading", name="Smallest changes").locator("xpath=..")
    expect(changes.get_by_role("button", name="Try: Let ml-a reclaim borrowed quota")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_walk_has_kueues_cycle_before_the_schedulers(page: Page) -> None:
    page.goto("/")
    snapshot = make_link(page, SOURCES["queue-admitted-never-bound"])
    page.goto(f"/x/{snapshot}/?point=Kueue&plugin=Flavors")
    rail = page.get_by_role("navigation", name="Extension points")
    expect(rail.locator("[aria-current=step]")).to_have_text(re.compile("Kueue.*admitted"))
    steps = page.get_by_role("list", name="Kueue's cycle")
    expect(steps.locator("[aria-current=step]")).to_contain_text("Flavors")
    expect(page.locator("#stage")).to_contain_text("8 requested ≤ 8 unused")
    page.keyboard.press("ArrowLeft")
    expect(steps.locator("[aria-current=step]")).to_contain_text("Order")
    expect(page).to_have_url(re.compile("point=Kueue&plugin=Order"))
    steps.get_by_role("button", name="Admission").click()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("point=Queue"))


def test_quota_of_a_workload_that_cannot_run_is_named(page: Page) -> None:
    page.goto("/")
    second = """\
---
apiVersion: batch/v1
kind: Job
metadata: {name: eval, labels: {kueue.x-k8s.io/queue-name: ml}, creationTimestamp: "2030-01-01T00:00:00Z"}
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers:
      - {name: c, image: x, resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1}}}
"""
    page.goto(f"/x/{make_link(page, SOURCES['queue-admitted-never-bound'] + second)}/answer/")
    before = page.get_by_role("region", name="Before the scheduler")
    expect(before).to_contain_text("although no node takes their pods: train (8 nvidia.com/gpu)")
    before.get_by_role("link", name="eval").click()
    changes = page.get_by_role("heading", name="Smallest changes").locator("xpath=..")
    expect(changes.get_by_role("listitem").first).to_contain_text("Stop train, which holds quota")


def test_a_word_in_a_bar_is_whole_or_left_out(page: Page) -> None:
    """Cut, the names of two queues that differ at their end would look alike."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/")
    source = SOURCE.replace("ml-b", "machine-learning-production-b")
    page.goto(f"/x/{make_link(page, source)}/answer/")
    page.get_by_role("link", name="train-large").click()
    words = page.locator(".q-part.q-missing .q-word").first
    expect(words).to_have_text(" lent to machine-learning-production-b")
    cut = page.locator(".q-word").evaluate_all(
        """(words) => words.filter((word) => {
            const [inner, outer] = [word, word.parentElement].map((each) => each.getBoundingClientRect());
            return inner.top < outer.bottom && (inner.right > outer.right || word.scrollWidth > word.clientWidth);
        }).map((word) => word.textContent)"""
    )
    assert cut == []
    expect(page.locator(".q-part.q-missing").first).to_have_attribute("title", re.compile("production-b$"))
