from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import SPREAD, open_draft
from tests.services.pages import Visitors


def test_a_change_runs_by_itself_until_that_is_switched_off(open_page: Visitors) -> None:
    page = open_page(live_runs=True)
    open_draft(page)
    result = page.locator("#rail").get_by_role("button", name=re.compile("^Result"))
    expect(result).to_contain_text("node-b1")
    page.evaluate(PASTE, SPREAD.replace('pods: "110"', 'pods: "1"', 1).replace("zone: b", "zone: a"))
    expect(result).to_contain_text("node-b1")
    page.evaluate(PASTE, SPREAD.replace('pods: "110"', 'pods: "0"'))
    expect(result).to_contain_text("Pending")
    page.get_by_role("button", name="Live", exact=True).click()
    page.evaluate(PASTE, SPREAD)
    expect(page.get_by_text("The result shown is from the last run.")).to_be_visible()
    expect(result).to_contain_text("Pending")


PASTE = "text => ace.edit(document.querySelector('.ed .ace_editor')).session.setValue(text)"
