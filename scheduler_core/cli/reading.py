"""The end of every command that reads manifests: what was not read, and what it could change."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.objects.contract import ReadingReport, UnreadKind
from scheduler_core.objects.reading import InputError


def unread_lines(report: ReadingReport) -> Iterator[str]:
    """Yield a line per unread kind that could change the result, one for all others, and one per warning."""
    for row in report["unread"]:
        if row["matters"]:
            yield f"not read: {_counted(row)}{_version(row)}: {row['effect']}"
    if harmless := [_counted(row) for row in report["unread"] if not row["matters"]]:
        yield f"not read: {', '.join(harmless)}: no effect on scheduling"
    for warning in report["warnings"]:
        error = InputError(warning["path"], warning["message"], warning["line"], warning["object"])
        yield f"warning: {error}"


def read_line(report: ReadingReport) -> str:
    """Return what was read on one line."""
    kinds = [f"{row['count']} {row['kind']}" for row in report["read"]]
    created = f"; workloads created {report['created_pods']} pods" if report["created_pods"] else ""
    return f"read: {', '.join(kinds) or 'no object that scheduling reads'}{created}"


def _counted(row: UnreadKind) -> str:
    return f"{row['count']} {row['kind']}"


def _version(row: UnreadKind) -> str:
    return f" ({row['apiVersion']})" if row["apiVersion"] else ""
