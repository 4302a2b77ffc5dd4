"""Findings as SARIF 2.1.0, the format of static analysis results that code hosts read."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.source import Operation, apply_operations

from .contract import LintFinding, LintReport
from .registry import RULES
from .words import consequence_text

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LONGEST_FIXED = 500_000  # characters of a text whose fixes are written as replacements


def sarif_log(report: LintReport, sources: Sequence[tuple[str, str]]) -> dict[str, object]:
    """Return the log of a report; `sources` are names and texts of the files, in their order."""
    names = list(RULES)
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "SchedScope lint", "rules": [_rule(name) for name in names]}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, names, sources) for finding in report["findings"]],
            }
        ],
    }


def _rule(name: str) -> dict[str, object]:
    rule = RULES[name]
    return {
        "id": name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.about},
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(finding: LintFinding, names: list[str], sources: Sequence[tuple[str, str]]) -> dict[str, object]:
    name, text = sources[finding["source"]]
    location: dict[str, object] = {"artifactLocation": {"uri": name}}
    if finding["line"] is not None:
        location["region"] = {
            "startLine": finding["line"],
            "startColumn": finding["column"],
            "endLine": finding["end_line"],
            "endColumn": finding["end_column"],
        }
    logical = {"fullyQualifiedName": f"{finding['object']}: {finding['path']}"}
    words = [f"{finding['title']}. {finding['message']}", consequence_text(finding["consequence"])]
    result = {
        "ruleId": finding["rule"],
        "ruleIndex": names.index(finding["rule"]),
        "level": finding["severity"],
        "message": {"text": " ".join(filter(None, words))},
        "locations": [{"physicalLocation": location, "logicalLocations": [logical]}],
    }
    replacements = _replacements(finding, text)
    if replacements and finding["fix"] is not None:
        change = {"artifactLocation": {"uri": name}, "replacements": replacements}
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
