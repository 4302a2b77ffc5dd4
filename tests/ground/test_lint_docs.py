"""The documentation of the linter has every rule as the registry has it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scheduler_core.advice.lint import RULES

TEXT = (Path(__file__).parents[2] / "docs" / "lint.md").read_text(encoding="utf-8")


def test_the_rules_are_those_of_the_registry_in_their_order() -> None:
    assert re.findall(r"^### `(.+)`$", TEXT, re.MULTILINE) == list(RULES)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_described(name: str) -> None:
    rule = RULES[name]
    needs = "; needs nodes" if rule.needs_nodes else ""
    text = f"**{rule.title}.** {rule.severity.capitalize()}{needs}. {rule.about}"
    assert f"### `{name}`\n\n{text}\n" in TEXT
