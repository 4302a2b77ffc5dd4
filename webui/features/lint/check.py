"""The findings of a source."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from scheduler_core import (
    AllowanceSpent,
    SampleCluster,
    UnknownCluster,
    find_cluster,
    lint_report,
)
from scheduler_core.contract import LintReport
from webui.core.scenarios.source import source_limits
from webui.ground.lib.errors import Problem, engine_refusals
from webui.ground.lib.sentences import spoken

MAX_COUNTED = 200_000  # characters of a source whose findings are counted unasked
MAX_SOURCE = 5_000_000  # characters; more is linted by the command


def checked(source: str, on: str = "", report: Callable[[int], None] = lambda _: None) -> LintReport:
    """Return the findings of a source; raise Problem (413, 422) for what is too large or cannot be read.

    `report` is called with the number of rules that were applied.
    """
    cluster = cluster_for(source, on)
    with engine_refusals(too_large=413):
        return lint_report([source], cluster, limits=source_limits(), report=report)


def count_of(source: str) -> int | None:
    """Return how many errors and warnings a source has; None for one that takes too long, or cannot be read."""
    if len(source) > MAX_COUNTED:
        return None
    try:
        findings = checked(source)["findings"]
    except (AllowanceSpent, Problem):
        return None
    return sum(finding["severity"] in ("error", "warning") for finding in findings)


def cluster_for(source: str, on: str) -> SampleCluster | None:
    """Return the sample cluster of this name; raise Problem: 422 if there is none, 413 for too large a source."""
    if len(source) > MAX_SOURCE:
        message = gettext("must have at most %(most)s characters here: run python -m scheduler_core lint") % {
            "most": f"{MAX_SOURCE:,}"
        }
        raise Problem(413, [{"path": "source", "message": message}])
    try:
        return find_cluster(on) if on else None
    except UnknownCluster as error:
        raise Problem(422, [{"path": "on", "message": spoken(error.args[0])}]) from error
