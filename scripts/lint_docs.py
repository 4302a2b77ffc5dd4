"""Writes the rules of docs/lint.md: those of the registry, each with an example that the linter is run on.

`python -m scripts.lint_docs --check` says whether the file is up to date.
"""

from __future__ import annotations

import difflib
import sys
import textwrap
from collections.abc import Iterator
from itertools import takewhile

import yaml

from scheduler_core.advice.lint import RULES, lint
from scheduler_core.advice.lint.contract import LintFinding
from scheduler_core.advice.lint.rule import Rule
from scheduler_core.advice.lint.sarif import operations_of
from scheduler_core.advice.lint.words import consequence_text
from scheduler_core.kubernetes.source import apply_operations
from scripts.written import ROOT, write_or_check
from tests.scheduler_core.advice.lint.cases import CASES

PAGE = ROOT / "docs" / "lint.md"
HEADING = "## Rules\n"
WIDTH = 110
MOST_LINES = 14  # of an example
MOST_BEFORE = 2  # lines before one that stands alone


def page() -> str:
    """Return the page: what is written by hand up to the rules, and the rules."""
    written = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    return written + HEADING + "\n" + "\n".join(map(section, RULES.values()))


def section(rule: Rule) -> str:
    """Return what is said of a rule: what it finds, why that is bad, an example, and its fix."""
    text, finding = example(rule.name)
    needs = "; needs nodes" if rule.needs_nodes else ""
    ran = consequence_text(finding["consequence"])
    parts = [
        f"### `{rule.name}`",
        f"**{rule.title}.** {rule.severity.capitalize()}{needs}.",
        f"*Why it matters.* {rule.about}",
        f"*Example.* {finding['message'].removesuffix('.')}." + (f" In a {ran}." if ran else ""),
    ]
    if finding["fix"]:
        parts += [f"*Fix.* {finding['fix']['text']}:", fenced("diff", changes(text, finding))]
    else:
        parts += [fenced("yaml", excerpt(text, finding)), "*Fix.* None: only you know what was meant."]
    return "\n\n".join(part if part.startswith("```") else wrapped(part) for part in parts) + "\n"


def example(name: str) -> tuple[str, LintFinding]:
    """Return a text in which a rule finds something, and the finding."""
    case = next(case for case in CASES if case.rule == name)
    text = yaml.dump_all(case.bad, Dumper=yaml.CSafeDumper, sort_keys=False)
    return text, next(finding for finding in lint([text])["findings"] if finding["rule"] == name)


def changes(text: str, finding: LintFinding) -> Iterator[str]:
    """Yield the lines of the example as the fix changes them, with those around."""
    fixed = apply_operations(text, operations_of(finding)).source
    difference = difflib.unified_diff(text.splitlines(), fixed.splitlines(), lineterm="", n=4)
    lines = [line for line in difference if not line.startswith(("---", "+++", "@@"))]
    lines = list(takewhile(lambda line: line != " ---", lines))  # the next object begins
    indent = min(len(line) - len(line[1:].lstrip()) - 1 for line in lines)
    return (line[0] + line[1 + indent :] for line in lines)


def excerpt(text: str, finding: LintFinding) -> Iterator[str]:
    """Return the lines of the example that the finding is about: a block, or a line with those before it."""
    assert finding["line"] is not None
    first, lines = finding["line"] - 1, text.splitlines()
    last = next((i for i in range(first + 1, len(lines)) if not belongs(lines[i], lines[first])), len(lines))
    before = MOST_BEFORE if last == first + 1 else 0
    block = "\n".join(lines[first - before : last])
    return iter(textwrap.dedent(block).splitlines()[:MOST_LINES])


def belongs(line: str, first: str) -> bool:
    """Return whether a line is part of the block that begins with a line."""
    depth, start = (len(text) - len(text.lstrip()) for text in (line, first))
    is_item = line.lstrip().startswith("- ") and not first.lstrip().startswith("- ")
    return line != "---" and (depth > start or (depth == start and (is_item or start == 0)))


def fenced(language: str, lines: Iterator[str]) -> str:
    return "\n".join([f"```{language}", *lines, "```"])


def wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page()}, arguments, source="the rules say", make="rules")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
