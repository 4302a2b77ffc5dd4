"""What a cause says of its workloads: one clause a reason, which follows their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from scheduler_core.sentences import Template, filled

from .contract import Cause, CauseClause, Reason
from .titles import RESOURCES, joined

# By ReasonKind, and for reasons that are said together or are none. The forms are for one workload and for several.
CLAUSES: dict[str, Template] = {
    "resource": (
        "needs more {resources} than any eligible node has free",
        "need more {resources} than any eligible node has free",
    ),
    "missing_resource": (
        "requests {resource}, which no eligible node has",
        "request {resource}, which no eligible node has",
    ),
    "unready_resource": (
        "requests {resource}, which nodes have but cannot allocate: the device plugin is not ready",
        "request {resource}, which nodes have but cannot allocate: the device plugin is not ready",
    ),
    "tainted_resource": (
        "does not tolerate the taint {taint} of the nodes with {resource}",
        "do not tolerate the taint {taint} of the nodes with {resource}",
    ),
    "selector": ("may only go to nodes with {clauses}", "may only go to nodes with {clauses}"),
    "unmatched_selector": (
        "requires nodes with {clauses}, but there are none",
        "require nodes with {clauses}, but there are none",
    ),
    "taint": ("does not tolerate the taint {taint}", "do not tolerate the taint {taint}"),
    "readiness_taint": (
        "waits for a node readiness rule (taint {taint})",
        "wait for a node readiness rule (taint {taint})",
    ),
    "unschedulable": ("would fit on cordoned nodes", "would fit on cordoned nodes"),
    "spread": (
        "would exceed maxSkew over {key} on every node with room",
        "would exceed maxSkew over {key} on every node with room",
    ),
    "spread_label": (
        "must spread over {key}, a label that nodes lack",
        "must spread over {key}, a label that nodes lack",
    ),
    "affinity": (
        "must share a {domain} with a pod of {selector}, but no node with room is near one",
        "must share a {domain} with a pod of {selector}, but no node with room is near one",
    ),
    "anti_affinity": (
        "may not share a {domain} with a pod of {selector}, but one runs in each",
        "may not share a {domain} with a pod of {selector}, but one runs in each",
    ),
    "existing_anti_affinity": (
        "is kept out of each {domain} by the anti-affinity of a pod there",
        "are kept out of each {domain} by the anti-affinity of a pod there",
    ),
    "port": (
        "needs host port {port}, which is taken on each node",
        "need host port {port}, which is taken on each node",
    ),
    "device_missing": (
        "requests a device ({request}), but no eligible node has one",
        "request a device ({request}), but no eligible node has one",
    ),
    "device_short": (
        "requests more devices ({request}) than are free",
        "request more devices ({request}) than are free",
    ),
    "device_selector": (
        "requires a device with {condition}, but no free device matches",
        "require a device with {condition}, but no free device matches",
    ),
    "device_taint": (
        "does not tolerate the taint {taint} of devices",
        "do not tolerate the taint {taint} of devices",
    ),
    "device_amount": (
        "needs more {resource} than is left on any device",
        "need more {resource} than is left on any device",
    ),
    "device_constraint": (
        "needs devices with the same {attribute}, but the free ones differ",
        "need devices with the same {attribute}, but the free ones differ",
    ),
    "one_node": ("may run on one node only", "may run on one node each only"),
    "kueue_gate": (
        "waits for Kueue to admit its workload (gate {gate})",
        "wait for Kueue to admit their workload (gate {gate})",
    ),
    "gate": ("is held back: {message}", "are held back: {message}"),
    "gang": (
        "had a node, but was rolled back with pod group {group}",
        "had nodes, but were rolled back with pod group {group}",
    ),
    "profile": (
        "uses scheduler {scheduler}, which has no profile here",
        "use scheduler {scheduler}, which has no profile here",
    ),
    "no_node": ("fits on no node: the cluster has none", "fit on no node: the cluster has none"),
    "message": ("is rejected: {message}", "are rejected: {message}"),
    "none": ("fits on no node", "fit on no node"),
}

_TERM = re.compile(r"(?P<selector>.*) \((?P<key>[^()]*)\)", re.DOTALL)
_NODES = {"kubernetes.io/hostname": "node"}  # what a domain of this key is


def clauses(reasons: Iterable[Reason]) -> list[CauseClause]:
    """Return what reasons say, each once: all resources that are short in one, a taint with the devices behind it."""
    listed = list(reasons)
    short = [reason["operand"] for reason in listed if reason["kind"] == "resource"]
    said: list[CauseClause] = [{"kind": "resource", "operands": {"resources": short}}] if short else []
    for reason in _joined(listed):
        clause = _clause(reason)
        if clause not in said:
            said.append(clause)
    return said or [{"kind": "none", "operands": {}}]


def _joined(reasons: list[Reason]) -> Iterator[Reason]:
    """Yield the reasons but resources, without those that others say: pods that keep apart refuse each other."""
    by_kind = {reason["kind"]: reason for reason in reasons}
    taint, missing = by_kind.get("taint"), by_kind.get("missing_resource")
    behind = taint is not None and missing is not None
    own = {_term(reason["operand"])["key"] for reason in reasons if reason["kind"] == "anti_affinity"}
    for reason in reasons:
        is_said = reason["kind"] == "existing_anti_affinity" and reason["operand"] in own
        if reason["kind"] == "resource" or is_said or (behind and reason is missing):
            continue
        if behind and reason is taint and missing is not None:
            yield {**reason, "message": missing["operand"]}
        else:
            yield reason


def _clause(reason: Reason) -> CauseClause:
    kind, operand = reason["kind"], reason["operand"]
    if kind == "taint" and reason["message"] and "node(s)" not in reason["message"]:
        return {"kind": "tainted_resource", "operands": {"taint": operand, "resource": reason["message"]}}
    return {"kind": kind, "operands": {name: of(reason) for name, of in _OPERANDS.get(kind, {}).items()}}


def _operand(reason: Reason) -> str:
    return reason["operand"]


def _message(reason: Reason) -> str:
    return (reason["message"] or reason["operand"]).replace("node(s)", "nodes")


def _term(operand: str) -> dict[str, str]:
    """Return the selector and the topology key of a term of pod affinity, as reasons have it."""
    match = _TERM.fullmatch(operand)
    return match.groupdict() if match else {"selector": operand, "key": ""}


def domain_of(key: str) -> str:
    """Return what the domains of a topology key are: "zone" for topology.kubernetes.io/zone."""
    return _NODES.get(key) or key.rpartition("/")[2]


_DOMAIN_OF_TERM: Mapping[str, Callable[[Reason], str]] = {
    "domain": lambda reason: domain_of(_term(reason["operand"])["key"]),
    "selector": lambda reason: _term(reason["operand"])["selector"],
}
_OPERANDS: Mapping[str, Mapping[str, Callable[[Reason], str]]] = {
    "affinity": _DOMAIN_OF_TERM,
    "anti_affinity": _DOMAIN_OF_TERM,
    "existing_anti_affinity": {"domain": lambda reason: domain_of(reason["operand"])},
    "gate": {"message": _message},
    "message": {"message": _message},
    **{
        kind: {name: _operand}
        for kind, name in {
            "missing_resource": "resource",
            "unready_resource": "resource",
            "readiness_taint": "taint",
            "kueue_gate": "gate",
            "selector": "clauses",
            "unmatched_selector": "clauses",
            "taint": "taint",
            "spread": "key",
            "spread_label": "key",
            "port": "port",
            "device_missing": "request",
            "device_short": "request",
            "device_selector": "condition",
            "device_taint": "taint",
            "device_amount": "resource",
            "device_constraint": "attribute",
            "gang": "group",
            "profile": "scheduler",
        }.items()
    },
}


def heading(cause: Cause) -> str:
    """Return a cause as a sentence: its workloads, and what keeps them pending."""
    subject, number = _subject(cause)
    return f"{subject} {', and '.join(clause_text(clause, number) for clause in cause.get('clauses', []))}"


def _subject(cause: Cause) -> tuple[str, int]:
    """Return the workloads by name, and how many the sentence is about; bare pods that are alike are counted."""
    names, count = [workload["name"] for workload in cause["workloads"]], cause["workload_count"]
    if count == 1 and cause["workloads"][0]["kind"] == "Pod" and cause["pod_count"] > 1:
        return f"{names[0]} and {cause['pod_count'] - 1} like it", cause["pod_count"]
    if count <= 2:
        return joined(names), count
    return f"{names[0]} and {count - 1} more workloads", count


def clause_text(clause: CauseClause, count: int) -> str:
    """Return what a clause says of so many workloads, after their names."""
    operands = {
        name: value if isinstance(value, str) else joined([RESOURCES.get(part, part) for part in value])
        for name, value in clause["operands"].items()
    }
    return filled(CLAUSES[clause["kind"]], {**operands, "n": count})
