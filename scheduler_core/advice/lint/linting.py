"""From texts to the report of what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from scheduler_core import allowance
from scheduler_core.controlplane.sample_clusters import SampleCluster
from scheduler_core.kubernetes.objects.limits import NO_LIMITS, Limits
from scheduler_core.kubernetes.objects.loading import LeftOut
from scheduler_core.kubernetes.objects.reading import path_text
from scheduler_core.kubernetes.source import Operation, object_name
from scheduler_core.kubernetes.versions import Version
from scheduler_core.sentences import filled

from .contract import LintFinding, LintFix, LintOperation, LintReport, Severity
from .ignoring import Ignoring
from .input import LintInput
from .places import Places
from .registry import RULES
from .rule import Finding, Fix, Rule
from .rules.devices import selectors_unread

SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")


def lint(
    sources: Sequence[str],
    cluster: SampleCluster | None = None,
    *,
    version: Version | None = None,
    limits: Limits = NO_LIMITS,
    min_severity: Severity = "note",
    report: Callable[[int], None] = lambda _: None,
    left_out: LeftOut | None = None,
) -> LintReport:
    """Return the findings of texts that are read together; raise InvalidInput or TooLarge for what cannot be read.

    `cluster` is that of a workload without nodes. Without it rules about nodes are not applied, and consequences are
    shown on the first sample cluster. `report` is called with the number of rules that were applied, of all RULES.
    `left_out` gets what is no manifest, which is an error without it.
    """
    linted = LintInput.of(sources, cluster, version=version, limits=limits, left_out=left_out)
    if left_out is not None and (problem := selectors_unread(linted)):
        left_out.notes.append(problem)
    places = Places(linted.sources)
    ignoring = Ignoring(linted.sources, {object_name(manifest): manifest for manifest in linted.manifests})
    rows = [_located(rule, finding, places) for rule, finding in _findings(linted, report)]
    rows = [row for row in rows if SEVERITIES.index(row["severity"]) >= SEVERITIES.index(min_severity)]
    listed = [r for r in rows if not ignoring.ignores(r["rule"], r["object"], r["source"], r["line"])]
    return {
        "findings": sorted(listed, key=_place),
        "ignored": len(rows) - len(listed),
        "nodes": len(linted.scenario.objects.nodes),
        "objects": len(linted.manifests),
        "cluster": linted.cluster,
        "node_rules": linted.has_nodes,
    }


def _place(row: LintFinding) -> tuple[int, int, int, int]:
    """Return what findings are sorted by: their line, on which the worst comes first, as a dump may be one line."""
    return row["source"], row["line"] or 0, -SEVERITIES.index(row["severity"]), row["column"] or 0


def _findings(linted: LintInput, report: Callable[[int], None]) -> Iterator[tuple[Rule, Finding]]:
    wrong: set[str] = set()
    running = {w.object for w in linted.workloads if w.pods and all(pod.node_name for pod in w.pods)}
    for applied, rule in enumerate(sorted(RULES.values(), key=lambda rule: rule.last_resort)):
        report(applied)
        if rule.needs_nodes and not linted.has_nodes:
            continue
        allowance.check()
        for finding in rule.check(linted):
            allowance.check()
            if _is_contradicted(rule, finding):
                continue
            if rule.last_resort and finding.object in wrong:
                continue
            if (finding.severity or rule.severity) == "error":
                wrong.add(finding.object)
            yield rule, _judged(rule, finding, running)


def _is_contradicted(rule: Rule, finding: Finding) -> bool:
    """Return whether the run of an error about nodes shows that every pod is placed as written."""
    run = finding.consequence
    is_error = (finding.severity or rule.severity) == "error"
    if not is_error or not rule.needs_nodes or run is None or run["situation"] != "create":
        return False
    return bool(run["written"]["placed"]) and not run["written"]["pending"]


def _judged(rule: Rule, finding: Finding, running: set[str]) -> Finding:
    """Return the finding, an error of pods that all run as a warning: it comes true when they are replaced."""
    is_error = (finding.severity or rule.severity) == "error"
    created = finding.consequence is None or finding.consequence["situation"] == "create"
    if is_error and rule.needs_nodes and created and finding.object in running:
        return replace(finding, severity="warning")
    return finding


def _located(rule: Rule, finding: Finding, places: Places) -> LintFinding:
    place = places.find(finding.object, finding.path, finding.within)
    return {
        "rule": rule.name,
        "severity": finding.severity or rule.severity,
        "title": rule.title,
        "message": filled(rule.message, finding.operands),
        "operands": dict(finding.operands),
        "object": finding.object,
        "path": path_text(finding.path),
        "source": place.source if place else 0,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "end_line": place.end_line if place else None,
        "end_column": place.end_column if place else None,
        "pods": finding.pods,
        "consequence": finding.consequence,
        "fix": None if finding.fix is None else _fix(rule, finding.fix),
    }


def _fix(rule: Rule, fix: Fix) -> LintFix:
    return {
        "text": filled(rule.fix, fix.operands),
        "operands": dict(fix.operands),
        "operations": [_operation(operation) for operation in fix.operations],
    }


def _operation(operation: Operation) -> LintOperation:
    form: LintOperation = {"op": operation.op, "object": operation.object, "path": list(operation.path)}
    if operation.op in ("set", "add"):
        form["value"] = operation.value
    return form


def counts(findings: Sequence[Mapping[str, object]]) -> dict[Severity, int]:
    """Return the number of findings by severity, the worst first."""
    return {
        severity: sum(finding["severity"] == severity for finding in findings)
        for severity in reversed(SEVERITIES)
    }
