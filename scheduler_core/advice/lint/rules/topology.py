"""Topology keys that no node has, or that are misspelt."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.lint.contract import Severity
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Path, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.kubernetes.objects.node import HOSTNAME, OLD_REGION, OLD_ZONE, REGION, ZONE

from .affinity import REQUIRED, terms

_WELL_KNOWN = (ZONE, REGION, HOSTNAME)
_REPLACED = {OLD_ZONE: ZONE, OLD_REGION: REGION}


def _keys(workload: LintedWorkload) -> Iterator[tuple[Path, str, Severity]]:
    """Yield the topology keys of a workload: where they stand, and how bad it is that no node has one."""
    written = workload.spec.get("topologySpreadConstraints") or []
    for i, constraint in enumerate(workload.template.spread[: len(written)]):
        hard = constraint.when_unsatisfiable == "DoNotSchedule"
        path = ("topologySpreadConstraints", i, "topologyKey")
        yield path, constraint.topology_key, "error" if hard else "warning"
    for term in terms(workload):
        stops = term.kind == "podAffinity" and term.listed == REQUIRED
        yield (*term.path, "topologyKey"), term.term.topology_key, "error" if stops else "warning"


def _on_no_node(linted: LintInput) -> Iterator[Finding]:
    known = linted.nodes.label_keys
    for workload in linted.workloads:
        for path, key, severity in _keys(workload):
            if key not in known:
                meant = _REPLACED.get(key) or similar(key, known)
                yield _finding(linted, workload, path, key, meant if meant in known else None, severity)


def _misspelt(linted: LintInput) -> Iterator[Finding]:
    if linted.has_nodes:
        return
    for workload in linted.workloads:
        for path, key, _ in _keys(workload):
            meant = _REPLACED.get(key) or (key not in _WELL_KNOWN and similar(key, _WELL_KNOWN))
            if meant:
                yield _finding(linted, workload, path, key, meant, None)


def _finding(
    linted: LintInput,
    workload: LintedWorkload,
    path: Path,
    key: str,
    meant: str | None,
    severity: Severity | None,
) -> Finding:
    operations = workload.operations("set", path, meant) if meant else ()
    return Finding(
        workload.object,
        workload.path(*path),
        {"key": key, "meant": meant or ""},
        severity,
        len(workload.pods),
        Fix(operations, {"meant": meant}) if meant else None,
        linted.runs.consequence(workload, operations, key=meant or ""),
    )


RULES = (
    Rule(
        "topology-key-on-no-node",
        "error",
        "No node has this topology key",
        "None of the nodes has the label {key}.",
        "Nodes without the key belong to no domain: a required term or DoNotSchedule constraint over it "
        "rejects every node; all other rules have no effect, which is a warning.",
        _on_no_node,
        "topologyKey: {meant}",
        needs_nodes=True,
    ),
    Rule(
        "topology-key-misspelt",
        "warning",
        "This topology key is probably not a node label",
        "{key} looks like {meant}, which nodes have.",
        "Well-known labels with a typing error, and labels that Kubernetes has replaced"
        "(failure-domain.beta.kubernetes.io). Applied only without nodes, because nodes' labels would "
        "settle it.",
        _misspelt,
        "topologyKey: {meant}",
    ),
)
