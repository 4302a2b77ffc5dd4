"""A finding, and its consequence, in words."""

from __future__ import annotations

from .contract import LintConsequence, LintFinding, LintRun


def sentence(finding: LintFinding) -> str:
    """Return title, message and consequence of a finding."""
    words = [f"{finding['title']}. {finding['message']}", consequence_text(finding["consequence"])]
    return " ".join(filter(None, words))


def consequence_text(consequence: LintConsequence | None) -> str:
    """Return what the runs showed as one sentence without a full stop, "" without a run."""
    if consequence is None:
        return ""
    written, fixed, pods = consequence["written"], consequence["fixed"], consequence["pods"]
    if consequence["situation"] == "evict":
        after = f"; fixed: {fixed['placed']}" if fixed else ""
        return f"run: {written['placed']} of {pods} may be evicted{after}"
    if consequence["situation"] == "rollout":
        after = f"; fixed: {fixed['placed']} of {pods} are new" if fixed else ""
        return f"run: {written['pending']} new pending, {written['old']} of {pods} stay old{after}"
    before = f"{written['placed']} of {pods} placed{_domains(written)}"
    after = f"; fixed: {fixed['placed']}{_domains(fixed)}" if fixed else ""
    return f"run: {before}{after}"


def _domains(run: LintRun) -> str:
    counts = run["domains"].values()
    return f" ({'/'.join(map(str, counts))})" if len(counts) > 1 else ""
