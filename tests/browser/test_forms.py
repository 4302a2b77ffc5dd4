"""Forms and YAML are two views of one text; nodes and pods are changed where they are shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import SPREAD, Gallery, make_link, open_draft
from tests.browser.test_editor import EditorPane
from tests.services.waiting import wait_for

COMMENTED = SPREAD.replace("  - maxSkew: 1\n", "  # zones may differ by one\n  - maxSkew: 1   # hard\n")


class Forms(EditorPane):
    """The form beside the YAML."""

    def choose(self, name: str) -> Locator:
        self.pane.get_by_role("region", name="Objects").get_by_role(
            "button", name=re.compile(f"^{name}")
        ).click()
        form = self.pane.get_by_role("region", name="Form")
        expect(form.get_by_label("Name", exact=True)).to_have_value(name)
        return form

    def expect_text(self, text: str) -> None:
        expect(self.saved).to_contain_text("Saved")
        self.page.wait_for_function(
            "text => ace.edit(document.querySelector('.ed .ace_editor')).getValue() === text", arg=text
        )


def add_label(form: Locator, text: str) -> Locator:
    """Types a label into the field that Add opens and returns the field; the label is added by Enter."""
    form.get_by_role("group", name="Labels").get_by_role("button", name="Add").click()
    field = form.get_by_label("Labels: key=value")
    expect(field).to_be_focused()
    field.press_sequentially(text)
    return field


@pytest.fixture
def forms(page: Page) -> Forms:
    open_draft(page, COMMENTED)
    pane = Forms(page)
    pane.ready()
    return pane


def test_a_form_changes_the_value_alone_and_undo_names_the_step(forms: Forms) -> None:
    form = forms.choose("web-1")
    form.get_by_role("button", name="More: Max skew").click()
    two = COMMENTED.replace("maxSkew: 1   # hard", "maxSkew: 2   # hard")
    forms.expect_text(two)
    expect(form.get_by_label("Max skew", exact=True)).to_have_value("2")

    form.get_by_role("group", name="Node taints policy").get_by_role("button", name="Honor").click()
    honor = two.replace("{app: web}}\n", "{app: web}}\n    nodeTaintsPolicy: Honor\n")
    forms.expect_text(honor)

    add_label(form, "tier=front").press("Enter")
    labelled = honor.replace(
        "name: web-1\n  labels: {app: web}", "name: web-1\n  labels: {app: web, tier: front}"
    )
    forms.expect_text(labelled)

    forms.choose("node-a1").get_by_role("switch", name="Cordoned").click()
    cordoned = labelled.replace("zone: a}\nstatus:", "zone: a}\nspec:\n  unschedulable: true\nstatus:")
    forms.expect_text(cordoned)

    for before in (labelled, honor, two, COMMENTED):
        forms.pane.get_by_role("button", name="Undo").click()
        forms.expect_text(before)
    redo = forms.pane.get_by_role("button", name="Redo: set maxSkew to 2")
    redo.click()
    forms.expect_text(two)


def test_what_is_typed_survives_an_answer_that_comes_late(forms: Forms, page: Page) -> None:
    form = forms.choose("web-1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/outline", hold)
    form.get_by_role("button", name="More: Max skew").click()
    two = COMMENTED.replace("maxSkew: 1   # hard", "maxSkew: 2   # hard")
    forms.expect_text(two)
    wait_for(lambda: page.evaluate("1") and held, "the outline of the changed text is asked for")
    field = add_label(form, "tier=front")
    with page.expect_response("**/api/outline"):
        held[-1].continue_()
    page.unroute("**/api/outline")
    expect(field).to_have_value("tier=front")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    forms.expect_text(
        two.replace("name: web-1\n  labels: {app: web}", "name: web-1\n  labels: {app: web, tier: front}")
    )
    expect(form.get_by_label("Max skew", exact=True)).to_have_value("2")


def test_an_error_stands_at_its_field_as_well(forms: Forms) -> None:
    form = forms.choose("web-1")
    field = form.get_by_label("Max skew", exact=True)
    field.fill("0")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(form.locator(".fe")).to_contain_text("must be greater than 0")
    expect(forms.pane.get_by_role("region", name="Objects").locator(".bd")).to_have_text("1")
    expect(forms.pane.get_by_role("region", name="Errors")).to_be_hidden()  # not a second time
    form.get_by_role("button", name="Set to 1", exact=True).click()
    expect(field).to_have_value("1")
    expect(form.locator(".fe")).to_have_count(0)


def test_objects_are_added_and_several_changed_at_once(forms: Forms, page: Page) -> None:
    objects = forms.pane.get_by_role("region", name="Objects")
    objects.get_by_role("button", name="Add an object").click()
    page.get_by_role("menuitem", name="Node", exact=True).click()
    expect(forms.pane.get_by_role("region", name="Form").get_by_label("Name", exact=True)).to_have_value(
        "node-1"
    )
    objects.get_by_role("checkbox", name="Select all: Nodes").check()
    chosen = objects.get_by_role("group", name="Selection")
    expect(chosen).to_contain_text("3 selected")
    chosen.get_by_role("button", name="Taint…").click()
    page.get_by_role("dialog").get_by_role("button", name="Apply").click()
    expect(objects.get_by_text("1 taint")).to_have_count(3)
    expect(forms.pane.get_by_role("button", name="Undo: added taint to 3 nodes")).to_be_enabled()
    assert forms.text().count("effect: NoSchedule") == 3


def test_what_is_shown_is_changed_in_a_copy_and_then_in_the_draft(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.first_run(), wait_until="networkidle")  # what comes later draws the grid anew
    page.wait_for_url(re.compile("/x/"))
    snapshot = page.url
    page.locator("tr[data-node=node1]").click(button="right")
    menu = page.get_by_role("menu", name="In a copy: node1")
    menu.get_by_role("menuitem", name="Cordon", exact=True).click()
    page.wait_for_url(re.compile("/w/"))
    expect(page.get_by_text("Cordoned node1")).to_be_visible()

    page.locator("tr[data-node=node4]").click()
    page.keyboard.press("m")
    page.get_by_role("menu", name="node4").get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_text("Deleted node4")).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("tr[data-node=node4]")).to_have_count(0)
    expect(page.get_by_text("NodeUnschedulable").first).to_be_visible()

    page.get_by_role("button", name="Edit", exact=True).click()
    page.locator(".ed").get_by_role("button", name="Runs of this draft").click()
    past = page.get_by_role("dialog", name="Runs of this draft")
    expect(past.get_by_role("link")).to_have_count(1)
    expect(past.get_by_role("cell", name="placed")).to_be_visible()
    assert page.goto(snapshot) is not None
    expect(page.locator("tr[data-node=node4]")).to_be_visible()


def test_words_are_offered_while_the_yaml_is_typed(forms: Forms, page: Page) -> None:
    forms.pane.locator(".ace_content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("  nod")
    offered = page.locator(".ace_autocomplete .ace_line")
    expect(offered.filter(has_text="nodeSelector")).to_be_visible()
    expect(offered.filter(has_text="nodeName")).to_be_visible()
    page.keyboard.type("eName: ")
    expect(page.locator(".ace_autocomplete")).to_be_hidden()  # the key is done: values come next
    page.keyboard.type("nod")
    expect(offered.filter(has_text="node-b1")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".ace_autocomplete")).to_be_hidden()
    assert "nodeName: node-" in forms.text().splitlines()[-1]


def test_the_menu_of_what_is_selected_waits_for_the_cluster(page: Page) -> None:
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/api/runs/*/cluster", hold)
    name = make_link(page, SPREAD)
    page.goto(f"/x/{name}/?pod=default%2Fweb-1&point=Filter&node=node-a1")
    expect(page.locator("tr[data-node=node-a1]")).to_be_visible()
    wait_for(lambda: page.evaluate("1") and asked, "the cluster is asked for")
    page.keyboard.press("m")
    expect(page.get_by_text("The menu opens once the cluster has loaded")).to_be_visible()
    for route in asked:
        route.continue_()
    expect(page.get_by_role("menu", name="In a copy: node-a1")).to_be_visible()
