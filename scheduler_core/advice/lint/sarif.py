"""Findings as SARIF 2.1.0, the format of static analysis results that code hosts read."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import PurePath
from urllib.parse import quote

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.source import Operation, apply_operations

from .contract import LintFinding, LintReport
from .fingerprints import fingerprints
from .registry import HELP_PAGES, RULES
from .words import sentence

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_CATEGORY = "schedscope/lint/"
_FINGERPRINT = "schedscope/v1"
_LONGEST_FIXED = 500_000  # characters of a text whose fixes are written as replacements


def sarif_log(report: LintReport, sources: Sequence[tuple[str, str]]) -> dict[str, object]:
    """Return the log of a report; `sources` are names and texts of the files, in their order."""
    names = list(RULES)
    known_by = fingerprints(report["findings"], [name for name, _ in sources])
    results = [
        {**_result(finding, names, sources), "partialFingerprints": {_FINGERPRINT: fingerprint}}
        for finding, fingerprint in zip(report["findings"], known_by, strict=True)
    ]
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver(names)},
                "automationDetails": {"id": _CATEGORY},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }


def _driver(names: list[str]) -> dict[str, object]:
    """Return the tool, with its home if the installed package names one."""
    driver: dict[str, object] = {"name": "SchedScope lint", "rules": [_rule(name) for name in names]}
    try:
        package = metadata("schedscope")
    except PackageNotFoundError:
        return driver
    driver["semanticVersion"] = package["Version"]
    links = dict(line.split(", ", 1) for line in package.get_all("Project-URL") or ())
    return {**driver, "informationUri": links["Homepage"]} if "Homepage" in links else driver


def _rule(name: str) -> dict[str, object]:
    rule = RULES[name]
    return {
        "id": name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.about},
        "help": {"text": rule.about},
        "helpUri": HELP_PAGES[name],
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(finding: LintFinding, names: list[str], sources: Sequence[tuple[str, str]]) -> dict[str, object]:
    name, text = sources[finding["source"]]
    uri = quote(PurePath(name).as_posix())
    location: dict[str, object] = {"artifactLocation": {"uri": uri}}
    if finding["line"] is not None:
        location["region"] = {
            "startLine": finding["line"],
            "startColumn": finding["column"],
            "endLine": finding["end_line"],
            "endColumn": finding["end_column"],
        }
    logical = {"fullyQualifiedName": f"{finding['object']}: {finding['path']}"}
    result: dict[str, object] = {
        "ruleId": finding["rule"],
        "ruleIndex": names.index(finding["rule"]),
        "level": finding["severity"],
        "message": {"text": sentence(finding)},
        "locations": [{"physicalLocation": location, "logicalLocations": [logical]}],
    }
    replacements = _replacements(finding, text)
    if replacements and finding["fix"] is not None:
        change = {"artifactLocation": {"uri": uri}, "replacements": replacements}
        fix = {"description": {"text": finding["fix"]["text"]}, "artifactChanges": [change]}
        result["fixes"] = [fix]
    return result


def _replacements(finding: LintFinding, text: str) -> list[dict[str, object]]:
    if finding["fix"] is None or len(text) > _LONGEST_FIXED:
        return []
    try:
        edits = apply_operations(text, operations_of(finding)).edits
    except InvalidInput:  # the object is in another file
        return []
    return [
        {
            "deletedRegion": {
                "startLine": edit.from_line + 1,
                "startColumn": 1,
                "endLine": edit.to_line + 1,
                "endColumn": 1,
            },
            "insertedContent": {"text": edit.text},
        }
        for edit in edits
    ]


def operations_of(finding: LintFinding) -> list[Operation]:
    """Return the operations of a finding's fix."""
    fix = finding["fix"]
    return [
        Operation(operation["op"], operation["object"], tuple(operation["path"]), operation.get("value"))  # type: ignore[arg-type]
        for operation in (fix["operations"] if fix else ())
    ]
