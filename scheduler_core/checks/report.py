"""Results for people and for CI: lines of text, and JUnit's XML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from .checking import Result

_MARKS = {True: "holds", False: "FAILS", None: "open"}
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def lines(results: Sequence[Result]) -> Iterator[str]:
    """A line an expectation; below one that fails what is the case instead, and where to look."""
    for result in results:
        yield f"{_MARKS[result.holds]:<5}  {result.expectation}"
        if not result.holds:
            yield f"       actual: {result.finding.actual}{_seen(result)}"
    held = sum(result.holds is True for result in results)
    yield f"{held} of {len(results)} expectations hold"


def write_junit(path: Path, suite: str, results: Sequence[Result]) -> None:
    """One test case an expectation, as CI servers read it."""
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
            said = {"message": _text(f"actual: {result.finding.actual}")}
            ElementTree.SubElement(case, kind, said).text = _text(f"{result.finding.actual}{_seen(result)}")
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _seen(result: Result) -> str:
    where = result.finding.where
    if where is None:
        return ""
    parts = (where.pod, f"attempt {where.attempt}", where.point, where.plugin, where.node)
    return f"  [{', '.join(part for part in parts if part)}]"


def _text(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
