from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import BROKEN, BROKEN_LINE, SPREAD, Gallery
from tests.services.pages import Guard, Visitors, box_of

PHONE = (390, 844)
REFUSED = "422"  # the browser logs every refused request, the page shows what was refused
SHOWS_THE_LAST_CASE = """() => {
    const last = [...document.querySelectorAll("#cases a")].at(-1);
    last.scrollIntoView();
    const { top, bottom } = last.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
}"""


def test_a_card_opens_its_story(gallery: Gallery, page: Page) -> None:
    gallery.cases()
    first = gallery.cards.first
    expect(first.locator(".scene em").first).to_have_text("node1")
    expect(first.locator(".scene-w")).to_contain_text("mypod")
    first.click()
    page.wait_for_url("**/examples/spread-one-constraint/")


def test_it_reads_without_javascript(open_page: Visitors) -> None:
    page = open_page(scripts=False)
    page.goto("/")
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    expect(page.get_by_text("Pasting needs JavaScript")).to_be_visible()
    page.get_by_role("link", name=re.compile(r"^\d+ cases")).click()
    assert page.locator("#cases a[href^='/examples/']:visible").count() >= 100
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)


def test_a_dozen_cases_are_shown_and_the_others_by_topic_level_and_word(gallery: Gallery, page: Page) -> None:
    gallery.cases()
    visible = page.locator("#cases li:visible")
    expect(visible).to_have_count(12)
    topic = page.get_by_role("group", name="Topic").get_by_role("button", name="Preemption")
    number = int(topic.locator("span").inner_text())
    topic.click()
    expect(visible).to_have_count(number)
    expect(page.get_by_role("heading", name="Preemption", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="The infamous six")).to_be_hidden()
    page.get_by_role("group", name="Level").get_by_role("button", name="First steps").click()
    expect(visible).to_have_count(1)
    page.reload()
    expect(visible).to_have_count(1)
    expect(page.get_by_role("group", name="Level").locator("[aria-pressed=true]")).to_have_text("First steps")
    page.go_back()
    expect(visible).to_have_count(number)
    page.go_back()
    expect(visible).to_have_count(12)
    page.get_by_role("searchbox", name="Find a case").fill("k/k#124282")
    expect(visible).to_have_count(1)
    expect(visible).to_contain_text("An init container that is done")
    message = "0/9 nodes are available: 9 node(s) were unschedulable."
    page.get_by_role("searchbox", name="Find a case").fill(message)
    expect(page.locator("#case-drain-cordoned-node")).to_be_visible()
    assert visible.count() < 9
    page.get_by_role("searchbox", name="Find a case").fill("nothing is like this")
    page.get_by_role("button", name="Show all").click()
    expect(visible).to_have_count(gallery.cards.count() - 6)
    page.get_by_role("button", name="A dozen to begin with").click()
    expect(visible).to_have_count(12)


def test_a_link_to_a_card_shows_it(page: Page) -> None:
    page.goto("/#case-drain-cordoned-node")  # they were listed there once
    page.wait_for_url("**/cases/**")
    expect(page.locator("#case-drain-cordoned-node")).to_be_in_viewport()


def test_a_guess_then_the_reason_the_answer_and_its_step(gallery: Gallery, page: Page) -> None:
    gallery.cases().cards.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Three pods run already. Which zone may take the fourth?"
    )
    choices = page.get_by_role("group", name="Where does mypod end up?")
    expect(choices.get_by_role("button")).to_have_text(["node1", "node2", "node3", "node4", "Pending"])
    answer = page.get_by_text("zoneA would have 2 running")
    expect(answer).to_be_hidden()
    choices.get_by_role("button", name="node1").click()
    expect(page.get_by_role("status").filter(has_text="node4")).to_have_text(
        "Not node1: zoneA would have 3, 2 more than zoneB; maxSkew allows 1. It is node4."
    )
    expect(answer).to_be_visible()
    expect(page.get_by_text("Many read maxSkew 1 as one pod per zone")).to_be_visible()
    expect(page.locator("#expected")).to_contain_text("mypod on node4")

    page.locator("[rel=next]").click()
    page.wait_for_url("**/examples/control-plane-empty-domain/")
    page.get_by_role("button", name="PodTopologySpread").click()
    expect(page.locator("#told")).to_contain_text("Correct")
    expect(page.get_by_role("link", name="nodeTaintsPolicy: Honor", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Compare with")).to_have_attribute(
        "href", re.compile(r"/x/\w+\.\.\w+/")
    )
    expect(page.get_by_text("The documentation and the scheduler differ.")).to_be_visible()
    page.get_by_role("link", name="Open the step that shows it").press("Enter")
    page.wait_for_url(re.compile(r"/x/\w+/\?pod=default/web-3"))
    expect(page.get_by_role("button", name="5 of 5 expectations hold")).to_be_visible()
    question = page.get_by_role("link", name="Why do only three of seven replicas start?")
    expect(question).to_have_attribute("href", "/examples/control-plane-empty-domain/")


def test_a_case_reads_without_javascript(open_page: Visitors) -> None:
    page = open_page(scripts=False)
    page.goto("/examples/control-plane-empty-domain/")
    page.get_by_text("Just show me").and_(page.locator("summary")).click()
    expect(page.get_by_text("Three run and four wait.")).to_be_visible()


def test_a_pasted_cluster_opens_as_a_private_draft(gallery: Gallery, page: Page, open_page: Visitors) -> None:
    address = gallery.bring(title="My two zones")
    gallery.open()
    expect(gallery.row("My two zones")).to_contain_text("2 nodes, 2 pods")
    stranger = open_page()
    open_page.guard.allow("404")
    response = stranger.goto(address)
    assert response is not None
    assert response.status == 404
    expect(stranger.get_by_role("heading", name="There is nothing here")).to_be_visible()


def test_a_refused_paste_lists_path_line_and_fix_and_loses_nothing(
    gallery: Gallery, page: Page, guard: Guard
) -> None:
    guard.allow(REFUSED)
    gallery.paste(BROKEN)
    problems = page.get_by_role("alert").get_by_role("listitem")
    expect(problems).to_contain_text("spec.topologySpreadConstraints[0].maxSkew")
    expect(problems).to_contain_text("must be greater than 0")
    source = page.locator("#bring-source")
    expect(source).to_have_value(BROKEN)
    problems.get_by_role("button", name=f"Line {BROKEN_LINE}").click()
    assert source.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)").strip() == "- maxSkew: 0"
    page.keyboard.type("  - maxSkew: 1")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile("/w/"))


def test_files_are_chosen_or_dropped(gallery: Gallery, page: Page, tmp_path: Path) -> None:
    nodes, pods = tmp_path / "nodes.yaml", tmp_path / "pods.yaml"
    documents = SPREAD.split("---\n")
    nodes.write_text("---\n".join(documents[:2]))
    pods.write_text("---\n".join(documents[2:]))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files([nodes, pods])
    expect(gallery.recognised).to_contain_text("2 nodes, 2 pods: a cluster, 1 pod pending")
    page.get_by_role("button", name="Review what is sent").click()
    expect(page.get_by_role("dialog")).to_contain_text("Sent: 2 Node, 2 Pod")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(re.compile("/w/"))
    gallery.open()
    expect(gallery.row("nodes")).to_contain_text("2 nodes, 2 pods")

    dropped = page.evaluate_handle(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "dump.yaml"));
            return transfer;
        }""",
        SPREAD,
    )
    page.locator("#bring").dispatch_event("dragover", {"dataTransfer": dropped})
    expect(page.locator("#bring")).to_have_class(re.compile("over"))
    page.locator("#bring").dispatch_event("drop", {"dataTransfer": dropped})
    expect(gallery.recognised).to_contain_text("2 nodes, 2 pods: a cluster")
    page.get_by_role("button", name="Run it").click()
    page.wait_for_url(re.compile("/w/.*/answer/"))
    gallery.open()
    expect(gallery.row("dump")).to_be_visible()


DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: checkout, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: checkout}}
  template:
    metadata: {labels: {app: checkout}}
    spec:
      containers:
      - name: app
        image: registry.example.com/checkout:1
        env: [{name: DB_PASSWORD, value: hunter2}]
        resources: {requests: {cpu: 500m}}
"""


def test_a_deployment_has_its_result_after_a_paste_and_one_button(gallery: Gallery, page: Page) -> None:
    bodies: list[str] = []
    page.on("request", lambda request: bodies.append(request.post_data or ""))
    gallery.bring_in(DEPLOYMENT)
    expect(gallery.recognised).to_contain_text("Deployment checkout without nodes: 3 replicas")
    page.get_by_role("button", name="Try it on a cluster").click()
    page.wait_for_url(re.compile("/w/.*/try-on/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("3 replicas of checkout, and no cluster yet")
    card = page.locator(".try-c").filter(has_text="EKS")
    expect(card).to_contain_text("3 of 3 placed")
    assert not any("hunter2" in body for body in bodies)
    assert violations(page) == ""
    card.click()
    page.get_by_role("button", name="Open on EKS").click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/(\?|$)"))
    expect(page.get_by_role("combobox", name="Pod")).to_have_text(
        re.compile(r"checkout-\w+-\w{5}: placed on")
    )


def test_nodes_are_pasted_beside_the_other_clusters(gallery: Gallery, page: Page) -> None:
    gallery.bring_in(DEPLOYMENT)
    page.get_by_role("button", name="Try it on a cluster").click()
    page.get_by_role("textbox", name="Nodes as YAML or JSON").fill(SPREAD.split("---\n")[0])
    expect(page.get_by_role("button", name="Open on these nodes")).to_be_visible()
    expect(page.locator("#pasted")).to_contain_text("3 of 3 placed")


def test_a_message_is_decoded_after_a_paste_and_one_button(gallery: Gallery, page: Page) -> None:
    gallery.bring_in("0/60 nodes are available: 41 Insufficient cpu, 19 node(s) were unschedulable.")
    expect(gallery.recognised).to_contain_text("A FailedScheduling message")
    page.get_by_role("button", name="Explain it").click()
    page.wait_for_url("**/message/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("No node fits")


def test_what_is_neither_is_said(gallery: Gallery) -> None:
    gallery.bring_in("hello")
    expect(gallery.recognised).to_have_text("Neither Kubernetes objects nor a scheduler message")
    gallery.bring_in("kind: Service\nmetadata: {name: s}")
    expect(gallery.recognised).to_contain_text("nothing to schedule")


def test_the_puzzle_beside_the_door_says_why(gallery: Gallery, page: Page) -> None:
    live = page.get_by_role("region", name="maxSkew is 1. Which node takes the next pod?")
    live.get_by_role("button", name="node1").click()
    expect(live.get_by_role("status")).to_have_text(
        "Not node1: zoneA would have 3, 2 more than zoneB; maxSkew allows 1. It is node4."
    )
    page.reload()
    live.get_by_role("button", name="node4").click()
    expect(live.get_by_role("status")).to_have_text(
        "Correct. node3 passes too, but node4 runs fewer pods, which NodeResourcesFit prefers: "
        "97 to 95, in total 397 to 395."
    )
    live.get_by_role("link", name="Step through it").click()
    page.wait_for_url(re.compile(r"/x/\w+/\?pod=default/mypod"))


def test_the_command_is_one_with_devices_and_queues_or_without(gallery: Gallery, page: Page) -> None:
    page.get_by_role("button", name="One command").click()
    command = page.locator("#way-command code")
    expect(command).to_have_text("kubectl get nodes,pods -A -o yaml > dump.yaml", use_inner_text=True)
    page.get_by_role("switch", name="With devices").click()
    expect(command).to_have_text(
        "kubectl get nodes,pods,deviceclasses,resourceslices,resourceclaims -A -o yaml > dump.yaml",
        use_inner_text=True,
    )
    page.get_by_role("switch", name="With devices").click()
    page.get_by_role("switch", name="With Kueue").click()
    expect(command).to_have_text(
        re.compile("^kubectl get nodes,pods,jobs,resourceflavors,.*,workloads.kueue.x-k8s.io,.* -A -o yaml"),
        use_inner_text=True,
    )
    page.get_by_role("button", name="Copy the command").click()
    expect(page.get_by_text("The command: copied")).to_be_visible()


def test_a_sample_cluster_has_an_answer(gallery: Gallery, page: Page) -> None:
    page.get_by_role("button", name="Sample cluster").click()
    page.get_by_role("button", name="GKE").click()
    page.wait_for_url(re.compile("/w/.*/answer/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("1 pod is pending")
    expect(page.get_by_role("main")).to_contain_text("default/cache")


def test_a_blank_cluster_is_ready_to_run(gallery: Gallery, page: Page) -> None:
    page.get_by_role("button", name="Sample cluster").click()
    page.get_by_role("button", name="Start empty").click()
    page.wait_for_url(re.compile("/w/"))
    gallery.open()
    expect(gallery.row("Blank cluster")).to_contain_text("6 nodes, 1 pod")


def test_runs_are_renamed_duplicated_and_deleted_with_undo(
    gallery: Gallery, page: Page, guard: Guard
) -> None:
    guard.allow("404")  # a page that was left and the next one may both delete
    expect(page.get_by_role("heading", name="Your runs")).to_be_hidden()
    gallery.bring(title="First")
    gallery.open()
    gallery.choose("First", "Rename")
    page.get_by_role("textbox", name="Title").fill("Second")
    page.keyboard.press("Enter")
    expect(gallery.row("Second")).to_be_visible()
    gallery.choose("Second", "Duplicate")
    expect(gallery.mine).to_have_count(2)
    copy = gallery.mine.first.locator("b").inner_text()
    assert copy != "Second"

    gallery.choose(copy, "Delete")
    expect(gallery.mine).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(gallery.mine).to_have_count(2)
    gallery.choose(copy, "Delete")
    expect(gallery.mine).to_have_count(1)
    page.reload()  # leaving the page makes it final
    expect(gallery.mine).to_have_count(1)
    expect(gallery.row("Second")).to_be_visible()


def test_the_theme_is_chosen_and_kept_without_a_flash(gallery: Gallery, page: Page) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Light or dark").click()
    dark = page.evaluate(background)
    assert dark != light
    page.reload(wait_until="domcontentloaded")
    assert page.evaluate(background) == dark


@pytest.mark.parametrize("dark", [False, True])
def test_the_phone_shows_it_all_without_scrolling_sideways(open_page: Visitors, dark: bool) -> None:
    page = open_page(viewport=PHONE, dark=dark)
    gallery = Gallery(page).open()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator(".door .btn:visible").all():
        assert box_of(button)["height"] >= 44
    for way in ("One command", "Sample cluster"):
        page.get_by_role("button", name=way).click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), way
    page.goto("/cases/?topic=all")
    assert gallery.cards.count() > 50
    page.wait_for_function(SHOWS_THE_LAST_CASE)  # topics take their height only as they come into view
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_keyboard_reaches_everything(gallery: Gallery, page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    for way in ("Drop or paste", "One command", "Sample cluster", "Choose a file"):
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name=way)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Paste or drop anything")).to_be_focused()
    page.keyboard.insert_text(SPREAD)
    review = page.get_by_role("button", name="Review what is sent")
    review.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#bring-source")).to_be_focused()
    page.keyboard.press("Escape")
    expect(review).to_be_focused()
