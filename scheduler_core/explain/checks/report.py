"""Reports of results: lines of text for people, JUnit's XML for CI."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from .checking import Result

_MARKS = {True: "holds", False: "FAILS", None: "open"}
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def lines(results: Sequence[Result]) -> Iterator[str]:
    """Yield one line per expectation; if it fails, a second one with the actual facts and the step that shows them."""
    for result in results:
        yield f"{_MARKS[result.holds]:<5}  {result.expectation}"
        if not result.holds:
            yield f"       actual: {result.finding.actual}{_location(result)}"
    holding = sum(result.holds is True for result in results)
    hold = "expectation holds" if len(results) == 1 else "expectations hold"
    yield f"{holding} of {len(results)} {hold}"


def write_junit(path: Path, suite: str, results: Sequence[Result]) -> None:
    """Write a JUnit report with one test case per expectation."""
    failures = sum(result.holds is False for result in results)
    skipped = sum(result.holds is None for result in results)
    counts = {"tests": str(len(results)), "failures": str(failures), "errors": "0", "skipped": str(skipped)}
    root = ElementTree.Element("testsuites", counts)
    group = ElementTree.SubElement(root, "testsuite", {"name": _text(suite), **counts})
    for result in results:
        case = ElementTree.SubElement(
            group,
            "testcase",
            {"classname": _text(suite), "name": _text(str(result.expectation)), "time": "0"},
        )
        if result.holds is not True:
            kind = "failure" if result.holds is False else "skipped"
            attributes = {"message": _text(f"actual: {result.finding.actual}")}
            ElementTree.SubElement(case, kind, attributes).text = _text(
                f"{result.finding.actual}{_location(result)}"
            )
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _location(result: Result) -> str:
    where = result.finding.where
    if where is None:
        return ""
    parts = (where.pod, f"attempt {where.attempt}", where.point, where.plugin, where.node)
    return f"  [{', '.join(part for part in parts if part)}]"


def _text(text: str) -> str:
    """Return the text with a replacement for characters that XML does not allow."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
