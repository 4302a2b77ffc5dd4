"""Findings as GitLab's report of code quality, which merge requests show beside the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from .contract import LintReport, Severity
from .fingerprints import fingerprints
from .words import sentence

_SEVERITIES: Mapping[Severity, str] = {"error": "critical", "warning": "major", "note": "info"}


def code_quality(report: LintReport, names: Sequence[str]) -> list[dict[str, object]]:
    """Return the report; `names` are those of the files, which GitLab finds from the root of the repository."""
    return [
        {
            "check_name": finding["rule"],
            "description": sentence(finding),
            "severity": _SEVERITIES[finding["severity"]],
            "fingerprint": fingerprint,
            "location": {
                "path": PurePath(names[finding["source"]]).as_posix(),
                "lines": {"begin": finding["line"] or 1},
            },
        }
        for finding, fingerprint in zip(
            report["findings"], fingerprints(report["findings"], names), strict=True
        )
    ]
