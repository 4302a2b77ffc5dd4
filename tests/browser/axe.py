"""What axe finds in a page. Its script is put there once, and of its results the violations alone come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

# Ace's own hidden text area and gutter follow Ace's rules, not ours.
NOT_OURS = {"exclude": [[".ace_editor"]]}
RUN = """async ([context, options]) =>
    (await axe.run(context ?? document, { ...options, resultTypes: ["violations"] })).violations"""


def violations(page: Page, context: Any = None, *, only: Sequence[str] = (), also: Sequence[str] = ()) -> str:
    """Return a report, "" where nothing is wrong. `also` are rules that axe does not apply unasked."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    options: dict[str, Any] = {"rules": {rule: {"enabled": True} for rule in also}}
    if only:
        options["runOnly"] = list(only)
    found = page.evaluate(RUN, [context, options])
    return str(AxeResults({"violations": found}).generate_report()) if found else ""
