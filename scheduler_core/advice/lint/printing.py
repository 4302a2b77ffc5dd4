"""A report as it is printed: lines, JSON, SARIF, or GitLab's code quality."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Literal

from scheduler_core.allowance import each
from scheduler_core.sentences import counted

from .contract import LintReport
from .gitlab import code_quality
from .linting import counts
from .sarif import sarif_log
from .words import consequence_text

Output = Literal["text", "json", "sarif", "gitlab"]
OUTPUTS: tuple[Output, ...] = ("text", "json", "sarif", "gitlab")


def printed_report(report: LintReport, sources: Sequence[tuple[str, str]], output: Output) -> str:
    """Return what the command prints; `sources` are names and texts of the files, in their order."""
    names = [name for name, _ in sources]
    if output == "json":
        return _json({"files": names, **report})
    if output == "sarif":
        return _json(sarif_log(report, sources))
    if output == "gitlab":
        return _json(code_quality(report, names))
    return "".join(f"{line}\n" for line in _lines(report, names))


def _json(value: object) -> str:
    written = json.JSONEncoder(indent=1, ensure_ascii=False).iterencode(value)
    return "".join([*each(written), "\n"])


def _lines(report: LintReport, names: Sequence[str]) -> Iterator[str]:
    """Yield two or three lines a finding: where and what, the run, the fix; then how many there are."""
    findings = report["findings"]
    places = [f"{names[f['source']]}:{f['line'] or '?'}" for f in findings]
    indent = max(map(len, places), default=0) + 2
    width = max((len(f["rule"]) for f in findings), default=0) + 2
    for finding, place in zip(findings, places, strict=True):
        name = finding["object"].partition(" ")[2] or finding["object"]
        rule = finding["rule"].ljust(width)
        yield f"{place.ljust(indent)}{finding['severity']:9}{rule}{name}: {finding['message']}"
        if words := consequence_text(finding["consequence"]):
            yield f"{' ' * indent}{words}"
        if finding["fix"] is not None:
            yield f"{' ' * indent}fix: {finding['fix']['text']}"
    if findings:
        yield ""
    yield _total(report)
    if not report["node_rules"]:
        yield "without nodes: rules about nodes were not applied (add the cluster's nodes, or --on CLUSTER)"


def _total(report: LintReport) -> str:
    findings = report["findings"]
    by_severity = [counted(n, severity) for severity, n in counts(findings).items() if n]
    listed = f": {', '.join(by_severity)}" if findings else ""
    ignored = f"; {report['ignored']} ignored" if report["ignored"] else ""
    return f"{counted(len(findings), 'finding')}{listed}{ignored}"
