"""Claims, classes and slices have forms; inside expressions the draft's drivers and attributes are offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SPREAD, open_draft
from tests.browser.test_forms import Forms

CLAIMS = """\
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata:
  name: gpu.example.com
spec:
  selectors:
  - cel: {expression: device.driver == 'gpu.example.com'}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata:
  name: node-a1-gpu
spec:
  driver: gpu.example.com
  nodeName: node-a1
  pool: {name: node-a1, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes: {model: {string: h100}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata:
  name: one-gpu
spec:
  spec:
    devices:
      requests:
      - name: gpu
        exactly:
          deviceClassName: gpu.example.com
          selectors:
          - cel:
              expression: 'true'
"""
SOURCE = f"{SPREAD}---\n{CLAIMS}"


@pytest.fixture
def forms(page: Page) -> Forms:
    open_draft(page, SOURCE)
    pane = Forms(page)
    pane.ready()
    return pane


def test_a_claim_is_changed_in_its_form_and_given_to_a_container(forms: Forms) -> None:
    form = forms.choose("one-gpu")
    form.get_by_role("button", name="More: Devices").click()
    two = SOURCE.replace("expression: 'true'\n", "expression: 'true'\n          count: 2\n")
    forms.expect_text(two)
    form = forms.choose("web-1")
    form.get_by_role("button", name="Resource claim").click()
    expect(form.get_by_label("Template")).to_have_value("one-gpu")
    uses = form.get_by_role("switch", name="Uses the claim claim-0")
    uses.click()
    expect(uses).to_be_checked()


def test_attributes_of_the_slices_are_offered_inside_an_expression(forms: Forms, page: Page) -> None:
    line = SOURCE.splitlines().index("              expression: 'true'") + 1
    page.evaluate(
        "line => { const e = ace.edit(document.querySelector('.ed .ace_editor')); e.focus();"
        " e.gotoLine(line, 31); }",
        line,
    )
    page.keyboard.type(" && device.attributes['")
    page.keyboard.press("Control+Space")
    popup = page.locator(".ace_autocomplete")
    expect(popup).to_contain_text("gpu.example.com")
