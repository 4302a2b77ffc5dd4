"""Nodes that selectors, taints and requests leave: none at all, or none that was meant."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.amounts import quantity
from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Path, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.advice.whatif.offers.resources import lowered
from scheduler_core.advice.whatif.owned_labels import PLATFORM_LABELS
from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import Toleration
from scheduler_core.kubernetes.objects.resources import PODS
from scheduler_core.kubernetes.source import Operation
from scheduler_core.scheduler.plugins.helper import tolerates

from .affinity import REQUIRED

_SYSTEM = ("node.kubernetes.io/", "node-role.kubernetes.io/", "CriticalAddonsOnly")
_PLATFORMS = ("linux", "windows", "amd64", "arm64", "arm", "386", "ppc64le", "s390x", "riscv64")
_TERMS = ("affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")


def _no_node_selected(linted: LintInput) -> Iterator[Finding]:
    for workload in linted.workloads:
        template = workload.template
        selects = bool(template.node_selector or template.affinity.node.required)
        if not selects or linted.nodes.selected(template).any():
            continue
        clauses = list(_unmet_clauses(linted, workload))
        path, clause, meant = clauses[0] if clauses else (_place(workload), "", None)
        operations = workload.operations("set", path, meant) if meant else ()
        yield Finding(
            workload.object,
            workload.path(*path),
            {"clause": clause or "its node selector"},
            None if linted.has_own_nodes or meant else "note",
            pods=len(workload.pods),
            fix=Fix(operations, {"meant": meant}) if meant else None,
            consequence=linted.runs.consequence(workload, operations),
        )


def _place(workload: LintedWorkload) -> Path:
    return ("nodeSelector",) if workload.template.node_selector else _TERMS


def _unmet_clauses(linted: LintInput, workload: LintedWorkload) -> Iterator[tuple[Path, str, str | None]]:
    """Yield clauses that no node meets by itself, with the value that was probably meant."""
    nodes = linted.nodes
    for key, value in workload.template.node_selector.items():
        if value not in nodes.values(key):
            yield ("nodeSelector", key), f"{key}={value}", _meant_value(linted, key, value)
    required = workload.template.affinity.node.required
    if required is None or len(required.terms) != 1:
        return
    for i, clause in enumerate(required.terms[0].expressions):
        if any(clause.matches(node.labels) for node in nodes.nodes):
            continue
        path: Path = (*_TERMS, 0, "matchExpressions", i)
        single = clause.operator == "In" and len(clause.values) == 1
        meant = _meant_value(linted, clause.key, clause.values[0]) if single else None
        yield (*path, "values", 0) if meant else path, str(clause), meant


def _meant_value(linted: LintInput, key: str, value: str) -> str | None:
    """Return the label's value that a value was probably meant to be; other names of a sample cluster are made up."""
    if value in _PLATFORMS or not (linted.has_own_nodes or key in PLATFORM_LABELS):
        return None
    return similar(value, linted.nodes.values(key))


def _selected_nodes_are_closed(linted: LintInput) -> Iterator[Finding]:
    nodes = linted.nodes
    for workload in linted.workloads:
        selected = nodes.selected(workload.template)
        if workload.is_daemon or not selected.any() or nodes.usable(workload.template).any():
            continue
        taints = _taint_shared(linted, workload)
        if not taints:
            continue
        operations = tuple(
            operation
            for taint in taints
            for operation in workload.operations("add", ("tolerations",), _toleration_of(taint))
        )
        yield Finding(
            workload.object,
            workload.path("tolerations" if workload.spec.get("tolerations") else _selector_field(workload)),
            {"count": int(selected.sum()), "taint": ", ".join(map(str, taints))},
            None if linted.has_own_nodes else "note",
            pods=len(workload.pods),
            fix=Fix(operations, {"taint": ", ".join(map(str, taints))}),
            consequence=linted.runs.consequence(workload, operations),
        )


def _selector_field(workload: LintedWorkload) -> str:
    return next((field for field in ("nodeSelector", "affinity") if workload.spec.get(field)), "containers")


def _taint_shared(linted: LintInput, workload: LintedWorkload) -> list[Taint]:
    """Return the untolerated taints of the selected node that has fewest; none if that node is cordoned."""
    rows = linted.nodes.selected(workload.template)
    candidates = [
        [
            taint
            for taint in node.taints
            if taint.effect != "PreferNoSchedule"
            and not any(tolerates(toleration, taint) for toleration in workload.template.tolerations)
        ]
        for node, selected in each(zip(linted.nodes.nodes, rows, strict=True))
        if selected and not node.unschedulable
    ]
    return min(candidates, key=len, default=[])


def _toleration_of(taint: Taint) -> dict[str, str]:
    value = {"operator": "Equal", "value": taint.value} if taint.value else {"operator": "Exists"}
    return {"key": taint.key, **value, "effect": taint.effect}


def _taint_nobody_tolerates(linted: LintInput) -> Iterator[Finding]:
    if not linted.has_own_nodes or not linted.workloads:
        return
    pods = {pod.template for pod in linted.scenario.objects.pods} | {w.template for w in linted.workloads}
    for taint, count in each(linted.nodes.taints.items()):
        if taint.key.startswith(_SYSTEM) or any(
            tolerates(t, taint) for pod in each(pods) for t in pod.tolerations
        ):
            continue
        node = next(node for node in linted.nodes.nodes if taint in node.taints)
        yield Finding(
            f"Node {node.name}",
            ("spec", "taints", node.taints.index(taint)),
            {"taint": str(taint), "n": count},
        )


def _toleration_misses(linted: LintInput) -> Iterator[Finding]:
    taints = linted.nodes.taints
    for workload in linted.workloads:
        written = workload.spec.get("tolerations") or []
        tolerations = workload.template.tolerations
        for i, toleration in enumerate(each(tolerations[: len(written)])):
            if not toleration.key or any(tolerates(toleration, taint) for taint in taints):
                continue
            meant = _meant(toleration, list(taints), tolerations)
            if meant is None:
                continue
            fields = _toleration_of(meant)
            operations = workload.operations("set", ("tolerations", i), fields)
            yield Finding(
                workload.object,
                workload.path("tolerations", i, _differing(toleration, meant)),
                {"toleration": _text(toleration), "taint": str(meant), "count": taints[meant]},
                pods=len(workload.pods),
                fix=Fix(operations, {"taint": str(meant)}),
                consequence=linted.runs.consequence(workload, operations),
            )


def _meant(toleration: Toleration, taints: list[Taint], tolerations: tuple[Toleration, ...]) -> Taint | None:
    """Return the untolerated taint that a toleration nearly matches."""
    if toleration.key.startswith(_SYSTEM):
        return None
    open_taints = [t for t in each(taints) if not any(tolerates(toleration, t) for toleration in tolerations)]
    same_key = [taint for taint in open_taints if taint.key == toleration.key]
    if same_key:
        value = similar(toleration.value, [t.value for t in same_key])
        likely = [t for t in same_key if t.value in (toleration.value, value)]
        return likely[0] if likely else None
    key = similar(toleration.key, {taint.key for taint in open_taints})
    return next((taint for taint in open_taints if taint.key == key), None)


def _differing(toleration: Toleration, taint: Taint) -> str:
    if toleration.key != taint.key:
        return "key"
    return "effect" if toleration.effect not in ("", taint.effect) else "value"


def _text(toleration: Toleration) -> str:
    value = f"={toleration.value}" if toleration.value else ""
    return f"{toleration.key}{value}:{toleration.effect}" if toleration.effect else f"{toleration.key}{value}"


def _request_too_large(linted: LintInput) -> Iterator[Finding]:
    for workload in linted.workloads:
        usable = linted.nodes.usable(workload.template)
        nodes = [n for n, use in zip(linted.nodes.nodes, usable, strict=True) if use]
        for resource, amount in workload.template.requests.items():
            most = max((node.allocatable.get(resource, 0) for node in nodes), default=None)
            if most is None or amount <= most or resource == PODS:
                continue
            path = _request_path(workload, resource)
            operations = _lowered(workload, resource, most) if most else ()
            consequence = linted.runs.consequence(workload, operations)
            helps = consequence is not None and _helps(consequence["written"], consequence["fixed"])
            if consequence is not None and not helps:
                consequence = {**consequence, "fixed": None}
            yield Finding(
                workload.object,
                workload.path(*path),
                {
                    "resource": resource,
                    "amount": quantity(resource, amount),
                    "most": quantity(resource, most),
                },
                None if linted.has_own_nodes else "note",
                pods=len(workload.pods),
                fix=Fix(operations, {"resource": resource, "most": quantity(resource, most)})
                if helps
                else None,
                consequence=consequence,
            )


def _helps(written: object, fixed: object) -> bool:
    return isinstance(written, dict) and isinstance(fixed, dict) and fixed["placed"] > written["placed"]


def _request_path(workload: LintedWorkload, resource: str) -> Path:
    """Return the place of the request in the first container that has it, or of its limit."""
    for i, container in enumerate(workload.spec.get("containers") or []):
        resources = container.get("resources") or {}
        for field in ("requests", "limits"):
            if resource in (resources.get(field) or {}):
                return "containers", i, "resources", field, resource
    return ("containers",)


def _lowered(workload: LintedWorkload, resource: str, most: int) -> tuple[Operation, ...]:
    edits = lowered({"spec": workload.spec}, resource, most)
    return tuple(
        operation for edit in edits for operation in workload.operations("set", edit.path[1:], edit.value)
    )


RULES = (
    Rule(
        "selector-matches-no-node",
        "error",
        "No node has the required labels",
        "No node matches {clause}.",
        "nodeSelector and required node affinity are filters: without a matching node the pods stay "
        "pending. A label that only a sample cluster lacks is a note, unless it looks misspelt.",
        _no_node_selected,
        "Change to {meant}",
        needs_nodes=True,
    ),
    Rule(
        "selected-nodes-are-tainted",
        "error",
        "All remaining nodes are tainted",
        "Every otherwise eligible node ({count} in total) has taints that the pods do not tolerate: {taint}.",
        "A node selector selects nodes, but nodes reserved by a taint need a toleration too. A note on a "
        "sample cluster, because your nodes or your admission plugins may differ.",
        _selected_nodes_are_closed,
        "Tolerate {taint}",
        needs_nodes=True,
    ),
    Rule(
        "toleration-misses",
        "warning",
        "This toleration misses its taint",
        "The toleration {toleration} matches no taint; the taint {taint} is on {count} of the nodes.",
        "Key, value and effect must all match. Reported for tolerations that almost match a taint in the "
        "cluster; a toleration for a taint that does not exist is not a finding.",
        _toleration_misses,
        "Tolerate {taint}",
        needs_nodes=True,
    ),
    Rule(
        "taint-nobody-tolerates",
        "note",
        "No pod in the input tolerates this taint",
        (
            "{n} node has the taint {taint}, which no pod or workload in the input tolerates: none of "
            "them can run there.",
            "{n} nodes have the taint {taint}, which no pod or workload in the input tolerates: none of "
            "them can run there.",
        ),
        "Reserved nodes should have pods that may use them. Kubernetes' own taints and sample clusters "
        "are excluded.",
        _taint_nobody_tolerates,
        needs_nodes=True,
    ),
    Rule(
        "request-larger-than-any-node",
        "error",
        "The request is larger than any node",
        "It requests {amount} of {resource}; the largest eligible node has {most}.",
        "Requests are compared with a node's total, so removing other pods cannot help. A note on a "
        "sample cluster, because your nodes may be larger or have other devices.",
        _request_too_large,
        "{resource}: {most}",
        needs_nodes=True,
    ),
)
