"""The page says each change and fact of the engine as the engine does, so that a translation means the same."""

from __future__ import annotations

import re

from scheduler_core.advice.whatif.phrases import TEMPLATES
from tests.services.live import ROOT

SENTENCE = re.compile(r'^  "?([a-z -]+?)"?: \(\w*\) =>\s+t\(\s*"([^"]*)"', re.MULTILINE)
OF_OTHERS = "message"  # is the scheduler's own


def test_the_page_has_each_sentence() -> None:
    page = (ROOT / "static/js/pages/whatif/phrases.js").read_text()
    assert dict(SENTENCE.findall(page)) == {k: text for k, text in TEMPLATES.items() if k != OF_OTHERS}
